import { serviceScope } from '../../../../domain/principal.ts';
import { makerMayListen } from '../../../../storage/rows/listeners.ts';
import type { TenantRow } from '../../../../storage/rows/tenancy.ts';
import { isVisibleToMaker, settleTier, writeAudit } from '../../../../storage/sqlite/audit/record.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import {
  afterAttempt,
  attempted,
  type DeliveryRow,
  type DueRow,
  refusedAttempt,
  toDue,
  type WebhookRow,
} from '../rows.ts';
import type { Delivered, DueDelivery, OutboxStore } from '../store.ts';

/** Webhooks with due deliveries. */
const selectDue = `SELECT webhooks.no FROM webhooks WHERE status = 'ENABLED' AND EXISTS (
  SELECT 1 FROM deliveries WHERE deliveries.webhook_no = webhooks.no AND due_at <= ?)`;

/** Ends the due deliveries of a webhook whose maker may no longer receive them. */
const refuse = `UPDATE deliveries SET status = 'FAILED', due_at = NULL, holder = NULL,
    attempts = json_insert(attempts, '$[#]', json(@attempt))
  WHERE webhook_no = @no AND due_at <= @now AND NOT EXISTS (
    SELECT 1 FROM webhooks LEFT JOIN members AS maker ON maker.id = webhooks.made_by
    WHERE webhooks.no = @no AND ${makerMayListen} AND (deliveries.character_no IS NULL OR EXISTS (
      SELECT 1 FROM characters WHERE no = deliveries.character_no AND ${isVisibleToMaker})))`;

export function outboxStore(db: Connection): OutboxStore {
  return {
    isDue: (now) => db.read(() => db.get(`${selectDue} LIMIT 1`, now) !== undefined),

    exchange: (done, { holder, until }, { parallel, total }, now) =>
      db.write(() => {
        for (const one of done) settle(db, one, holder, now);
        const claimed: DueDelivery[] = [];
        for (const { no } of db.all<{ no: number }>(selectDue, now)) {
          const room = Math.min(parallel - held(db, no, now), total - claimed.length);
          if (room <= 0) continue;
          db.run(refuse, { no, now, attempt: JSON.stringify(refusedAttempt(now)) });
          const rows = db.all<DueRow>(
            `SELECT deliveries.no, webhook_no, url, event_id, type, body, secret, old_secret, old_until
             FROM deliveries CROSS JOIN webhooks ON webhooks.no = webhook_no
             WHERE webhook_no = ? AND due_at <= ? ORDER BY due_at LIMIT ?`,
            no,
            now,
            room,
          );
          for (const row of rows) {
            db.run('UPDATE deliveries SET holder = ?, due_at = ? WHERE no = ?', holder, until, row.no);
            claimed.push(toDue(row, String(row.no)));
          }
        }
        return claimed;
      }),

    renew: ({ holder, until }, deliveryIds) =>
      db.write(() => {
        const sql = 'UPDATE deliveries SET due_at = ? WHERE no = ? AND holder = ?';
        for (const id of deliveryIds) db.run(sql, until, Number(id), holder);
      }),

    release: (holder, deliveryIds, now) =>
      db.write(() => {
        const sql = 'UPDATE deliveries SET holder = NULL, due_at = ? WHERE no = ? AND holder = ?';
        for (const id of deliveryIds) db.run(sql, now, Number(id), holder);
      }),

    prune: (before, limit) =>
      db.write(() => {
        let pruned = 0;
        for (const { no } of db.all<{ no: number }>('SELECT no FROM webhooks')) {
          if (pruned >= limit) break;
          pruned += db.run(
            `DELETE FROM deliveries WHERE no IN
               (SELECT no FROM deliveries WHERE webhook_no = ? AND created_at < ? ORDER BY created_at LIMIT ?)`,
            no,
            before,
            limit - pruned,
          ).changes;
        }
        return pruned;
      }),

    async settleTiers(now) {
      const due = () => db.all<TenantRow>('SELECT * FROM tenants WHERE next_tier IS NOT NULL AND period_end <= ?', now);
      // Looked up first: mostly there are none, and that costs no write.
      if ((await db.read(due)).length === 0) return 0;
      return db.write(() => {
        const rows = due();
        for (const row of rows) settleTier(db, row, now);
        return rows.length;
      });
    },
  };
}

/** How many deliveries of a webhook run: found among the running ones, not among all that wait. */
function held(db: Connection, webhookNo: number, now: number): number {
  const sql = `SELECT count(*) AS count FROM deliveries INDEXED BY deliveries_held
    WHERE webhook_no = ? AND holder IS NOT NULL AND due_at > ?`;
  return db.get<{ count: number }>(sql, webhookNo, now)?.count ?? 0;
}

/** Records the result of a delivery, unless another process has it by now. */
function settle(db: Connection, { deliveryId, attempt }: Delivered, holder: string, now: number): void {
  const row = db.get<DeliveryRow & { webhook_no: number }>(
    'SELECT * FROM deliveries WHERE no = ? AND holder = ?',
    Number(deliveryId),
    holder,
  );
  if (!row) return;
  const { status, attempts, failures, dueAt } = attempted(row, attempt, now);
  db.run(
    'UPDATE deliveries SET status = ?, attempts = ?, failures = ?, due_at = ?, holder = NULL WHERE no = ?',
    status,
    attempts,
    failures,
    dueAt,
    row.no,
  );
  const webhook = db.get<WebhookRow & { tenant_id: string }>('SELECT * FROM webhooks WHERE no = ?', row.webhook_no)!;
  const { failingSince, isNew, disabled } = afterAttempt(webhook, attempt, now);
  if (isNew) db.run('UPDATE webhooks SET failing_since = ? WHERE no = ?', failingSince, webhook.no);
  if (!disabled) return;
  db.run(`UPDATE webhooks SET status = 'DISABLED' WHERE no = ?`, webhook.no);
  writeAudit(db, serviceScope(webhook.tenant_id, 'disable_webhook'), now, disabled);
}

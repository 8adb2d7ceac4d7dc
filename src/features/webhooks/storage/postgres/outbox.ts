import { serviceScope } from '../../../../domain/principal.ts';
import { AuditWriter, settleTier } from '../../../../storage/postgres/audit/record.ts';
import type { Connection } from '../../../../storage/postgres/connection.ts';
import { isVisibleTo } from '../../../../storage/postgres/sharing/access.ts';
import type { NumberedTenant } from '../../../../storage/postgres/tenancy/tenant-rows.ts';
import type { Unit } from '../../../../storage/postgres/unit.ts';
import { makerMayListen, makerSeesAll } from '../../../../storage/rows/listeners.ts';
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
const selectDue = `SELECT tenant_no, no FROM webhooks WHERE status = 'ENABLED' AND EXISTS (
  SELECT 1 FROM deliveries WHERE deliveries.tenant_no = webhooks.tenant_no
    AND deliveries.webhook_no = webhooks.no AND due_at <= $1)`;
const selectDueTiers = 'SELECT * FROM tenants WHERE next_tier IS NOT NULL AND period_end <= $1';

/** Ends the due deliveries of a webhook whose maker may no longer receive them. */
const refuse = `UPDATE deliveries SET status = 'FAILED', due_at = NULL, holder = NULL,
    attempts = (attempts::jsonb || $4::jsonb)::text
  WHERE tenant_no = $1 AND webhook_no = $2 AND due_at <= $3 AND NOT EXISTS (
    SELECT 1 FROM webhooks
    LEFT JOIN LATERAL (SELECT role, status, removed_at FROM members WHERE members.id = made_by OFFSET 0) AS maker ON true
    WHERE webhooks.tenant_no = $1 AND webhooks.no = $2 AND ${makerMayListen}
      AND (deliveries.character_no IS NULL OR EXISTS (
        SELECT 1 FROM characters WHERE tenant_no = $1 AND no = deliveries.character_no
          AND ${isVisibleTo('webhooks.made_by', makerSeesAll)})))`;

interface Numbered {
  tenant_no: number;
  no: number;
}

export function outboxStore(db: Connection): OutboxStore {
  return {
    isDue: async (now) => (await db.get(null, `${selectDue} LIMIT 1`, now)) !== undefined,

    async exchange(done, { holder, until }, { parallel, total }, now) {
      if (done.length > 0) {
        await db.write(null, async (q) => {
          for (const one of done) await settle(q, one, holder, now);
        });
      }
      return db.write(null, async (q) => {
        const claimed: DueDelivery[] = [];
        // Locked: two nodes that count running deliveries at once would send too many.
        const due = await q.all<Numbered>(`${selectDue} ORDER BY tenant_no, no FOR NO KEY UPDATE SKIP LOCKED`, now);
        for (const { tenant_no: tenantNo, no } of due) {
          const room = Math.min(parallel - (await held(q, tenantNo, no, now)), total - claimed.length);
          if (room <= 0) continue;
          q.send(refuse, tenantNo, no, now, JSON.stringify(refusedAttempt(now)));
          const rows = await q.all<DueRow>(
            `SELECT deliveries.no, webhook_no, url, event_id, type, body, secret, old_secret, old_until
             FROM deliveries JOIN webhooks ON webhooks.tenant_no = $1 AND webhooks.no = $2
             WHERE deliveries.tenant_no = $1 AND webhook_no = $2 AND due_at <= $3
             ORDER BY due_at, deliveries.no LIMIT $4`,
            ...[tenantNo, no, now, room],
          );
          q.send(
            'UPDATE deliveries SET holder = $3, due_at = $4 WHERE tenant_no = $1 AND no = ANY($2::bigint[])',
            ...[tenantNo, rows.map((row) => row.no), holder, until],
          );
          claimed.push(...rows.map((row) => toDue(row, `${tenantNo}.${row.no}`)));
        }
        return claimed;
      });
    },

    async renew({ holder, until }, deliveryIds) {
      await db.write(null, async (q) => {
        for (const id of deliveryIds) {
          q.send(
            'UPDATE deliveries SET due_at = $4 WHERE tenant_no = $1 AND no = $2 AND holder = $3',
            ...[...numbersOf(id), holder, until],
          );
        }
      });
    },

    async release(holder, deliveryIds, now) {
      await db.write(null, async (q) => {
        for (const id of deliveryIds) {
          q.send(
            'UPDATE deliveries SET holder = NULL, due_at = $4 WHERE tenant_no = $1 AND no = $2 AND holder = $3',
            ...[...numbersOf(id), holder, now],
          );
        }
      });
    },

    async prune(before, limit) {
      let pruned = 0;
      for (const { tenant_no: tenantNo, no } of await db.all<Numbered>(null, 'SELECT tenant_no, no FROM webhooks')) {
        if (pruned >= limit) break;
        const sql = `DELETE FROM deliveries WHERE tenant_no = $1 AND no = ANY(ARRAY(
          SELECT no FROM deliveries WHERE tenant_no = $1 AND webhook_no = $2 AND created_at < $3
          ORDER BY created_at LIMIT $4))`;
        pruned += await db.write(tenantNo, (q) => q.run(sql, tenantNo, no, before, limit - pruned));
      }
      return pruned;
    },

    async settleTiers(now) {
      // Looked up first: mostly there are none, and that costs no write.
      if ((await db.all(null, `${selectDueTiers} LIMIT 1`, now)).length === 0) return 0;
      return db.write(null, async (q) => {
        const rows = await q.all<NumberedTenant>(`${selectDueTiers} ORDER BY no FOR NO KEY UPDATE SKIP LOCKED`, now);
        for (const row of rows) await settleTier(q, row, now);
        return rows.length;
      });
    },
  };
}

/** How many deliveries of a webhook run. */
async function held(q: Unit, tenantNo: number, webhookNo: number, now: number): Promise<number> {
  const row = await q.get<{ count: number }>(
    `SELECT count(*)::int AS count FROM deliveries
     WHERE tenant_no = $1 AND webhook_no = $2 AND holder IS NOT NULL AND due_at > $3`,
    ...[tenantNo, webhookNo, now],
  );
  return row?.count ?? 0;
}

/** Records the result of a delivery, unless another process has taken it over. */
async function settle(q: Unit, { deliveryId, attempt }: Delivered, holder: string, now: number): Promise<void> {
  const [tenantNo, no] = numbersOf(deliveryId);
  const row = await q.get<DeliveryRow & { webhook_no: number }>(
    'SELECT * FROM deliveries WHERE tenant_no = $1 AND no = $2 AND holder = $3 FOR NO KEY UPDATE',
    ...[tenantNo, no, holder],
  );
  if (!row) return;
  const { status, attempts, failures, dueAt } = attempted(row, attempt, now);
  q.send(
    `UPDATE deliveries SET status = $3, attempts = $4, failures = $5, due_at = $6, holder = NULL
     WHERE tenant_no = $1 AND no = $2`,
    ...[tenantNo, no, status, attempts, failures, dueAt],
  );
  const webhook = await q.get<WebhookRow & { tenant_id: string }>(
    `SELECT webhooks.*, tenants.id AS tenant_id FROM webhooks JOIN tenants ON tenants.no = webhooks.tenant_no
     WHERE webhooks.tenant_no = $1 AND webhooks.no = $2 FOR NO KEY UPDATE OF webhooks`,
    ...[tenantNo, row.webhook_no],
  );
  if (!webhook) return;
  const { failingSince, isNew, disabled } = afterAttempt(webhook, attempt, now);
  if (isNew) {
    q.send(
      'UPDATE webhooks SET failing_since = $3 WHERE tenant_no = $1 AND no = $2',
      ...[tenantNo, webhook.no, failingSince],
    );
  }
  if (!disabled) return;
  q.send(`UPDATE webhooks SET status = 'DISABLED' WHERE tenant_no = $1 AND no = $2`, tenantNo, webhook.no);
  // Sent after the statement before: the webhook itself no longer matches.
  await new AuditWriter(q, tenantNo, serviceScope(webhook.tenant_id, 'disable_webhook'), now).write(disabled);
}

/** The numbers in a delivery's id: the tenant's and its own. */
function numbersOf(deliveryId: string): [tenantNo: number, no: number] {
  const [tenantNo = 0, no = 0] = deliveryId.split('.').map(Number);
  return [tenantNo, no];
}

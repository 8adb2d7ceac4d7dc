import type { Scope } from '../../../../domain/principal.ts';
import { behind, orderOf, pageOf, placeColumns } from '../../../../storage/rows/keyset.ts';
import { writeAudit } from '../../../../storage/sqlite/audit/record.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { caller, isAllowed } from '../../../../storage/sqlite/sharing/access.ts';
import {
  deliveryNotFound,
  requireFreeWebhook,
  requireMaker,
  type Webhook,
  webhookNotFound,
} from '../../domain/webhook.ts';
import { changedWebhook } from '../../domain/webhook-rules.ts';
import {
  asSeen,
  type DeliveryRow,
  deliveryNo,
  deliveryOrder,
  toDelivery,
  toWebhook,
  toWebhookWithSecrets,
  type WebhookRow,
  webhookValues,
} from '../rows.ts';
import type { WebhookStore } from '../store.ts';

/** Whether a delivery is about a character that the caller may see, or about none. */
const isOfVisible = `(deliveries.character_no IS NULL OR EXISTS (
  SELECT 1 FROM characters WHERE characters.no = deliveries.character_no AND ${isAllowed}))`;

export function webhookStore(db: Connection): WebhookStore {
  return {
    create: (scope, created, now) =>
      db.write(() => {
        requireFreeWebhook(webhookRows(db, scope).length);
        const { id, secret } = created;
        db.run(
          `INSERT INTO webhooks (id, tenant_id, made_by, url, events, character_ids, description, include_content, status,
             secret, created_at)
           VALUES (@id, @tenantId, @madeBy, @url, @events, @characterIds, @description, @includeContent, 'ENABLED',
             @secret, @now)`,
          { ...webhookValues(created), id, tenantId: scope.tenantId, madeBy: scope.memberId, secret, now },
        );
        writeAudit(db, scope, now, { targetId: id });
        return shownTo(db, scope, webhookRow(db, scope, id));
      }),

    list: (scope) => db.read(() => webhookRows(db, scope).map((row) => shownTo(db, scope, row))),

    get: (scope, webhookId) =>
      db.read(() => {
        const row = webhookRow(db, scope, webhookId);
        return { ...toWebhookWithSecrets(row), ...shownTo(db, scope, row) };
      }),

    change: (scope, webhookId, change, now) =>
      db.write(() => {
        const row = webhookRow(db, scope, webhookId);
        requireMaker(row.made_by, scope);
        const next = changedWebhook(toWebhook(row), change);
        db.run(
          `UPDATE webhooks SET url = @url, events = @events, character_ids = @characterIds, description = @description,
             include_content = @includeContent, status = @status, failing_since = @failingSince WHERE no = @no`,
          {
            ...webhookValues(next),
            status: next.status,
            failingSince: change.status === 'ENABLED' ? null : row.failing_since,
            no: row.no,
          },
        );
        if (row.status === 'DISABLED' && next.status === 'ENABLED') {
          const sql = 'UPDATE deliveries SET due_at = ? WHERE webhook_no = ? AND due_at IS NOT NULL AND holder IS NULL';
          db.run(sql, now, row.no);
        }
        writeAudit(db, scope, now, { targetId: row.id });
        return shownTo(db, scope, webhookRow(db, scope, webhookId));
      }),

    remove: (scope, webhookId, now) =>
      db.write(() => {
        const { no, id } = webhookRow(db, scope, webhookId);
        db.run('DELETE FROM deliveries WHERE webhook_no = ?', no);
        db.run('DELETE FROM webhooks WHERE no = ?', no);
        writeAudit(db, scope, now, { targetId: id });
      }),

    rotate: (scope, webhookId, secret, oldUntil, now) =>
      db.write(() => {
        const { no, id, made_by: madeBy } = webhookRow(db, scope, webhookId);
        requireMaker(madeBy, scope);
        db.run('UPDATE webhooks SET old_secret = secret, old_until = ?, secret = ? WHERE no = ?', oldUntil, secret, no);
        writeAudit(db, scope, now, { targetId: id });
        return shownTo(db, scope, webhookRow(db, scope, webhookId));
      }),

    deliveries: (scope, webhookId, { page, limit, after, status = null }) =>
      db.read(() => {
        const { no } = webhookRow(db, scope, webhookId);
        const among = `FROM deliveries WHERE webhook_no = @no AND (@status IS NULL OR status = @status) AND ${isOfVisible}`;
        const asked = { ...caller(scope), no, status };
        const total = db.get<{ total: number }>(`SELECT count(*) AS total ${among}`, asked)?.total ?? 0;
        const isBehind = behind(deliveryOrder, after, (n) => `@after${n}`);
        const bound = Object.fromEntries(isBehind.values.map((value, i) => [`after${i + 1}`, value]));
        const found = db.all<DeliveryRow>(
          `SELECT *, ${placeColumns(deliveryOrder)} ${among} AND ${isBehind.sql}
           ORDER BY ${orderOf(deliveryOrder)} LIMIT @limit OFFSET @offset`,
          { ...asked, ...bound, limit: limit + 1, offset: page * limit },
        );
        const { rows, ...paged } = pageOf(found, deliveryOrder, limit);
        return { deliveries: rows.map(toDelivery), total, ...paged };
      }),

    redeliver: (scope, webhookId, deliveryId, now) =>
      db.write(() => {
        const { no, id } = webhookRow(db, scope, webhookId);
        const redelivered = db.get<DeliveryRow>(
          `UPDATE deliveries SET status = 'PENDING', failures = 0, due_at = @now, holder = NULL
           WHERE no = @delivery AND webhook_no = @no AND ${isOfVisible} RETURNING *`,
          { ...caller(scope), now, delivery: deliveryNo(deliveryId), no },
        );
        if (!redelivered) throw deliveryNotFound(deliveryId);
        writeAudit(db, scope, now, { targetId: id });
        return toDelivery(redelivered);
      }),
  };
}

function webhookRows(db: Connection, { tenantId }: Scope): WebhookRow[] {
  return db.all<WebhookRow>('SELECT * FROM webhooks WHERE tenant_id = ? ORDER BY no', tenantId);
}

/** Without the characters that the caller does not see. */
function shownTo(db: Connection, scope: Scope, row: WebhookRow): Webhook {
  const sql = `SELECT id FROM characters WHERE tenant_id = @tenantId AND id IN (SELECT value FROM json_each(@ids))
    AND ${isAllowed}`;
  const { characterIds } = toWebhook(row);
  const ids = characterIds && db.all<{ id: string }>(sql, { ...caller(scope), ids: JSON.stringify(characterIds) });
  return asSeen(toWebhook(row), ids && new Set(ids.map(({ id }) => id)));
}

/** NotFound. */
function webhookRow(db: Connection, { tenantId }: Scope, webhookId: string): WebhookRow {
  const row = db.get<WebhookRow>('SELECT * FROM webhooks WHERE id = ? AND tenant_id = ?', webhookId, tenantId);
  if (!row) throw webhookNotFound(webhookId);
  return row;
}

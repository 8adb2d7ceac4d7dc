import type { Scope } from '../../../../domain/principal.ts';
import { AuditWriter } from '../../../../storage/postgres/audit/record.ts';
import type { Connection } from '../../../../storage/postgres/connection.ts';
import { type Directory, noTenant } from '../../../../storage/postgres/directory.ts';
import { caller, isAllowed } from '../../../../storage/postgres/sharing/access.ts';
import { lockTenant } from '../../../../storage/postgres/tenancy/tenant-rows.ts';
import type { Unit } from '../../../../storage/postgres/unit.ts';
import { behind, orderOf, pageOf, placeColumns } from '../../../../storage/rows/keyset.ts';
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

const selectWebhooks = 'SELECT * FROM webhooks WHERE tenant_no = $1 ORDER BY no';
const selectWebhook = 'SELECT * FROM webhooks WHERE tenant_no = $1 AND id = $2';
/** Webhooks of tenant $1, with their characters that the caller ($2, $3) may see. Callers append conditions. */
const selectShown = `SELECT webhooks.*, ARRAY(
    SELECT characters.id::text FROM characters WHERE characters.tenant_no = $1 AND ${isAllowed('$2', '$3')}
      AND characters.id::text IN (SELECT json_array_elements_text(webhooks.character_ids::json))) AS seen_ids
  FROM webhooks WHERE tenant_no = $1`;
/** Whether a delivery is about no character, or about one that the caller may see. */
const isOfVisible = (memberId: string, sees: string) => `(deliveries.character_no IS NULL OR EXISTS (
  SELECT 1 FROM characters WHERE characters.tenant_no = $1 AND characters.no = deliveries.character_no
    AND ${isAllowed(memberId, sees)}))`;

type ShownRow = WebhookRow & { seen_ids: string[] };
const toShown = (row: ShownRow): Webhook => asSeen(toWebhook(row), new Set(row.seen_ids));

export function webhookStore(db: Connection, directory: Directory): WebhookStore {
  const tenantOf = async ({ tenantId }: Scope) => (await directory.tenant(tenantId)) ?? noTenant;
  /** Runs a unit on a locked webhook and writes its audit line. */
  const onWebhook = async <T>(
    scope: Scope,
    webhookId: string,
    now: number,
    unit: (q: Unit, row: WebhookRow, tenantNo: number) => Promise<T>,
  ): Promise<T> => {
    const tenantNo = await tenantOf(scope);
    return db.write(tenantNo, async (q) => {
      const row = required(
        await q.get<WebhookRow>(`${selectWebhook} FOR NO KEY UPDATE`, tenantNo, webhookId),
        webhookId,
      );
      const result = await unit(q, row, tenantNo);
      await new AuditWriter(q, tenantNo, scope, now).write({ targetId: row.id });
      return result;
    });
  };
  const shown = async (q: Unit, tenantNo: number, scope: Scope, webhookId: string): Promise<Webhook> =>
    toShown(
      required(await q.get<ShownRow>(`${selectShown} AND id = $4`, tenantNo, ...caller(scope), webhookId), webhookId),
    );

  return {
    async create(scope, created, now) {
      const tenantNo = await directory.requireTenant(scope.tenantId);
      return db.write(tenantNo, async (q) => {
        await lockTenant(q, scope.tenantId);
        requireFreeWebhook((await q.all<WebhookRow>(selectWebhooks, tenantNo)).length);
        const { url, events, characterIds, description, includeContent } = webhookValues(created);
        q.send(
          `INSERT INTO webhooks (tenant_no, id, made_by, url, events, character_ids, description, include_content, status,
             secret, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'ENABLED', $9, $10)`,
          ...[tenantNo, created.id, scope.memberId, url, events, characterIds, description, includeContent],
          ...[created.secret, now],
        );
        await new AuditWriter(q, tenantNo, scope, now).write({ targetId: created.id });
        return shown(q, tenantNo, scope, created.id);
      });
    },

    async list(scope) {
      const tenantNo = await tenantOf(scope);
      return (await db.all<ShownRow>(tenantNo, `${selectShown} ORDER BY no`, tenantNo, ...caller(scope))).map(toShown);
    },

    async get(scope, webhookId) {
      const tenantNo = await tenantOf(scope);
      const values = [tenantNo, ...caller(scope), webhookId];
      const row = required(await db.get<ShownRow>(tenantNo, `${selectShown} AND id = $4`, ...values), webhookId);
      return { ...toWebhookWithSecrets(row), ...toShown(row) };
    },

    change: (scope, webhookId, change, now) =>
      onWebhook(scope, webhookId, now, async (q, row, tenantNo) => {
        requireMaker(row.made_by, scope);
        const next = changedWebhook(toWebhook(row), change);
        const { url, events, characterIds, description, includeContent } = webhookValues(next);
        q.send(
          `UPDATE webhooks SET url = $3, events = $4, character_ids = $5, description = $6, include_content = $7,
             status = $8, failing_since = CASE WHEN $9 THEN NULL ELSE failing_since END WHERE tenant_no = $1 AND no = $2`,
          ...[tenantNo, row.no, url, events, characterIds, description, includeContent],
          ...[next.status, change.status === 'ENABLED'],
        );
        if (row.status === 'DISABLED' && next.status === 'ENABLED') {
          q.send(
            `UPDATE deliveries SET due_at = $3
             WHERE tenant_no = $1 AND webhook_no = $2 AND due_at IS NOT NULL AND holder IS NULL`,
            ...[tenantNo, row.no, now],
          );
        }
        return shown(q, tenantNo, scope, webhookId);
      }),

    remove: (scope, webhookId, now) =>
      onWebhook(scope, webhookId, now, async (q, { no }, tenantNo) => {
        q.send('DELETE FROM deliveries WHERE tenant_no = $1 AND webhook_no = $2', tenantNo, no);
        q.send('DELETE FROM webhooks WHERE tenant_no = $1 AND no = $2', tenantNo, no);
      }),

    rotate: (scope, webhookId, secret, oldUntil, now) =>
      onWebhook(scope, webhookId, now, async (q, { no, made_by: madeBy }, tenantNo) => {
        requireMaker(madeBy, scope);
        q.send(
          `UPDATE webhooks SET old_secret = secret, old_until = $3, secret = $4 WHERE tenant_no = $1 AND no = $2`,
          ...[tenantNo, no, oldUntil, secret],
        );
        return shown(q, tenantNo, scope, webhookId);
      }),

    async deliveries(scope, webhookId, { page, limit, after, status = null }) {
      const tenantNo = await tenantOf(scope);
      const { no } = required(await db.get<WebhookRow>(tenantNo, selectWebhook, tenantNo, webhookId), webhookId);
      const among = `FROM deliveries WHERE tenant_no = $1 AND webhook_no = $2 AND ($3::text IS NULL OR status = $3)
        AND ${isOfVisible('$4', '$5')}`;
      const values = [tenantNo, no, status, ...caller(scope)];
      const isBehind = behind(deliveryOrder, after, (n) => `$${7 + n}`);
      return db.read(tenantNo, async (q) => {
        const [counted, found] = await Promise.all([
          q.get<{ total: number }>(`SELECT count(*)::int AS total ${among}`, ...values),
          q.all<DeliveryRow>(
            `SELECT *, ${placeColumns(deliveryOrder)} ${among} AND ${isBehind.sql}
             ORDER BY ${orderOf(deliveryOrder)} LIMIT $6 OFFSET $7`,
            ...values,
            ...[limit + 1, page * limit],
            ...isBehind.values,
          ),
        ]);
        const { rows, ...paged } = pageOf(found, deliveryOrder, limit);
        return { deliveries: rows.map(toDelivery), total: counted?.total ?? 0, ...paged };
      });
    },

    redeliver: (scope, webhookId, deliveryId, now) =>
      onWebhook(scope, webhookId, now, async (q, { no }, tenantNo) => {
        const row = await q.get<DeliveryRow>(
          `UPDATE deliveries SET status = 'PENDING', failures = 0, due_at = $4, holder = NULL
           WHERE tenant_no = $1 AND no = $2 AND webhook_no = $3 AND ${isOfVisible('$5', '$6')} RETURNING *`,
          ...[tenantNo, deliveryNo(deliveryId), no, now, ...caller(scope)],
        );
        if (!row) throw deliveryNotFound(deliveryId);
        return toDelivery(row);
      }),
  };
}

/** NotFound. */
function required<Row extends WebhookRow>(row: Row | undefined, webhookId: string): Row {
  if (!row) throw webhookNotFound(webhookId);
  return row;
}

import type { Character } from '../../../domain/character.ts';
import { type Scope, serviceScope } from '../../../domain/principal.ts';
import type { TenantStore, TenantUsage } from '../../../domain/stores/tenancy.ts';
import { decideTier, requireFreeTenantName } from '../../../domain/tenant-rules.ts';
import { exactName } from '../../../domain/text.ts';
import { toUsage } from '../../rows/ai-usage.ts';
import { scheduleOf, type TenantRow, toTenant } from '../../rows/tenancy.ts';
import { settleTier, writeLine, writeTierAudit } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import { type Directory, noTenant } from '../directory.ts';
import { caller, isAmongVisible } from '../sharing/access.ts';
import type { Unit } from '../unit.ts';
import { monthlyUsage } from './ai-usage.ts';
import { insertOwner } from './keys.ts';
import { lockTenant, type NumberedTenant } from './tenant-rows.ts';

/** The action in the audit log when a tenant's tier changes. */
const settingTier = 'set_tier';

/** The advisory lock for naming tenants: a name must not be the id of another tenant either. */
const namesLock = 0x414d5333;

export function tenantStore(db: Connection, directory: Directory): TenantStore {
  return {
    async storeId() {
      const row = await db.get<{ id: string }>(null, 'SELECT id FROM store');
      return row?.id ?? '';
    },

    async ensure(tenantId, tier, now) {
      // Looked up first: a start with an unchanged tenant writes nothing.
      const stored = await db.get<{ tier: string }>(null, 'SELECT tier FROM tenants WHERE id = $1', tenantId);
      if (stored?.tier === tier) return;
      await db.write(null, async (q) => {
        // ON CONFLICT (id) does not catch the name of a row that another server inserts at the same time.
        await q.all(`SELECT pg_advisory_xact_lock(${namesLock})`);
        const before = await q.get<NumberedTenant>('SELECT * FROM tenants WHERE id = $1 FOR NO KEY UPDATE', tenantId);
        await q.run(
          `INSERT INTO tenants (id, name, tier, created_at) VALUES ($1, $1, $2, $3)
           ON CONFLICT (id) DO UPDATE SET tier = excluded.tier, next_tier = NULL, period_end = NULL`,
          tenantId,
          tier,
          now,
        );
        if (before) await writeTierAudit(q, before.no, serviceScope(tenantId, settingTier), [before.tier, tier], now);
      });
    },

    create: (tenant, owner, key, now) =>
      db.write(null, async (q) => {
        const { id, name, tier } = tenant;
        await q.all(`SELECT pg_advisory_xact_lock(${namesLock})`);
        const taken = await q.get('SELECT 1 FROM tenants WHERE name = $1 OR id = $1', name);
        requireFreeTenantName(name, taken !== undefined);
        q.send('INSERT INTO tenants (id, name, tier, created_at) VALUES ($1, $2, $3, $4)', id, name, tier, now);
        const row = await lockTenant(q, id);
        const made = await insertOwner(q, row, owner, key, now);
        writeLine(q, row.no, serviceScope(id, 'create_tenant'), { targetId: made.owner.id }, 'OK', now);
        return { tenant: toTenant(row, now), ...made };
      }),

    async list(now) {
      const rows = await db.all<TenantRow>(null, 'SELECT * FROM tenants ORDER BY name');
      return rows.map((row) => toTenant(row, now));
    },

    async find(reference, now) {
      const rows = await db.all<TenantRow>(
        null,
        'SELECT * FROM tenants WHERE id = $1 OR name = $2',
        reference,
        exactName(reference),
      );
      const row = rows.find(({ id }) => id === reference) ?? rows[0];
      return row && toTenant(row, now);
    },

    setTier: (tenantId, tier, periodEnd, now) =>
      db.write(null, async (q) => {
        const locked = await lockTenant(q, tenantId);
        const before = await settleTier(q, locked, now);
        const row = before === locked.tier ? locked : { ...locked, tier: before, next_tier: null, period_end: null };
        const next = decideTier(scheduleOf(row), tier, periodEnd, now);
        q.send(
          'UPDATE tenants SET tier = $1, next_tier = $2, period_end = $3 WHERE id = $4',
          next.tier,
          next.nextTier,
          next.periodEnd,
          tenantId,
        );
        const scope = serviceScope(tenantId, settingTier);
        if (next.tier === before) writeLine(q, row.no, scope, {}, 'OK', now);
        else await writeTierAudit(q, row.no, scope, [before, next.tier], now);
        return toTenant({ ...row, tier: next.tier, next_tier: next.nextTier, period_end: next.periodEnd }, now);
      }),

    async usage(scope, now) {
      // A tenant that does not exist has no data.
      const no = (await directory.tenant(scope.tenantId)) ?? noTenant;
      return db.read(no, (q) => usage(q, no, scope, now));
    },
  };
}

interface Bytes {
  bytes: number;
}

async function usage(q: Unit, tenantNo: number, scope: Scope, now: number): Promise<TenantUsage> {
  const seen = await q.all<{ no: number; status: Character['status']; memory_count: number }>(
    `SELECT no, status, memory_count FROM characters WHERE tenant_no = $1 AND ${isAmongVisible('$2', '$3')}`,
    tenantNo,
    ...caller(scope),
  );
  const nos = seen.map(({ no }) => no);
  const [texts, files, contents, ai] = await Promise.all([
    q.get<Bytes>(
      `SELECT coalesce(sum(octet_length(content)), 0)::bigint AS bytes FROM memories
       WHERE character_no = ANY($1::bigint[])`,
      nos,
    ),
    q.get<{ count: number }>('SELECT count(*)::int AS count FROM files WHERE character_no = ANY($1::bigint[])', nos),
    // A content that several characters store counts once.
    q.get<Bytes>(
      `SELECT coalesce(sum(one.bytes), 0)::bigint AS bytes FROM (
         SELECT DISTINCT content_hash, length(bytes) AS bytes FROM file_contents
         WHERE character_no = ANY($1::bigint[])) one`,
      nos,
    ),
    monthlyUsage(q, tenantNo, now),
  ]);
  const characters = {
    characters: seen.filter(({ status }) => status === 'ACTIVE').length,
    memories: seen.reduce((sum, row) => sum + row.memory_count, 0),
  };
  return toUsage({ characters, files, texts, contents, ai });
}

import { type Scope, serviceScope } from '../../../domain/principal.ts';
import type { TenantStore, TenantUsage } from '../../../domain/stores/tenancy.ts';
import { decideTier, requireFreeTenantName } from '../../../domain/tenant-rules.ts';
import { exactName } from '../../../domain/text.ts';
import type { Tier } from '../../../domain/tier.ts';
import { toUsage } from '../../rows/ai-usage.ts';
import { scheduleOf, type TenantRow, toTenant } from '../../rows/tenancy.ts';
import { settleTier, writeAudit, writeTierAudit } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import { storeIdOf } from '../disk/identity.ts';
import { caller, isAmongVisible } from '../sharing/access.ts';
import { monthlyUsage } from './ai-usage.ts';
import { insertOwner } from './keys.ts';
import { tenantRow } from './tenant-rows.ts';

/** The audit log's name for a change of a tenant's tier. */
const settingTier = 'set_tier';

export function tenantStore(db: Connection): TenantStore {
  return {
    storeId: async () => storeIdOf(db.sqlite),

    async ensure(tenantId, tier, now) {
      const read = () => db.get<{ tier: Tier }>('SELECT tier FROM tenants WHERE id = ?', tenantId);
      // Looked up first: an unchanged tenant costs a start no write.
      if ((await db.read(read))?.tier === tier) return;
      await db.write(() => {
        const before = read();
        db.run(
          `INSERT INTO tenants (id, name, tier, created_at) VALUES (@tenantId, @tenantId, @tier, @now)
           ON CONFLICT (id) DO UPDATE SET tier = @tier, next_tier = NULL, period_end = NULL`,
          { tenantId, tier, now },
        );
        if (before) writeTierAudit(db, serviceScope(tenantId, settingTier), before.tier, tier, now);
      });
    },

    create: (tenant, owner, key, now) =>
      db.write(() => {
        const { id, name, tier } = tenant;
        const taken = db.get('SELECT 1 FROM tenants WHERE name = @name OR id = @name', { name }) !== undefined;
        requireFreeTenantName(name, taken);
        db.run('INSERT INTO tenants (id, name, tier, created_at) VALUES (?, ?, ?, ?)', id, name, tier, now);
        const made = insertOwner(db, id, owner, key, now);
        writeAudit(db, serviceScope(id, 'create_tenant'), now, { targetId: made.owner.id });
        return { tenant: toTenant(tenantRow(db, id), now), ...made };
      }),

    list: (now) =>
      db.read(() => db.all<TenantRow>('SELECT * FROM tenants ORDER BY name').map((row) => toTenant(row, now))),

    find: (reference, now) =>
      db.read(() => {
        const row =
          db.get<TenantRow>('SELECT * FROM tenants WHERE id = ?', reference) ??
          db.get<TenantRow>('SELECT * FROM tenants WHERE name = ?', exactName(reference));
        return row && toTenant(row, now);
      }),

    setTier: (tenantId, tier, periodEnd, now) =>
      db.write(() => {
        settleTier(db, tenantRow(db, tenantId), now);
        const { tier: before, ...row } = tenantRow(db, tenantId);
        const next = decideTier(scheduleOf({ ...row, tier: before }), tier, periodEnd, now);
        db.run(
          'UPDATE tenants SET tier = ?, next_tier = ?, period_end = ? WHERE id = ?',
          next.tier,
          next.nextTier,
          next.periodEnd,
          tenantId,
        );
        const scope = serviceScope(tenantId, settingTier);
        if (next.tier === before) writeAudit(db, scope, now, {});
        else writeTierAudit(db, scope, before, next.tier, now);
        return toTenant(tenantRow(db, tenantId), now);
      }),

    usage: (scope, now) => db.read(() => usage(db, scope, now)),
  };
}

function usage(db: Connection, scope: Scope, now: number): TenantUsage {
  const values = caller(scope);
  const seen = `characters.tenant_id = @tenantId AND ${isAmongVisible}`;
  const characters = db.get<{ characters: number; memories: number }>(
    `SELECT count(*) FILTER (WHERE status = 'ACTIVE') AS characters, coalesce(sum(memory_count), 0) AS memories
     FROM characters WHERE ${seen}`,
    values,
  );
  const texts = db.get<{ bytes: number }>(
    `SELECT coalesce(sum(octet_length(content)), 0) AS bytes FROM memories
     JOIN characters ON characters.no = memories.character_no WHERE ${seen}`,
    values,
  );
  const files = db.get<{ count: number }>(
    `SELECT count(*) AS count FROM files JOIN characters ON characters.no = files.character_no WHERE ${seen}`,
    values,
  );
  const contents = db.get<{ bytes: number }>(
    `SELECT coalesce(sum(length(bytes)), 0) AS bytes FROM file_contents WHERE content_hash IN
       (SELECT snapshots.content_hash FROM snapshots JOIN files ON files.no = snapshots.file_no
        JOIN characters ON characters.no = files.character_no WHERE ${seen})`,
    values,
  );
  const ai = monthlyUsage(db, scope.tenantId, now);
  return toUsage({ characters, files, texts, contents, ai });
}

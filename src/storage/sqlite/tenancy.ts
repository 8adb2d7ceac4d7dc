import { ServiceError } from '../../domain/errors.ts';
import type { ApiKey, Member, NewKey, TenancyStore } from '../../domain/tenancy.ts';
import { isDowngrade } from '../../domain/tier.ts';
import type { Connection } from './connection.ts';
import { insertKey, keyStore } from './keys.ts';
import { insertMember, memberStore, membersOf, toMember } from './members.ts';
import { type TenantRow, tenantRow, tierInForce, toTenant } from './tenant-rows.ts';

export function tenancyStore(db: Connection): TenancyStore {
  return {
    ...memberStore(db),
    ...keyStore(db),

    createTenant: (tenant, owner, key, now) =>
      db.write(() => {
        refuseTakenName(db, tenant.name);
        const { id, name, tier } = tenant;
        db.run('INSERT INTO tenants (id, name, tier, created_at) VALUES (?, ?, ?, ?)', id, name, tier, now);
        const made = ownerOf(db, id, owner, key, now);
        return { tenant: toTenant(tenantRow(db, id), now), ...made };
      }),

    addFirstKey: (tenantId, owner, key, now) =>
      db.write(() => {
        if (db.get('SELECT 1 FROM api_keys LIMIT 1')) return undefined;
        return ownerOf(db, tenantRow(db, tenantId).id, owner, key, now).key;
      }),

    listTenants: (now) =>
      db.read(() => db.all<TenantRow>('SELECT * FROM tenants ORDER BY name').map((row) => toTenant(row, now))),

    findTenant: (reference, now) =>
      db.read(() => {
        const row =
          db.get<TenantRow>('SELECT * FROM tenants WHERE id = ?', reference) ??
          db.get<TenantRow>('SELECT * FROM tenants WHERE name = ?', reference.trim().normalize('NFC'));
        return row && toTenant(row, now);
      }),

    setTier: (tenantId, tier, periodEnd, now) =>
      db.write(() => {
        const current = tierInForce(tenantRow(db, tenantId), now);
        const waits = isDowngrade(current, tier);
        db.run(
          'UPDATE tenants SET tier = ?, next_tier = ?, period_end = ? WHERE id = ?',
          waits ? current : tier,
          waits ? tier : null,
          waits ? periodEnd : null,
          tenantId,
        );
        return toTenant(tenantRow(db, tenantId), now);
      }),
  };
}

/** An OWNER with a key, inside the unit that makes the tenant or its first key. A member of that name is taken as is. */
function ownerOf(
  db: Connection,
  tenantId: string,
  owner: { id: string; name: string },
  key: NewKey,
  now: number,
): { owner: Member; key: ApiKey } {
  const existing = membersOf(db, tenantId).find(({ name, role }) => name === owner.name && role === 'OWNER');
  const member = existing ? toMember(existing) : insertMember(db, tenantId, { ...owner, role: 'OWNER' }, now);
  return { owner: member, key: insertKey(db, member.id, key, now) };
}

function refuseTakenName(db: Connection, name: string): void {
  if (!db.get('SELECT 1 FROM tenants WHERE name = @name OR id = @name', { name })) return;
  throw new ServiceError('InvalidInput', `A tenant named "${name}" exists already.`);
}

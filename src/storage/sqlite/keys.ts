import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../domain/errors.ts';
import type { ApiKey, Credential, MemberStatus, NewKey, TenancyStore } from '../../domain/tenancy.ts';
import { seatLimitExceeded } from '../../domain/tenancy.ts';
import type { Role } from '../../domain/tenant.ts';
import { iso } from '../../domain/text.ts';
import { type Tier, tierLimits } from '../../domain/tier.ts';
import type { Connection } from './connection.ts';
import { memberRow } from './members.ts';
import { tenantRow, tierInForce } from './tenant-rows.ts';

/** How much of a hash the index holds. */
const lookupBytes = 8;

interface KeyRow {
  id: string;
  member_id: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  tenant_id: string;
  member: string;
}

interface CredentialRow extends KeyRow {
  hash: Buffer;
  role: Role;
  status: MemberStatus;
  tier: Tier;
  next_tier: Tier | null;
  period_end: number | null;
}

const selectKeys = `
  SELECT api_keys.*, members.tenant_id, members.name AS member
  FROM api_keys JOIN members ON members.id = api_keys.member_id`;

type KeyMethods = 'addKey' | 'listKeys' | 'revokeKey' | 'findCredential' | 'keyUsed';

export function keyStore(db: Connection): Pick<TenancyStore, KeyMethods> {
  return {
    addKey: (memberId, key, now) =>
      db.write(() => {
        const { tenant_id: tenantId } = memberRow(db, memberId);
        const tier = tierInForce(tenantRow(db, tenantId), now);
        const valid = keysOf(db, tenantId).filter((row) => row.revoked_at === null).length;
        if (valid >= tierLimits[tier].maxApiKeys) throw seatLimitExceeded(tier, 'maxApiKeys');
        return insertKey(db, memberId, key, now);
      }),

    listKeys: (tenantId) => db.read(() => keysOf(db, tenantId).map(toKey)),

    revokeKey: (keyId, now) =>
      db.write(() => {
        db.run('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', now, keyId);
        return requireKey(db, keyId);
      }),

    findCredential: (hash, now) => db.read(() => findCredential(db, hash, now)),

    async keyUsed(keyId, now) {
      await db.write(() => db.run('UPDATE api_keys SET last_used_at = ? WHERE id = ?', now, keyId));
    },
  };
}

/** Inside a write unit that has checked the tier's limit. */
export function insertKey(db: Connection, memberId: string, { id, name, hash }: NewKey, now: number): ApiKey {
  db.run(
    'INSERT INTO api_keys (id, member_id, name, hash, hash_start, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    memberId,
    name,
    hash,
    hash.subarray(0, lookupBytes),
    now,
  );
  return requireKey(db, id);
}

function findCredential(db: Connection, hash: Uint8Array, now: number): Credential | undefined {
  const rows = db.all<CredentialRow>(
    `SELECT api_keys.*, members.tenant_id, members.name AS member, members.role, members.status,
       tenants.tier, tenants.next_tier, tenants.period_end
     FROM api_keys
     JOIN members ON members.id = api_keys.member_id
     JOIN tenants ON tenants.id = members.tenant_id
     WHERE api_keys.hash_start = ?`,
    hash.subarray(0, lookupBytes),
  );
  const row = rows.find((one) => timingSafeEqual(one.hash, hash));
  return (
    row && {
      keyId: row.id,
      tenantId: row.tenant_id,
      tier: tierInForce(row, now),
      memberId: row.member_id,
      member: row.member,
      role: row.role,
      memberStatus: row.status,
      revoked: row.revoked_at !== null,
      lastUsedAt: row.last_used_at ?? undefined,
    }
  );
}

function keysOf(db: Connection, tenantId: string): KeyRow[] {
  return db.all<KeyRow>(
    `${selectKeys} WHERE members.tenant_id = ? ORDER BY api_keys.created_at, api_keys.id`,
    tenantId,
  );
}

function requireKey(db: Connection, keyId: string): ApiKey {
  const row = db.get<KeyRow>(`${selectKeys} WHERE api_keys.id = ?`, keyId);
  if (!row) throw new ServiceError('NotFound', `Key "${keyId}" does not exist.`);
  return toKey(row);
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    tenantId: row.tenant_id,
    member: row.member,
    createdAt: iso(row.created_at),
    ...(row.last_used_at !== null && { lastUsedAt: iso(row.last_used_at) }),
    ...(row.revoked_at !== null && { revokedAt: iso(row.revoked_at) }),
  };
}

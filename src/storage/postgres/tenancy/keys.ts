import type { EventEmitter } from 'node:events';
import { eventOfKey } from '../../../domain/event-rules.ts';
import { serviceScope } from '../../../domain/principal.ts';
import { admission, effectiveLimit, windowStart } from '../../../domain/rate-limit.ts';
import type { KeyStore, NewOwner } from '../../../domain/stores/tenancy.ts';
import type { ApiKey, Member, NewKey } from '../../../domain/tenant.ts';
import { existingOwner, isKeyOf, keyNotFound, requireFreeKey, rotatedKey } from '../../../domain/tenant-rules.ts';
import { type Bucket, tierLimits, tiers } from '../../../domain/tier.ts';
import { type CredentialRow, credentialOf, type KeyRow, keyValues, lookupBytes, toKey } from '../../rows/tenancy.ts';
import { AuditWriter, writeLine } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import type { Directory } from '../directory.ts';
import type { Owner } from '../driver.ts';
import type { Unit } from '../unit.ts';
import { insertMember, lockMember, memberRow, membersOf, withdrawal } from './members.ts';
import { allowedBy, takenWithCredential } from './rates.ts';
import { lockedTier, selectTierInForce, tenantNoOf } from './tenant-rows.ts';

/** The advisory lock for a store's first key: there is no row to lock yet. */
const firstKeyLock = 0x414d5332;

const credentialColumns = `api_keys.*, tenants.id AS tenant_id, members.name AS member, members.role, members.status,
  tenants.tier, tenants.next_tier, tenants.period_end`;
const fromCredentials = `FROM api_keys
  JOIN members ON members.id = api_keys.member_id
  JOIN tenants ON tenants.no = members.tenant_no
  WHERE api_keys.hash_start = $1`;

/** Finds a credential, and counts its request in the same round trip if the credential is valid. */
const selectCounting = `WITH found AS (
    SELECT tenants.no AS tenant_no, ${allowedBy(selectTierInForce('$5'))} AS allowed ${fromCredentials}
      AND api_keys.revoked_at IS NULL AND coalesce(api_keys.expires_at > $5, true) AND members.status = 'ACTIVE'
  ), taken AS (${takenWithCredential})
  SELECT ${credentialColumns}, (SELECT count FROM taken) AS taken ${fromCredentials}`;

async function findCounting(db: Connection, owner: Owner, hash: Uint8Array, now: number, bucket: Bucket) {
  const limits = tiers.map((tier) => effectiveLimit(tierLimits[tier].rates[bucket], now));
  const rows = await db.writeOne<CredentialRow & { taken: number | null }>(
    owner,
    selectCounting,
    ...[hash.subarray(0, lookupBytes), bucket, windowStart(now), limits, now],
  );
  const found = credentialOf(rows, hash, now);
  return found && { ...found, admission: admission(found.tier, bucket, rows[0]?.taken ?? undefined, now) };
}

export function keyStore(db: Connection, directory: Directory, withdrawals: EventEmitter): KeyStore {
  return {
    add: (memberId, key, now, by) =>
      db.write(null, async (q) => {
        // The tenant is locked before the member, as everywhere.
        const { tenant_id: tenantId } = await memberRow(q, memberId);
        const { no, tier } = await lockedTier(q, tenantId, now);
        await lockMember(q, memberId);
        requireFreeKey(tier, (await q.all<KeyRow>(listKeys, no)).map(toKey), now);
        const added = await insertKey(q, memberId, key, now);
        const scope = by ?? serviceScope(tenantId, 'service', 'create_key');
        const happened = () => [eventOfKey('key.created', added)];
        await new AuditWriter(q, no, scope, now).write({ targetId: added.id, happened });
        return added;
      }),

    addFirst: (tenantId, owner, key, now) =>
      db.write(null, async (q) => {
        await q.all(`SELECT pg_advisory_xact_lock(${firstKeyLock})`);
        if (await q.get('SELECT 1 FROM api_keys LIMIT 1')) return undefined;
        const { no } = await lockedTier(q, tenantId, now);
        const added = (await insertOwner(q, { id: tenantId, no }, owner, key, now)).key;
        writeLine(q, no, serviceScope(tenantId, 'service', 'create_key'), { targetId: added.id }, 'OK', now);
        return added;
      }),

    async rotate(keyId, { until, ...given }, now, owner, by) {
      const made = await db.write(null, async (q) => {
        const { tenantId, memberId } = await requireKey(q, keyId);
        const { no, tier } = await lockedTier(q, tenantId, now);
        await lockMember(q, memberId);
        const keys = (await q.all<KeyRow>(listKeys, no)).map(toKey);
        const old = keys.find(({ id }) => id === keyId);
        if (!old || !isKeyOf(old, owner)) throw keyNotFound(keyId);
        const key = rotatedKey(old, { until, ...given }, now);
        requireFreeKey(
          tier,
          keys.filter((one) => one !== old),
          now,
        );
        if (until <= now) q.send('UPDATE api_keys SET revoked_at = $1 WHERE id = $2', now, keyId);
        else q.send('UPDATE api_keys SET expires_at = least(expires_at, $1) WHERE id = $2', until, keyId);
        const added = await insertKey(q, memberId, key, now);
        const happened = () => [
          eventOfKey('key.created', added),
          ...(until <= now ? [eventOfKey('key.revoked', old)] : []),
        ];
        const scope = by ?? serviceScope(tenantId, 'service', 'rotate_key');
        await new AuditWriter(q, no, scope, now).write({ targetId: keyId, happened });
        return added;
      });
      withdrawals.emit(withdrawal);
      return made;
    },

    async list(tenantId) {
      const no = await directory.tenant(tenantId);
      return no === undefined ? [] : (await db.all<KeyRow>(null, listKeys, no)).map(toKey);
    },

    async revoke(keyId, now, owner, by) {
      const revoked = await db.write(null, async (q) => {
        const key = await requireKey(q, keyId);
        if (!isKeyOf(key, owner)) throw keyNotFound(keyId);
        const sql = 'UPDATE api_keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL';
        if ((await q.run(sql, now, keyId)) > 0) {
          const scope = by ?? serviceScope(key.tenantId, 'service', 'revoke_key');
          const happened = () => [eventOfKey('key.revoked', key)];
          const tenantNo = await tenantNoOf(q, key.tenantId);
          await new AuditWriter(q, tenantNo, scope, now).write({ targetId: keyId, happened });
        }
        return requireKey(q, keyId);
      });
      withdrawals.emit(withdrawal);
      return revoked;
    },

    async findCredential(hash, now, { counting, expected } = {}) {
      const owner = (expected === undefined ? undefined : await directory.tenant(expected)) ?? 'unknown';
      if (counting) return findCounting(db, owner, hash, now, counting);
      const rows = await db.all<CredentialRow>(
        owner,
        `SELECT ${credentialColumns} ${fromCredentials}`,
        hash.subarray(0, lookupBytes),
      );
      return credentialOf(rows, hash, now);
    },

    async recordUse(keyId, now) {
      await db.write(null, (q) => q.run('UPDATE api_keys SET last_used_at = $1 WHERE id = $2', now, keyId));
    },

    onWithdrawal(listener) {
      withdrawals.on(withdrawal, listener);
      return () => withdrawals.off(withdrawal, listener);
    },
  };
}

const selectKeys = `
  SELECT api_keys.*, tenants.id AS tenant_id, members.name AS member
  FROM api_keys JOIN members ON members.id = api_keys.member_id JOIN tenants ON tenants.no = members.tenant_no`;
const listKeys = `${selectKeys} WHERE members.tenant_no = $1 ORDER BY api_keys.created_at, api_keys.id`;

/** Inside a write unit that has checked the tier's limit. */
async function insertKey(q: Unit, memberId: string, key: NewKey, now: number): Promise<ApiKey> {
  q.send(
    `INSERT INTO api_keys (id, name, hash, hash_start, access, characters, expires_at, member_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    ...keyValues(key),
    ...[memberId, now],
  );
  return requireKey(q, key.id);
}

/** NotFound. */
async function requireKey(q: Unit, keyId: string): Promise<ApiKey> {
  const row = await q.get<KeyRow>(`${selectKeys} WHERE api_keys.id = $1`, keyId);
  if (!row) throw keyNotFound(keyId);
  return toKey(row);
}

/**
 * Creates an OWNER with a key, inside the unit that creates the tenant or its first key. An OWNER of that name is
 * reused.
 */
export async function insertOwner(
  q: Unit,
  tenant: { id: string; no: number },
  owner: NewOwner,
  key: NewKey,
  now: number,
): Promise<{ owner: Member; key: ApiKey }> {
  const members = await membersOf(q, tenant.no);
  const locked = { tenantId: tenant.id, tenantNo: tenant.no, members };
  const member = existingOwner(members, owner.name) ?? insertMember(q, locked, { ...owner, role: 'OWNER' }, now);
  return { owner: member, key: await insertKey(q, member.id, key, now) };
}

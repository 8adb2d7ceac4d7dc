import type { EventEmitter } from 'node:events';
import { eventOfKey } from '../../../domain/event-rules.ts';
import { serviceScope } from '../../../domain/principal.ts';
import type { KeyStore, NewOwner } from '../../../domain/stores/tenancy.ts';
import type { ApiKey, Member, NewKey } from '../../../domain/tenant.ts';
import { existingOwner, isKeyOf, keyNotFound, requireFreeKey, rotatedKey } from '../../../domain/tenant-rules.ts';
import {
  type CredentialRow,
  credentialOf,
  type KeyRow,
  keyValues,
  lookupBytes,
  tierInForce,
  toKey,
} from '../../rows/tenancy.ts';
import { writeAudit } from '../audit/record.ts';
import { nobody } from '../change-counts.ts';
import type { Connection } from '../connection.ts';
import { insertMember, memberRow, membersOf, withdrawal } from './members.ts';
import { tenantRow } from './tenant-rows.ts';

export function keyStore(db: Connection, withdrawals: EventEmitter): KeyStore {
  return {
    add: (memberId, key, now, by) =>
      db.write(() => {
        const { tenant_id: tenantId } = memberRow(db, memberId);
        requireFreeKey(tierInForce(tenantRow(db, tenantId), now), keysOf(db, tenantId), now);
        const added = insertKey(db, memberId, key, now);
        const scope = by ?? serviceScope(tenantId, 'service', 'create_key');
        writeAudit(db, scope, now, { targetId: added.id, happened: () => [eventOfKey('key.created', added)] });
        return added;
      }),

    addFirst: (tenantId, owner, key, now) =>
      db.write(() => {
        if (db.get('SELECT 1 FROM api_keys LIMIT 1')) return undefined;
        const added = insertOwner(db, tenantRow(db, tenantId).id, owner, key, now).key;
        writeAudit(db, serviceScope(tenantId, 'service', 'create_key'), now, { targetId: added.id });
        return added;
      }),

    async rotate(keyId, { until, ...given }, now, owner, by) {
      const made = await db.write(() => {
        const old = requireKey(db, keyId);
        const { tenantId, memberId } = old;
        if (!isKeyOf(old, owner)) throw keyNotFound(keyId);
        const key = rotatedKey(old, { until, ...given }, now);
        const others = keysOf(db, tenantId).filter(({ id }) => id !== keyId);
        requireFreeKey(tierInForce(tenantRow(db, tenantId), now), others, now);
        const added = insertKey(db, memberId, key, now);
        if (until <= now) db.run('UPDATE api_keys SET revoked_at = ? WHERE id = ?', now, keyId);
        else
          db.run('UPDATE api_keys SET expires_at = min(?, coalesce(expires_at, ?)) WHERE id = ?', until, until, keyId);
        const happened = () => [
          eventOfKey('key.created', added),
          ...(until <= now ? [eventOfKey('key.revoked', old)] : []),
        ];
        writeAudit(db, by ?? serviceScope(tenantId, 'service', 'rotate_key'), now, { targetId: keyId, happened });
        return added;
      });
      withdrawals.emit(withdrawal);
      return made;
    },

    list: (tenantId) => db.read(() => keysOf(db, tenantId)),

    async revoke(keyId, now, owner, by) {
      const revoked = await db.write(() => {
        const key = requireKey(db, keyId);
        if (!isKeyOf(key, owner)) throw keyNotFound(keyId);
        if (key.revokedAt !== undefined) return key;
        db.run('UPDATE api_keys SET revoked_at = ? WHERE id = ?', now, keyId);
        const scope = by ?? serviceScope(key.tenantId, 'service', 'revoke_key');
        writeAudit(db, scope, now, { targetId: keyId, happened: () => [eventOfKey('key.revoked', key)] });
        return requireKey(db, keyId);
      });
      withdrawals.emit(withdrawal);
      return revoked;
    },

    async findCredential(hash, now) {
      const start = hash.subarray(0, lookupBytes);
      const key = `credentials ${Buffer.from(start).toString('hex')}`;
      const rows = await db.read(() => db.cached(key, () => credentials(db, start)));
      return credentialOf(rows, hash, now);
    },

    async recordUse(keyId, now) {
      await db.write(() => db.run('UPDATE api_keys SET last_used_at = ? WHERE id = ?', now, keyId), nobody);
    },

    onWithdrawal(listener) {
      withdrawals.on(withdrawal, listener);
      return () => withdrawals.off(withdrawal, listener);
    },
  };
}

/** Keys with this beginning of the hash. */
function credentials(db: Connection, hashStart: Uint8Array): CredentialRow[] {
  return db.all<CredentialRow>(
    `SELECT api_keys.*, members.tenant_id, members.name AS member, members.role, members.status,
       tenants.tier, tenants.next_tier, tenants.period_end
     FROM api_keys
     JOIN members ON members.id = api_keys.member_id
     JOIN tenants ON tenants.id = members.tenant_id
     WHERE api_keys.hash_start = ?`,
    hashStart,
  );
}

const selectKeys = `
  SELECT api_keys.*, members.tenant_id, members.name AS member
  FROM api_keys JOIN members ON members.id = api_keys.member_id`;

/** Inside a write unit that has checked the tier's limit. */
function insertKey(db: Connection, memberId: string, key: NewKey, now: number): ApiKey {
  db.run(
    `INSERT INTO api_keys (id, name, hash, hash_start, access, characters, expires_at, member_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...keyValues(key),
    ...[memberId, now],
  );
  return requireKey(db, key.id);
}

/** The keys of a tenant, oldest first. */
function keysOf(db: Connection, tenantId: string): ApiKey[] {
  return db
    .all<KeyRow>(`${selectKeys} WHERE members.tenant_id = ? ORDER BY api_keys.created_at, api_keys.id`, tenantId)
    .map(toKey);
}

/** NotFound. */
export function requireKey(db: Connection, keyId: string): ApiKey {
  const row = db.get<KeyRow>(`${selectKeys} WHERE api_keys.id = ?`, keyId);
  if (!row) throw keyNotFound(keyId);
  return toKey(row);
}

/**
 * An OWNER with a key, inside the unit that makes the tenant or its first key; an existing one of that name is used.
 */
export function insertOwner(
  db: Connection,
  tenantId: string,
  owner: NewOwner,
  key: NewKey,
  now: number,
): { owner: Member; key: ApiKey } {
  const member =
    existingOwner(membersOf(db, tenantId), owner.name) ?? insertMember(db, tenantId, { ...owner, role: 'OWNER' }, now);
  return { owner: member, key: insertKey(db, member.id, key, now) };
}

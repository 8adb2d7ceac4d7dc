import type { EventEmitter } from 'node:events';
import type { Credential } from '../../domain/tenant.ts';
import { isKeyOf, keyNotFound, requireFreeKey } from '../../domain/tenant-rules.ts';
import type { KeyStore } from '../../domain/tenant-store.ts';
import { type CredentialRow, credentialOf, lookupBytes, tierInForce } from '../rows/tenancy.ts';
import type { Connection } from './connection.ts';
import { insertKey, keysOf, requireKey } from './key-rows.ts';
import { memberRow } from './member-rows.ts';
import { insertOwner } from './owners.ts';
import { tenantRow } from './tenant-rows.ts';

/** What the stores of keys and members emit when either may have ended what a key stands for. */
export const withdrawal = 'withdrawal';

export function keyStore(db: Connection, withdrawals: EventEmitter): KeyStore {
  return {
    add: (memberId, key, now) =>
      db.write(() => {
        const { tenant_id: tenantId } = memberRow(db, memberId);
        requireFreeKey(tierInForce(tenantRow(db, tenantId), now), keysOf(db, tenantId));
        return insertKey(db, memberId, key, now);
      }),

    addFirst: (tenantId, owner, key, now) =>
      db.write(() => {
        if (db.get('SELECT 1 FROM api_keys LIMIT 1')) return undefined;
        return insertOwner(db, tenantRow(db, tenantId).id, owner, key, now).key;
      }),

    list: (tenantId) => db.read(() => keysOf(db, tenantId)),

    async revoke(keyId, now, owner) {
      const revoked = await db.write(() => {
        if (!isKeyOf(requireKey(db, keyId), owner)) throw keyNotFound(keyId);
        db.run('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', now, keyId);
        return requireKey(db, keyId);
      });
      withdrawals.emit(withdrawal);
      return revoked;
    },

    findCredential: (hash, now) => db.read(() => findCredential(db, hash, now)),

    async recordUse(keyId, now) {
      await db.write(() => db.run('UPDATE api_keys SET last_used_at = ? WHERE id = ?', now, keyId));
    },

    onWithdrawal(listener) {
      withdrawals.on(withdrawal, listener);
      return () => withdrawals.off(withdrawal, listener);
    },
  };
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
  return credentialOf(rows, hash, now);
}

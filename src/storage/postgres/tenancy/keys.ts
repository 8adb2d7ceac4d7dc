import type { EventEmitter } from 'node:events';
import { eventOfKey } from '../../../domain/event-rules.ts';
import { serviceScope } from '../../../domain/principal.ts';
import type { KeyStore } from '../../../domain/stores/tenancy.ts';
import { isKeyOf, keyNotFound, requireFreeKey } from '../../../domain/tenant-rules.ts';
import { type CredentialRow, credentialOf, type KeyRow, lookupBytes, toKey } from '../../rows/tenancy.ts';
import { Trail, writeLine } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import type { Directory } from '../directory.ts';
import { insertKey, listKeys, requireKey } from './key-rows.ts';
import { lockMember, memberRow } from './member-rows.ts';
import { insertOwner } from './owners.ts';
import { lockedTier, tenantNoOf } from './tenant-rows.ts';

/** What the stores of keys and members emit when either may have ended what a key stands for. */
export const withdrawal = 'withdrawal';

/** The advisory lock under which a store gets its first key: no row stands for "no key yet". */
const firstKeyLock = 0x414d5332;

export function keyStore(db: Connection, directory: Directory, withdrawals: EventEmitter): KeyStore {
  return {
    add: (memberId, key, now, by) =>
      db.write(null, async (q) => {
        // The tenant is locked before the member, as everywhere.
        const { tenant_id: tenantId } = await memberRow(q, memberId);
        const { no, tier } = await lockedTier(q, tenantId, now);
        await lockMember(q, memberId);
        requireFreeKey(tier, (await q.all<KeyRow>(listKeys, no)).map(toKey));
        const added = await insertKey(q, memberId, key, now);
        const scope = by ?? serviceScope(tenantId, 'service', 'create_key');
        const happened = () => [eventOfKey('key.created', added)];
        await new Trail(q, no, scope, now).leave({ targetId: added.id, happened });
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
          await new Trail(q, tenantNo, scope, now).leave({ targetId: keyId, happened });
        }
        return requireKey(q, keyId);
      });
      withdrawals.emit(withdrawal);
      return revoked;
    },

    async findCredential(hash, now) {
      const rows = await db.all<CredentialRow>(
        null,
        `SELECT api_keys.*, tenants.id AS tenant_id, members.name AS member, members.role, members.status,
           tenants.tier, tenants.next_tier, tenants.period_end
         FROM api_keys
         JOIN members ON members.id = api_keys.member_id
         JOIN tenants ON tenants.no = members.tenant_no
         WHERE api_keys.hash_start = $1`,
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

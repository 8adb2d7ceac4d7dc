import { ServiceError } from '../../../../domain/errors.ts';
import type { Member } from '../../../../domain/tenant.ts';
import { writeLine } from '../../../../storage/postgres/audit/record.ts';
import type { Connection } from '../../../../storage/postgres/connection.ts';
import type { Directory } from '../../../../storage/postgres/directory.ts';
import { lockMember } from '../../../../storage/postgres/tenancy/members.ts';
import { insertSession } from '../../../../storage/postgres/tenancy/sessions.ts';
import { tenantNoOf } from '../../../../storage/postgres/tenancy/tenant-rows.ts';
import type { Unit } from '../../../../storage/postgres/unit.ts';
import { challengeExpired, passkeyNotFound, requireRoomForPasskey } from '../../domain/passkey.ts';
import {
  fromPasskeys,
  type HeldPasskeyRow,
  heldPasskeyColumns,
  type PasskeyRow,
  toPasskey,
  toPasskeyHolder,
} from '../passkey-rows.ts';
import type { PasskeyStore } from '../passkey-store.ts';

const select = `SELECT ${heldPasskeyColumns}, tenants.id AS tenant_id ${fromPasskeys}
  JOIN tenants ON tenants.no = passkeys.tenant_no`;
const oldestFirst = 'ORDER BY passkeys.created_at, passkeys.id';
const selectOfTenant = `${select} WHERE passkeys.tenant_no = $1`;
const selectOfMember = `${selectOfTenant} AND passkeys.member_id = $2`;

export function passkeyStore(db: Connection, directory: Directory): PasskeyStore {
  const ofMember = async (tenantId: string, memberId: string | undefined) => {
    const no = await directory.tenant(tenantId);
    if (no === undefined) return [];
    return memberId === undefined
      ? db.all<PasskeyRow>(no, `${selectOfTenant} ${oldestFirst}`, no)
      : db.all<PasskeyRow>(no, `${selectOfMember} ${oldestFirst}`, no, memberId);
  };
  return {
    challenge: (challenge, memberId, expiresAt, now) =>
      db.write(null, async (q) => {
        q.send('DELETE FROM passkey_challenges WHERE expires_at <= $1', now);
        const sql = 'INSERT INTO passkey_challenges (challenge, member_id, expires_at) VALUES ($1, $2, $3)';
        q.send(sql, challenge, memberId ?? null, expiresAt);
      }),

    add: (challenge, { id, name, credential, publicKey, counter }, now, by) =>
      db.write(null, async (q) => {
        const { tenantId, memberId } = by;
        await lockMember(q, memberId);
        await take(q, challenge, memberId, now);
        const tenantNo = await tenantNoOf(q, tenantId);
        requireRoomForPasskey((await q.all<PasskeyRow>(selectOfMember, tenantNo, memberId)).length);
        const added = await q.run(
          `INSERT INTO passkeys (id, tenant_no, member_id, name, credential, public_key, counter, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential) DO NOTHING`,
          ...[id, tenantNo, memberId, name, credential, publicKey, counter, now],
        );
        if (added === 0) throw new ServiceError('InvalidInput', 'This passkey is known already.');
        writeLine(q, tenantNo, by, { targetId: id }, 'OK', now);
        return toPasskey((await q.get<PasskeyRow>(`${select} WHERE passkeys.id = $1`, id))!);
      }),

    signIn: (challenge, credential, session, check, now) =>
      db.write(null, async (q) => {
        await take(q, challenge, null, now);
        const row = await q.get<HeldPasskeyRow & { tenant_no: number }>(
          `${select} WHERE passkeys.credential = $1 FOR UPDATE OF passkeys`,
          credential,
        );
        if (!row) return undefined;
        const found = toPasskeyHolder(row);
        const { by, counter } = check(found);
        const { memberId, passkeyId } = found;
        q.send('UPDATE passkeys SET counter = $1, last_used_at = $2 WHERE id = $3', counter, now, passkeyId);
        insertSession(q, session, { tenantNo: row.tenant_no, memberId, passkeyId }, now);
        writeLine(q, row.tenant_no, by, { targetId: session.id }, 'OK', now);
        return found;
      }),

    list: async (tenantId, memberId) => (await ofMember(tenantId, memberId)).map(toPasskey),

    credentials: async (tenantId, memberId) => (await ofMember(tenantId, memberId)).map((row) => row.credential),

    remove: (tenantId, memberId, passkeyId, now, by) =>
      db.write(null, async (q) => {
        const tenantNo = await tenantNoOf(q, tenantId);
        const sql = `${select} WHERE passkeys.id = $1 AND passkeys.tenant_no = $2 FOR UPDATE OF passkeys`;
        const row = await q.get<PasskeyRow>(sql, passkeyId, tenantNo);
        if (!row || (memberId ?? row.member_id) !== row.member_id) throw passkeyNotFound(passkeyId);
        q.send('DELETE FROM passkeys WHERE id = $1', passkeyId);
        const ofIt = 'DELETE FROM sessions WHERE tenant_no = $1 AND member_id = $2 AND passkey_id = $3';
        q.send(ofIt, tenantNo, row.member_id, passkeyId);
        writeLine(q, tenantNo, by, { targetId: passkeyId }, 'OK', now);
        return toPasskey(row);
      }),
  };
}

/** Unauthorized. */
async function take(q: Unit, challenge: Uint8Array, memberId: string | null, now: number): Promise<void> {
  const sql = `DELETE FROM passkey_challenges
    WHERE challenge = $1 AND member_id IS NOT DISTINCT FROM $2::text AND expires_at > $3`;
  if ((await q.run(sql, challenge, memberId, now)) === 0) throw challengeExpired();
}

export function removePasskeys(q: Unit, { id: memberId }: Pick<Member, 'id'>): void {
  q.send('DELETE FROM passkeys WHERE member_id = $1', memberId);
}

import { ServiceError } from '../../../../domain/errors.ts';
import type { Member } from '../../../../domain/tenant.ts';
import { writeLine } from '../../../../storage/sqlite/audit/record.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import { memberRow } from '../../../../storage/sqlite/tenancy/members.ts';
import { insertSession } from '../../../../storage/sqlite/tenancy/sessions.ts';
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

const select = `SELECT ${heldPasskeyColumns} ${fromPasskeys}`;

export function passkeyStore(db: Connection): PasskeyStore {
  const ofMember = (tenantId: string, memberId: string | undefined) => {
    const within = memberId === undefined ? '' : 'AND passkeys.member_id = ?';
    const sql = `${select} WHERE passkeys.tenant_id = ? ${within} ORDER BY passkeys.created_at, passkeys.id`;
    return db.all<PasskeyRow>(sql, ...[tenantId, memberId].filter((one) => one !== undefined));
  };
  /** Unauthorized. */
  const take = (challenge: Uint8Array, memberId: string | null, now: number) => {
    const sql = 'DELETE FROM passkey_challenges WHERE challenge = ? AND member_id IS ? AND expires_at > ?';
    if (db.run(sql, challenge, memberId, now).changes === 0) throw challengeExpired();
  };
  return {
    challenge: (challenge, memberId, expiresAt, now) =>
      db.write(() => {
        db.run('DELETE FROM passkey_challenges WHERE expires_at <= ?', now);
        const sql = 'INSERT INTO passkey_challenges (challenge, member_id, expires_at) VALUES (?, ?, ?)';
        db.run(sql, challenge, memberId ?? null, expiresAt);
      }),

    add: (challenge, { id, name, credential, publicKey, counter }, now, by) =>
      db.write(() => {
        const { tenantId, memberId } = by;
        memberRow(db, memberId);
        take(challenge, memberId, now);
        requireRoomForPasskey(ofMember(tenantId, memberId).length);
        if (db.get('SELECT 1 FROM passkeys WHERE credential = ?', credential)) {
          throw new ServiceError('InvalidInput', 'This passkey is known already.');
        }
        db.run(
          `INSERT INTO passkeys (id, tenant_id, member_id, name, credential, public_key, counter, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[id, tenantId, memberId, name, credential, publicKey, counter, now],
        );
        writeLine(db, by, { targetId: id }, 'OK', now);
        return toPasskey(db.get<PasskeyRow>(`${select} WHERE passkeys.id = ?`, id)!);
      }),

    signIn: (challenge, credential, session, check, now) =>
      db.write(() => {
        take(challenge, null, now);
        const row = db.get<HeldPasskeyRow>(`${select} WHERE passkeys.credential = ?`, credential);
        if (!row) return undefined;
        const found = toPasskeyHolder(row);
        const { by, counter } = check(found);
        const { tenantId, memberId, passkeyId } = found;
        db.run('UPDATE passkeys SET counter = ?, last_used_at = ? WHERE id = ?', counter, now, passkeyId);
        insertSession(db, session, { tenantId, memberId, passkeyId }, now);
        writeLine(db, by, { targetId: session.id }, 'OK', now);
        return found;
      }),

    list: (tenantId, memberId) => db.read(() => ofMember(tenantId, memberId).map(toPasskey)),

    credentials: (tenantId, memberId) => db.read(() => ofMember(tenantId, memberId).map((row) => row.credential)),

    remove: (tenantId, memberId, passkeyId, now, by) =>
      db.write(() => {
        const row = db.get<HeldPasskeyRow>(`${select} WHERE passkeys.id = ?`, passkeyId);
        if (row?.tenant_id !== tenantId || (memberId ?? row.member_id) !== row.member_id)
          throw passkeyNotFound(passkeyId);
        db.run('DELETE FROM passkeys WHERE id = ?', passkeyId);
        const sql = 'DELETE FROM sessions WHERE tenant_id = ? AND member_id = ? AND passkey_id = ?';
        db.run(sql, tenantId, row.member_id, passkeyId);
        writeLine(db, by, { targetId: passkeyId }, 'OK', now);
        return toPasskey(row);
      }),
  };
}

export function removePasskeys(db: Connection, { id: memberId, tenantId }: Pick<Member, 'id' | 'tenantId'>): void {
  db.run('DELETE FROM passkeys WHERE tenant_id = ? AND member_id = ?', tenantId, memberId);
}

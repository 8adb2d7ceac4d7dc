import { serviceScope } from '../../../domain/principal.ts';
import { sessionsOfMember } from '../../../domain/session.ts';
import type { NewSession, SessionStore } from '../../../domain/stores/sessions.ts';
import {
  isKeyValid,
  linkDetail,
  type SessionRow,
  type SignedInRow,
  sessionRevokedAt,
  signedInColumns,
  signedInOf,
  toSession,
} from '../../rows/sessions.ts';
import { lookupBytes } from '../../rows/tenancy.ts';
import { writeLine } from '../audit/record.ts';
import { nobody } from '../change-counts.ts';
import type { Connection } from '../connection.ts';
import { requireKey } from './keys.ts';

export function sessionStore(db: Connection): SessionStore {
  return {
    open: (session, now, by) =>
      db.write(() => {
        const { id: keyId, tenantId, memberId } = requireKey(db, session.keyId);
        insertSession(db, session, { tenantId, memberId, keyId }, now);
        writeLine(db, by ?? serviceScope(tenantId, 'sign_in'), { targetId: session.id }, 'OK', now);
      }),

    find: (hash, now) =>
      db.read(() => {
        const rows = db.all<SignedInRow>(
          `SELECT ${signedInColumns}, members.tenant_id, tenants.tier, tenants.next_tier, tenants.period_end
           FROM sessions
           LEFT JOIN api_keys ON api_keys.id = sessions.key_id
           JOIN members ON members.id = sessions.member_id
           JOIN tenants ON tenants.id = members.tenant_id
           WHERE sessions.hash_start = ? AND sessions.expires_at > ?`,
          hash.subarray(0, lookupBytes),
          now,
        );
        return signedInOf(rows, hash, now);
      }),

    async recordUse(sessionId, now) {
      await db.write(() => db.run('UPDATE sessions SET last_used_at = ? WHERE id = ?', now, sessionId), nobody);
    },

    list: (tenantId, memberId, now) =>
      db.read(() => {
        const rows = db.all<SessionRow>(
          `SELECT sessions.*, members.name AS member, ${linkDetail('tenant_id')} AS link_detail
           FROM sessions JOIN members ON members.id = sessions.member_id
             LEFT JOIN api_keys ON api_keys.id = sessions.key_id
           WHERE sessions.tenant_id = @tenantId AND sessions.expires_at > @now AND ${sessionRevokedAt} IS NULL
             AND ${isKeyValid('@now')}
             AND (@memberId IS NULL OR sessions.member_id = @memberId)
           ORDER BY sessions.created_at DESC, sessions.id`,
          { tenantId, now, memberId: memberId ?? null },
        );
        return rows.map(toSession);
      }),

    end: (tenantId, memberId, sessionId, now, by = serviceScope(tenantId, 'end_session')) =>
      db.write(() => {
        const { changes } = db.run(
          `DELETE FROM sessions
           WHERE id = @sessionId AND tenant_id = @tenantId AND (@memberId IS NULL OR member_id = @memberId)`,
          { sessionId, tenantId, memberId: memberId ?? null },
        );
        if (changes === 0) return false;
        writeLine(db, by, { targetId: sessionId }, 'OK', now);
        return true;
      }),
  };
}

/** The member of a session, and the key or the passkey that opened it. */
interface SessionHolder {
  tenantId: string;
  memberId: string;
  keyId?: string;
  passkeyId?: string;
}

/** Inside a unit. */
export function insertSession(
  db: Connection,
  { id, hash, userAgent, expiresAt }: NewSession,
  { tenantId, memberId, keyId, passkeyId }: SessionHolder,
  now: number,
): void {
  db.run('DELETE FROM sessions WHERE expires_at <= ?', now);
  db.run(
    `INSERT INTO sessions (id, tenant_id, member_id, key_id, passkey_id, hash, hash_start, user_agent, created_at, last_used_at, expires_at)
     VALUES (@id, @tenantId, @memberId, @keyId, @passkeyId, @hash, @start, @userAgent, @now, @now, @expiresAt)`,
    {
      id,
      tenantId,
      memberId,
      keyId: keyId ?? null,
      passkeyId: passkeyId ?? null,
      hash,
      start: hash.subarray(0, lookupBytes),
      userAgent,
      now,
      expiresAt,
    },
  );
  db.run(
    `DELETE FROM sessions WHERE id IN (
       SELECT id FROM sessions WHERE tenant_id = ? AND member_id = ? ORDER BY created_at DESC, id LIMIT -1 OFFSET ?)`,
    ...[tenantId, memberId, sessionsOfMember],
  );
}

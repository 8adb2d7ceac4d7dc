import { serviceScope } from '../../../domain/principal.ts';
import { sessionsOfMember } from '../../../domain/session.ts';
import type { SessionStore } from '../../../domain/stores/sessions.ts';
import { type SessionRow, type SignedInRow, signedInOf, toSession } from '../../rows/sessions.ts';
import { lookupBytes } from '../../rows/tenancy.ts';
import { writeLine } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import { requireKey } from './keys.ts';

export function sessionStore(db: Connection): SessionStore {
  return {
    open: (session, now, by) =>
      db.write(() => {
        const { id, keyId, hash, userAgent, expiresAt } = session;
        requireKey(db, keyId);
        db.run('DELETE FROM sessions WHERE expires_at <= ?', now);
        db.run(
          `INSERT INTO sessions (id, tenant_id, member_id, key_id, hash, hash_start, user_agent, created_at, last_used_at, expires_at)
           SELECT @id, members.tenant_id, members.id, @keyId, @hash, @start, @userAgent, @now, @now, @expiresAt
           FROM api_keys JOIN members ON members.id = api_keys.member_id WHERE api_keys.id = @keyId`,
          { id, keyId, hash, start: hash.subarray(0, lookupBytes), userAgent, now, expiresAt },
        );
        db.run(
          `DELETE FROM sessions WHERE id IN (
             SELECT others.id FROM sessions AS own
             JOIN sessions AS others ON others.tenant_id = own.tenant_id AND others.member_id = own.member_id
             WHERE own.id = ? ORDER BY others.created_at DESC, others.id LIMIT -1 OFFSET ?)`,
          id,
          sessionsOfMember,
        );
        const { tenant_id: tenantId } = db.get<{ tenant_id: string }>(
          'SELECT tenant_id FROM sessions WHERE id = ?',
          id,
        )!;
        writeLine(db, by ?? serviceScope(tenantId, 'sign_in'), { targetId: id }, 'OK', now);
      }),

    find: (hash, now) =>
      db.read(() => {
        const rows = db.all<SignedInRow>(
          `SELECT sessions.id AS session_id, sessions.hash, sessions.last_used_at,
             api_keys.id, api_keys.member_id, api_keys.name, api_keys.created_at, api_keys.revoked_at,
             members.tenant_id, members.name AS member, members.role, members.status,
             tenants.tier, tenants.next_tier, tenants.period_end
           FROM sessions
           JOIN api_keys ON api_keys.id = sessions.key_id
           JOIN members ON members.id = sessions.member_id
           JOIN tenants ON tenants.id = members.tenant_id
           WHERE sessions.hash_start = ? AND sessions.expires_at > ?`,
          hash.subarray(0, lookupBytes),
          now,
        );
        return signedInOf(rows, hash, now);
      }),

    async recordUse(sessionId, now) {
      await db.write(() => db.run('UPDATE sessions SET last_used_at = ? WHERE id = ?', now, sessionId));
    },

    list: (tenantId, memberId, now) =>
      db.read(() => {
        const rows = db.all<SessionRow>(
          `SELECT sessions.*, members.name AS member
           FROM sessions JOIN members ON members.id = sessions.member_id JOIN api_keys ON api_keys.id = sessions.key_id
           WHERE sessions.tenant_id = @tenantId AND sessions.expires_at > @now AND api_keys.revoked_at IS NULL
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

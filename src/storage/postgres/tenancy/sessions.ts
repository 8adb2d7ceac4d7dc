import { serviceScope } from '../../../domain/principal.ts';
import { sessionsOfMember } from '../../../domain/session.ts';
import type { SessionStore } from '../../../domain/stores/sessions.ts';
import { keyNotFound } from '../../../domain/tenant-rules.ts';
import { type SessionRow, type SignedInRow, signedInOf, toSession } from '../../rows/sessions.ts';
import { lookupBytes } from '../../rows/tenancy.ts';
import { writeLine } from '../audit/record.ts';
import type { Connection } from '../connection.ts';
import type { Directory } from '../directory.ts';

export function sessionStore(db: Connection, directory: Directory): SessionStore {
  return {
    open: (session, now, by) =>
      db.write(null, async (q) => {
        const { id, keyId, hash, userAgent, expiresAt } = session;
        q.send('DELETE FROM sessions WHERE expires_at <= $1', now);
        const [made] = await q.all<{ tenant_no: number; tenant_id: string }>(
          `INSERT INTO sessions (id, tenant_no, member_id, key_id, hash, hash_start, user_agent, created_at, last_used_at, expires_at)
           SELECT $1, members.tenant_no, members.id, api_keys.id, $3, $4, $5, $6, $6, $7
           FROM api_keys JOIN members ON members.id = api_keys.member_id WHERE api_keys.id = $2
           RETURNING tenant_no, (SELECT id FROM tenants WHERE no = tenant_no) AS tenant_id`,
          id,
          keyId,
          hash,
          hash.subarray(0, lookupBytes),
          userAgent,
          now,
          expiresAt,
        );
        if (!made) throw keyNotFound(keyId);
        q.send(
          `DELETE FROM sessions WHERE id IN (
             SELECT others.id FROM sessions AS own
             JOIN sessions AS others ON others.tenant_no = own.tenant_no AND others.member_id = own.member_id
             WHERE own.id = $1 ORDER BY others.created_at DESC, others.id OFFSET $2)`,
          id,
          sessionsOfMember,
        );
        writeLine(q, made.tenant_no, by ?? serviceScope(made.tenant_id, 'sign_in'), { targetId: id }, 'OK', now);
      }),

    async find(hash, now) {
      const rows = await db.all<SignedInRow>(
        'unknown',
        `SELECT sessions.id AS session_id, sessions.hash, sessions.last_used_at,
           api_keys.id, api_keys.member_id, api_keys.name, api_keys.created_at, api_keys.revoked_at,
           tenants.id AS tenant_id, members.name AS member, members.role, members.status,
           tenants.tier, tenants.next_tier, tenants.period_end
         FROM sessions
         JOIN api_keys ON api_keys.id = sessions.key_id
         JOIN members ON members.id = sessions.member_id
         JOIN tenants ON tenants.no = members.tenant_no
         WHERE sessions.hash_start = $1 AND sessions.expires_at > $2`,
        hash.subarray(0, lookupBytes),
        now,
      );
      return signedInOf(rows, hash, now);
    },

    async recordUse(sessionId, now) {
      await db.write(null, (q) => q.run('UPDATE sessions SET last_used_at = $1 WHERE id = $2', now, sessionId));
    },

    async list(tenantId, memberId, now) {
      const no = await directory.tenant(tenantId);
      if (no === undefined) return [];
      const rows = await db.all<SessionRow>(
        no,
        `SELECT sessions.*, members.name AS member
         FROM sessions JOIN members ON members.id = sessions.member_id JOIN api_keys ON api_keys.id = sessions.key_id
         WHERE sessions.tenant_no = $1 AND sessions.expires_at > $2 AND api_keys.revoked_at IS NULL
           AND ($3::text IS NULL OR sessions.member_id = $3) ORDER BY sessions.created_at DESC, sessions.id`,
        no,
        now,
        memberId ?? null,
      );
      return rows.map(toSession);
    },

    async end(tenantId, memberId, sessionId, now, by = serviceScope(tenantId, 'end_session')) {
      const no = await directory.tenant(tenantId);
      if (no === undefined) return false;
      const sql = `DELETE FROM sessions WHERE id = $1 AND tenant_no = $2 AND ($3::text IS NULL OR member_id = $3)`;
      return db.write(no, async (q) => {
        if ((await q.run(sql, sessionId, no, memberId ?? null)) === 0) return false;
        writeLine(q, no, by, { targetId: sessionId }, 'OK', now);
        return true;
      });
    },
  };
}

import { serviceScope } from '../../../domain/principal.ts';
import { sessionsOfMember } from '../../../domain/session.ts';
import type { NewSession, SessionStore } from '../../../domain/stores/sessions.ts';
import { keyNotFound } from '../../../domain/tenant-rules.ts';
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
import type { Connection } from '../connection.ts';
import type { Directory } from '../directory.ts';
import type { Unit } from '../unit.ts';

export function sessionStore(db: Connection, directory: Directory): SessionStore {
  return {
    open: (session, now, by) =>
      db.write(null, async (q) => {
        const { id, keyId } = session;
        const key = await q.get<{ tenant_no: number; tenant_id: string; member_id: string }>(
          `SELECT members.tenant_no, tenants.id AS tenant_id, members.id AS member_id
           FROM api_keys JOIN members ON members.id = api_keys.member_id JOIN tenants ON tenants.no = members.tenant_no
           WHERE api_keys.id = $1`,
          keyId,
        );
        if (!key) throw keyNotFound(keyId);
        const { tenant_no: tenantNo, tenant_id: tenantId, member_id: memberId } = key;
        insertSession(q, session, { tenantNo, memberId, keyId }, now);
        writeLine(q, tenantNo, by ?? serviceScope(tenantId, 'sign_in'), { targetId: id }, 'OK', now);
      }),

    async find(hash, now) {
      const rows = await db.all<SignedInRow>(
        'unknown',
        `SELECT ${signedInColumns}, tenants.id AS tenant_id, tenants.tier, tenants.next_tier, tenants.period_end
         FROM sessions
         LEFT JOIN api_keys ON api_keys.id = sessions.key_id
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
        `SELECT sessions.*, members.name AS member, ${linkDetail('tenant_no')} AS link_detail
         FROM sessions JOIN members ON members.id = sessions.member_id
           LEFT JOIN api_keys ON api_keys.id = sessions.key_id
         WHERE sessions.tenant_no = $1 AND sessions.expires_at > $2 AND ${sessionRevokedAt} IS NULL
           AND ${isKeyValid('$2')}
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

/** The member of a session, and the key or the passkey that opened it. */
interface SessionHolder {
  tenantNo: number;
  memberId: string;
  keyId?: string;
  passkeyId?: string;
}

/** Inside a unit. */
export function insertSession(
  q: Unit,
  { id, hash, userAgent, expiresAt }: NewSession,
  { tenantNo, memberId, keyId, passkeyId }: SessionHolder,
  now: number,
): void {
  q.send('DELETE FROM sessions WHERE expires_at <= $1', now);
  q.send(
    `INSERT INTO sessions (id, tenant_no, member_id, key_id, passkey_id, hash, hash_start, user_agent, created_at, last_used_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
    ...[
      id,
      tenantNo,
      memberId,
      keyId ?? null,
      passkeyId ?? null,
      hash,
      hash.subarray(0, lookupBytes),
      userAgent,
      now,
      expiresAt,
    ],
  );
  q.send(
    `DELETE FROM sessions WHERE id IN (
       SELECT id FROM sessions WHERE tenant_no = $1 AND member_id = $2 ORDER BY created_at DESC, id OFFSET $3)`,
    ...[tenantNo, memberId, sessionsOfMember],
  );
}

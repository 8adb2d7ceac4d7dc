import { timingSafeEqual } from 'node:crypto';
import { type DashboardSession, makerIn, type SignedIn } from '../../domain/session.ts';
import { iso } from '../../domain/text.ts';
import { type HolderRow, toHolder } from './tenancy.ts';

/** A row of `sessions` with its member. */
export interface SessionRow {
  id: string;
  member: string;
  created_at: number;
  last_used_at: number;
  user_agent: string;
  /** The detail of the audit line that opened it by a link, JSON. */
  link_detail: string | null;
}

export function toSession(row: SessionRow): DashboardSession {
  const linkBy = makerIn(JSON.parse(row.link_detail ?? '[]') as string[]);
  return {
    id: row.id,
    member: row.member,
    createdAt: iso(row.created_at),
    lastUsedAt: iso(row.last_used_at),
    userAgent: row.user_agent,
    ...(linkBy !== undefined && { linkBy }),
  };
}

/** The detail of the audit line that opened a session by a link; both have the same time. */
export const linkDetail = (tenant: 'tenant_id' | 'tenant_no') => `(SELECT audit_events.detail FROM audit_events
  WHERE audit_events.${tenant} = sessions.${tenant} AND audit_events.at = sessions.created_at
    AND audit_events.action = 'sign_in_by_link' AND audit_events.target_id = sessions.id AND audit_events.outcome = 'OK'
  LIMIT 1)`;

/** A session with its member, and its key where it has one; it ends with either. */
export interface SignedInRow extends HolderRow {
  session_id: string;
  hash: Uint8Array;
  revoked_at: number | null;
  key_expires_at: number | null;
  key_id: string | null;
  key_name: string | null;
}

/** When the key was revoked, or the member removed. */
export const sessionRevokedAt = 'coalesce(api_keys.revoked_at, members.removed_at)';

/** Whether the key of a session is valid at a time, the parameter `now`. */
export const isKeyValid = (now: string) => `(api_keys.expires_at IS NULL OR api_keys.expires_at > ${now})`;

/** The columns of a SignedInRow, but for the tenant's. */
export const signedInColumns = `sessions.id AS session_id, sessions.hash, sessions.last_used_at,
  sessions.key_id, api_keys.name AS key_name, api_keys.expires_at AS key_expires_at, ${sessionRevokedAt} AS revoked_at,
  members.id AS member_id, members.name AS member, members.role, members.status`;

/** The caller of the session with this hash, among sessions whose hashes begin alike. */
export function signedInOf(rows: readonly SignedInRow[], hash: Uint8Array, now: number): SignedIn | undefined {
  const row = rows.find((one) => timingSafeEqual(one.hash, hash));
  if (!row) return undefined;
  const { session_id: sessionId, key_id: keyId, key_name: keyName } = row;
  const key = keyId !== null && keyName !== null && { keyId, keyName };
  const isExpired = row.key_expires_at !== null && row.key_expires_at <= now;
  return { sessionId, ...key, ...toHolder(row, now), revoked: row.revoked_at !== null || isExpired };
}

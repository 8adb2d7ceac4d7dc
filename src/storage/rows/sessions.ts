import { timingSafeEqual } from 'node:crypto';
import type { DashboardSession, SignedIn } from '../../domain/session.ts';
import { iso } from '../../domain/text.ts';
import { type CredentialRow, credentialOf } from './tenancy.ts';

/** A row of `sessions` with its member. */
export interface SessionRow {
  id: string;
  member: string;
  created_at: number;
  last_used_at: number;
  user_agent: string;
}

export function toSession(row: SessionRow): DashboardSession {
  return {
    id: row.id,
    member: row.member,
    createdAt: iso(row.created_at),
    lastUsedAt: iso(row.last_used_at),
    userAgent: row.user_agent,
  };
}

/** A session with its key. `hash` and `last_used_at` are the session's. */
export interface SignedInRow extends CredentialRow {
  session_id: string;
}

/** The credential of the session with this hash, among rows whose hashes have the same prefix. */
export function signedInOf(rows: readonly SignedInRow[], hash: Uint8Array, now: number): SignedIn | undefined {
  const row = rows.find((one) => timingSafeEqual(one.hash, hash));
  const credential = row && credentialOf([row], hash, now);
  return credential && { ...credential, sessionId: row.session_id };
}

import type { Member } from '../../../../domain/tenant.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import type { GrantRow } from '../rows.ts';

export const selectGrants = `
  SELECT grants.*, members.name AS member, members.role, members.status, tenants.tier, tenants.next_tier, tenants.period_end
  FROM grants JOIN members ON members.id = grants.member_id JOIN tenants ON tenants.id = grants.tenant_id`;

/** The columns of a grant and of one of its tokens. */
export const selectOfTokens = `
  SELECT grants.*, members.name AS member, members.role, members.status, tenants.tier, tenants.next_tier, tenants.period_end,
    grant_tokens.proof, grant_tokens.used_at
  FROM grant_tokens JOIN grants ON grants.id = grant_tokens.grant_id
  JOIN members ON members.id = grants.member_id JOIN tenants ON tenants.id = grants.tenant_id`;

/** A grant that has not ended. */
export function grantRow(db: Connection, grantId: string, now: number): GrantRow | undefined {
  return db.get<GrantRow>(`${selectGrants} WHERE grants.id = ? AND grants.expires_at > ?`, grantId, now);
}

export function removeGrant(db: Connection, grantId: string): void {
  db.run('DELETE FROM grant_tokens WHERE grant_id = ?', grantId);
  db.run('DELETE FROM grants WHERE id = ?', grantId);
}

/** Ends a member's grant. */
export function removeGrants(db: Connection, { id: memberId }: Pick<Member, 'id'>): void {
  for (const { id } of db.all<{ id: string }>('SELECT id FROM grants WHERE member_id = ?', memberId)) {
    removeGrant(db, id);
  }
}

/**
 * Deletes expired grants, and the least recently used grants of a member beyond the limit.
 * @returns the ids of those that had not expired
 */
export function pruneGrants(db: Connection, memberId: string, most: number, now: number): string[] {
  db.run('DELETE FROM grant_tokens WHERE expires_at <= ?', now);
  const expired = db.all<{ id: string }>('SELECT id FROM grants WHERE expires_at <= ?', now);
  for (const { id } of expired) removeGrant(db, id);
  const beyond = db.all<{ id: string }>(
    'SELECT id FROM grants WHERE member_id = ? ORDER BY coalesce(last_used_at, created_at) DESC, id LIMIT -1 OFFSET ?',
    ...[memberId, most],
  );
  for (const { id } of beyond) removeGrant(db, id);
  return beyond.map(({ id }) => id);
}

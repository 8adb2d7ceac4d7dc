import type { Member } from '../../../../domain/tenant.ts';
import type { Unit } from '../../../../storage/postgres/unit.ts';
import type { GrantRow } from '../rows.ts';

const columns = `grants.*, tenants.id AS tenant_id, members.name AS member, members.role, members.status,
  tenants.tier, tenants.next_tier, tenants.period_end`;

export const selectGrants = `SELECT ${columns}
  FROM grants JOIN members ON members.id = grants.member_id JOIN tenants ON tenants.no = grants.tenant_no`;

/** The columns of a grant and of one of its tokens. */
export const selectOfTokens = `SELECT ${columns}, grant_tokens.proof, grant_tokens.used_at
  FROM grant_tokens JOIN grants ON grants.id = grant_tokens.grant_id
  JOIN members ON members.id = grants.member_id JOIN tenants ON tenants.no = grants.tenant_no`;

/** Locks a grant that has not ended. */
export function lockedGrant(q: Unit, grantId: string, now: number): Promise<NumberedGrant | undefined> {
  return q.get<NumberedGrant>(
    `${selectGrants} WHERE grants.id = $1 AND grants.expires_at > $2 FOR UPDATE OF grants`,
    grantId,
    now,
  );
}

export interface NumberedGrant extends GrantRow {
  tenant_no: number;
}

export function removeGrant(q: Unit, grantId: string): void {
  q.send('DELETE FROM grant_tokens WHERE grant_id = $1', grantId);
  q.send('DELETE FROM grants WHERE id = $1', grantId);
}

/** Ends all grants of a member. */
export function removeGrants(q: Unit, { id: memberId }: Pick<Member, 'id'>): void {
  q.send('DELETE FROM grant_tokens WHERE grant_id IN (SELECT id FROM grants WHERE member_id = $1)', memberId);
  q.send('DELETE FROM grants WHERE member_id = $1', memberId);
}

/**
 * Deletes expired grants, and the least recently used grants of a member beyond the limit.
 * @returns the ids of those that had not expired
 */
export async function pruneGrants(q: Unit, memberId: string, most: number, now: number): Promise<string[]> {
  const over = `SELECT id FROM grants WHERE expires_at <= $1`;
  q.send(`DELETE FROM grant_tokens WHERE expires_at <= $1 OR grant_id IN (${over})`, now);
  q.send('DELETE FROM grants WHERE expires_at <= $1', now);
  const beyond = await q.all<{ id: string }>(
    'SELECT id FROM grants WHERE member_id = $1 ORDER BY coalesce(last_used_at, created_at) DESC, id OFFSET $2',
    ...[memberId, most],
  );
  for (const { id } of beyond) removeGrant(q, id);
  return beyond.map(({ id }) => id);
}

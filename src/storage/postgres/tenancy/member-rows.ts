import type { Role } from '../../../domain/principal.ts';
import type { Member } from '../../../domain/tenant.ts';
import { memberNotFound, requireFreeMemberName } from '../../../domain/tenant-rules.ts';
import { type MemberRow, toMember } from '../../rows/tenancy.ts';
import type { Unit } from '../unit.ts';

export const selectMembers = `
  SELECT members.id, tenants.id AS tenant_id, members.name, members.role, members.status, members.created_at
  FROM members JOIN tenants ON tenants.no = members.tenant_no`;
export const oldestFirst = 'ORDER BY members.created_at, members.id';
export const listMembers = `${selectMembers} WHERE members.tenant_no = $1 AND members.removed_at IS NULL ${oldestFirst}`;

const selectMember = `${selectMembers} WHERE members.id = $1 AND members.removed_at IS NULL`;

/** The row of a member that has not been removed. NotFound. */
export async function memberRow(q: Unit, memberId: string, sql = selectMember): Promise<MemberRow> {
  const row = await q.get<MemberRow>(sql, memberId);
  if (!row) throw memberNotFound(memberId);
  return row;
}

/** As memberRow, kept from other writers until the unit ends. */
export function lockMember(q: Unit, memberId: string): Promise<MemberRow> {
  return memberRow(q, memberId, `${selectMember} FOR NO KEY UPDATE OF members`);
}

/** The members that have not been removed, oldest first. */
export async function membersOf(q: Unit, tenantNo: number): Promise<Member[]> {
  return (await q.all<MemberRow>(listMembers, tenantNo)).map(toMember);
}

/** A tenant that is locked, with its members. */
export interface LockedTenant {
  tenantId: string;
  tenantNo: number;
  members: readonly Member[];
}

/** Inside a write unit that has checked the tier's limit. InvalidInput when the name is taken. */
export function insertMember(
  q: Unit,
  { tenantId, tenantNo, members }: LockedTenant,
  { id, name, role }: { id: string; name: string; role: Role },
  now: number,
): Member {
  requireFreeMemberName(name, members);
  q.send(
    `INSERT INTO members (id, tenant_no, name, role, status, created_at) VALUES ($1, $2, $3, $4, 'ACTIVE', $5)`,
    id,
    tenantNo,
    name,
    role,
    now,
  );
  return toMember({ id, tenant_id: tenantId, name, role, status: 'ACTIVE', created_at: now });
}

import type { Member, NewMember } from '../../../domain/tenant.ts';
import { memberNotFound, requireFreeIdentity } from '../../../domain/tenant-rules.ts';
import { type MemberRow, toMember } from '../../rows/tenancy.ts';
import type { Unit } from '../unit.ts';
import { lockTenant } from './tenant-rows.ts';

export const selectMembers = `
  SELECT members.id, tenants.id AS tenant_id, members.name, members.role, members.status, members.created_at,
    members.removed_at, members.external_id
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

/** A member with all members of its tenant; both are kept from other writers until the unit ends. NotFound. */
export async function lockAmongAll(q: Unit, memberId: string): Promise<{ stored: Member; members: Member[] }> {
  // The tenant is locked before the member, as everywhere.
  const { tenant_id: tenantId } = await memberRow(q, memberId);
  const { no } = await lockTenant(q, tenantId);
  const stored = toMember(await lockMember(q, memberId));
  return { stored, members: await membersOf(q, no) };
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

/** Inside a write unit that has checked the tier's limit. InvalidInput when the name or external id is taken. */
export function insertMember(
  q: Unit,
  { tenantId, tenantNo, members }: LockedTenant,
  member: NewMember,
  now: number,
): Member {
  requireFreeIdentity(member, members);
  const { id, name, role, externalId } = member;
  q.send(
    `INSERT INTO members (id, tenant_no, name, role, status, created_at, external_id)
     VALUES ($1, $2, $3, $4, 'ACTIVE', $5, $6)`,
    id,
    tenantNo,
    name,
    role,
    now,
    externalId ?? null,
  );
  const times = { created_at: now, removed_at: null };
  return toMember({ id, tenant_id: tenantId, name, role, status: 'ACTIVE', external_id: externalId ?? null, ...times });
}

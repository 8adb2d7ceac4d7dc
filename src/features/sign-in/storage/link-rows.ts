import type { Role } from '../../../domain/principal.ts';
import { localMemberId } from '../../../domain/principal.ts';
import type { MemberStatus } from '../../../domain/tenant.ts';
import { type LinkParty, makerUnknown, type SignInLink } from '../domain/sign-in-link.ts';

/** A link, or one to be made, with its member and its maker, who is NULL when no such member is left. */
export interface LinkRow {
  tenant_id: string;
  member_id: string;
  member: string;
  role: Role;
  status: MemberStatus;
  maker_id: string;
  maker: string | null;
  maker_role: Role | null;
  maker_status: MemberStatus | null;
}

/** AccessDenied if its maker is no longer a member. */
export function toLink(row: LinkRow): SignInLink {
  const { tenant_id: tenantId, member_id: id, member: name, role, status } = row;
  return { tenantId, member: { id, name, role, status }, maker: makerOf(row) };
}

function makerOf({ maker_id: id, maker: name, maker_role: role, maker_status: status }: LinkRow) {
  if (id === localMemberId) return undefined;
  if (name === null || role === null || status === null) throw makerUnknown();
  return { id, name, role, status } satisfies LinkParty;
}

/** The columns of a LinkRow, but for the tenant's and the maker's id. */
export const linkColumns = `members.id AS member_id, members.name AS member, members.role, members.status,
  makers.name AS maker, makers.role AS maker_role, makers.status AS maker_status`;

import { ServiceError } from './errors.ts';
import { type Role, roleIncludes } from './principal.ts';
import type { MemberStatus } from './tenant.ts';

/** How long a link can be used (minutes). */
export const linkMinutes = { least: 5, usual: 60, most: 24 * 60 } as const;

/** The role that may make links. */
export const linkRole = 'ADMIN' satisfies Role;

/** Who takes part in a link, as things stand now. */
export interface LinkParty {
  id: string;
  name: string;
  role: Role;
  status: MemberStatus;
}

/** A sign-in link of a member; without a maker the server's operator made it. */
export interface SignInLink {
  tenantId: string;
  member: LinkParty;
  maker: LinkParty | undefined;
}

/**
 * A link has the present rights of its maker, checked when it is made and when it is used. AccessDenied for a suspended
 * member or maker; InsufficientRole when the maker's role does not include the member's, or is below ADMIN.
 */
export function requireVouched({ member, maker }: Pick<SignInLink, 'member' | 'maker'>): void {
  for (const one of [member, maker]) {
    if (one?.status === 'SUSPENDED') throw new ServiceError('AccessDenied', `The member "${one.name}" is suspended.`);
  }
  if (!maker || (roleIncludes(maker.role, linkRole) && roleIncludes(maker.role, member.role))) return;
  throw new ServiceError(
    'InsufficientRole',
    `"${maker.name}" is ${maker.role}: a link for the ${member.role} "${member.name}" needs the role ADMIN, and at least that of its member.`,
  );
}

/** The error for a caller that is no member, such as a token's subject. */
export function makerUnknown(): ServiceError {
  return new ServiceError('AccessDenied', 'Only members of the team make links: this token has none.');
}

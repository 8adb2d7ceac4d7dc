import { ServiceError } from '../../../domain/errors.ts';
import { localMemberId, nameWithoutMember, type Role, roleIncludes } from '../../../domain/principal.ts';
import { makerMark } from '../../../domain/session.ts';
import type { MemberStatus } from '../../../domain/tenant.ts';

/** How long a link can be used (minutes). */
export const linkMinutes = { least: 5, usual: 60, most: 24 * 60 } as const;

/** The role that may make links; below OWNER for itself alone. */
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
 * Links for others are an OWNER's, as keys are, because a session reads and writes as its member. Checked when a link is
 * made and when it is used. AccessDenied for a suspended member or maker; InsufficientRole.
 */
export function requireVouched({ member, maker }: Pick<SignInLink, 'member' | 'maker'>): void {
  for (const one of [member, maker]) {
    if (one?.status === 'SUSPENDED') throw new ServiceError('AccessDenied', `The member "${one.name}" is suspended.`);
  }
  if (!maker || roleIncludes(maker.role, maker.id === member.id ? linkRole : 'OWNER')) return;
  throw new ServiceError(
    'InsufficientRole',
    `"${maker.name}" is ${maker.role}: a link for another member needs the role OWNER, one's own the role ${linkRole}.`,
  );
}

/** The maker of a used link, for the detail of its audit line; none for a member's own link. */
export function makerDetail({ member, maker }: SignInLink): string[] {
  if (maker?.id === member.id) return [];
  return [makerMark, maker?.name ?? nameWithoutMember(localMemberId)];
}

/** The error for a caller that is no member, such as a token's subject. */
export function makerUnknown(): ServiceError {
  return new ServiceError('AccessDenied', 'Only members of the team make links: this token has none.');
}

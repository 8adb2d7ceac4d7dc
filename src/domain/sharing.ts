import * as z from 'zod';
import { ServiceError } from './errors.ts';
import { nameWithoutMember, type Principal, roleIncludes, type Scope } from './principal.ts';
import { exactName } from './text.ts';

/** Who sees a character: every member of the tenant; its owner, the tenant's OWNERs and those it is shared with. */
export const visibilities = ['PUBLIC', 'PRIVATE'] as const;
export type Visibility = (typeof visibilities)[number];

/** A member's access to a character, limited by the role; each level includes the one before it. */
export const accesses = ['READ', 'WRITE'] as const;
export type Access = (typeof accesses)[number];

/** A member as shown in records. */
export const shownMember = z.object({ id: z.string(), name: z.string() });
export type ShownMember = z.infer<typeof shownMember>;

export const share = z.object({ member: shownMember, access: z.enum(accesses) });
export type Share = z.infer<typeof share>;

/** The owner, visibility and shares of a character. */
export interface Sharing {
  visibility: Visibility;
  ownerId: string;
  shares: { memberId: string; access: Access }[];
}

/** Given fields replace stored ones; members by id or name. */
export interface SharingChange {
  visibility?: Visibility | undefined;
  members?: { member: string; access: Access }[] | undefined;
  /** Only an OWNER of the tenant may transfer a character. */
  owner?: string | undefined;
}

/** Full access to everything of the tenant: OWNERs also see private characters, unless their grant is limited. */
export function seesAll({ role, only }: Pick<Scope, 'role' | 'only'>): boolean {
  return role === 'OWNER' && only === undefined;
}

type Held = Pick<Sharing, 'visibility' | 'ownerId'>;

/** Whether a member who sees the character may see and change its sharing. */
export function maySetSharing(scope: Scope, { visibility, ownerId }: Held): boolean {
  if (seesAll(scope)) return true;
  if (!roleIncludes(scope.role, 'MEMBER')) return false;
  return ownerId === scope.memberId || (visibility === 'PUBLIC' && roleIncludes(scope.role, 'ADMIN'));
}

/** Effective access: VIEWERs only ever read. */
export function accessOf({ role }: Pick<Scope, 'role'>, shared: Access): Access {
  return roleIncludes(role, 'MEMBER') ? shared : 'READ';
}

/** Throws AccessDenied for a write to a character that is shared for reading. */
export function requireAccess(access: Access, needed: Access, name: string): void {
  if (access === 'WRITE' || needed === 'READ') return;
  throw new ServiceError('AccessDenied', `Character "${name}" is shared with you for reading only.`);
}

/** Throws AccessDenied if a grant or key is limited to some characters, which never include a new one. */
export function requireAllCharacters({ only }: Pick<Scope, 'only'>): void {
  if (only === undefined) return;
  throw new ServiceError('AccessDenied', 'This grant or key is limited to some characters, so it can make no other.');
}

/** Throws InsufficientRole if anyone but an OWNER transfers a character. */
export function requireHandOver({ role }: Principal, { owner }: SharingChange): void {
  if (owner === undefined || role === 'OWNER') return;
  throw new ServiceError(
    'InsufficientRole',
    `Giving a character another owner needs the role OWNER; yours is ${role}.`,
  );
}

/**
 * The sharing of a character after a change.
 * @param members of the tenant, without removed ones
 * @throws ServiceError AccessDenied: the caller may not change it; VisibilityChangeNotAllowed: it is archived, or the
 * caller would no longer see it; InvalidInput: a member does not exist or is named twice
 */
export function decideSharing(
  current: Sharing & { name: string; status: string },
  change: SharingChange,
  members: readonly ShownMember[],
  scope: Scope,
): Sharing {
  const { name } = current;
  if (!maySetSharing(scope, current)) {
    throw new ServiceError('AccessDenied', `You may not change who has character "${name}".`);
  }
  if (current.status !== 'ACTIVE') throw notAllowed(`Character "${name}" is archived: its sharing stays as it is.`);
  const known = [...members, { id: scope.memberId, name: nameWithoutMember(scope.memberId) }];
  const next: Sharing = {
    visibility: change.visibility ?? current.visibility,
    ownerId: change.owner === undefined ? current.ownerId : memberId(change.owner, known),
    shares:
      change.members?.map(({ member, access }) => ({ memberId: memberId(member, known), access })) ?? current.shares,
  };
  if (new Set(next.shares.map((one) => one.memberId)).size < next.shares.length) {
    throw new ServiceError('InvalidInput', 'members: a member is named twice.');
  }
  if (!isSeenBy(scope, next)) {
    throw notAllowed(`You would no longer see character "${name}": share it with yourself, or have an OWNER do it.`);
  }
  return next;
}

function isSeenBy(scope: Scope, { visibility, ownerId, shares }: Sharing): boolean {
  if (seesAll(scope) || visibility === 'PUBLIC' || ownerId === scope.memberId) return true;
  return shares.some(({ memberId }) => memberId === scope.memberId);
}

function memberId(reference: string, known: readonly ShownMember[]): string {
  const name = exactName(reference);
  const found = known.find(({ id }) => id === reference) ?? known.find((one) => one.name === name);
  if (!found) throw new ServiceError('InvalidInput', `Member "${reference}" does not exist.`);
  return found.id;
}

function notAllowed(message: string): ServiceError {
  return new ServiceError('VisibilityChangeNotAllowed', message);
}

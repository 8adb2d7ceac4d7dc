import { ServiceError } from './errors.ts';
import type { KeyOwner } from './stores/tenancy.ts';
import type { ApiKey, Member, MemberChange, NewKey, NewMember, RotatedKey, Tenant } from './tenant.ts';
import { isDowngrade, raising, type Tier, tierLimits } from './tier.ts';

/** A tenant's stored tier: the set one, and a downgrade that waits or waited for `periodEnd` (ms). */
export interface TierSchedule {
  tier: Tier;
  nextTier: Tier | null;
  periodEnd: number | null;
}

/** A downgrade is in force from the end of the billing period on, whether or not anything has recorded it since. */
export function tierInForce({ tier, nextTier, periodEnd }: TierSchedule, now: number): Tier {
  return nextTier !== null && periodEnd !== null && periodEnd <= now ? nextTier : tier;
}

/** The downgrade that still waits at `now`. */
export function waitingTier(
  { nextTier, periodEnd }: TierSchedule,
  now: number,
): { tier: Tier; at: number } | undefined {
  return nextTier !== null && periodEnd !== null && periodEnd > now ? { tier: nextTier, at: periodEnd } : undefined;
}

/** What to store when a tenant gets a tier: an upgrade at once, a downgrade for `periodEnd`. */
export function decideTier(stored: TierSchedule, tier: Tier, periodEnd: number, now: number): TierSchedule {
  const current = tierInForce(stored, now);
  return isDowngrade(current, tier)
    ? { tier: current, nextTier: tier, periodEnd }
    : { tier, nextTier: null, periodEnd: null };
}

/** NameTaken when another tenant's name or id is this name. */
export function requireFreeTenantName(name: string, taken: boolean): void {
  if (taken) throw new ServiceError('NameTaken', `A tenant named "${name}" exists already.`);
}

/** Checks a new member against those of its tenant that have not been removed. TierLimitExceeded. */
export function requireFreeSeat(tier: Tier, members: readonly unknown[]): void {
  refuseBeyond(tier, 'maxMembers', members.length);
}

/** NameTaken when one of the tenant's members has this name. */
export function requireFreeMemberName(name: string, members: readonly Pick<Member, 'name'>[]): void {
  if (!members.some((one) => one.name === name)) return;
  throw new ServiceError('NameTaken', `A member named "${name}" exists already.`);
}

/** NameTaken when one of the tenant's members is known to the identity provider by this id. */
export function requireFreeExternalId(id: string, members: readonly Pick<Member, 'externalId'>[]): void {
  if (!members.some((one) => one.externalId === id)) return;
  throw new ServiceError('NameTaken', `A member with the externalId "${id}" exists already.`);
}

/** NameTaken if another member has the name or the external id. */
export function requireFreeIdentity({ name, externalId }: NewMember, members: readonly Member[]): void {
  requireFreeMemberName(name, members);
  if (externalId !== undefined) requireFreeExternalId(externalId, members);
}

/**
 * A member as a change makes it, checked against its tenant's members. InvalidInput when the name or external id is
 * another's, or when no active OWNER would be left.
 */
export function changedMember(stored: Member, change: MemberChange, members: readonly Member[]): Member {
  const others = members.filter(({ id }) => id !== stored.id);
  const { name = stored.name, role = stored.role, status = stored.status } = change;
  const externalId = change.externalId === undefined ? stored.externalId : (change.externalId ?? undefined);
  const { externalId: _, ...rest } = stored;
  const changed = { ...rest, name, role, status, ...(externalId !== undefined && { externalId }) };
  requireFreeIdentity(changed, others);
  if (isOwner(stored) && !isOwner(changed)) requireOwner(others);
  return changed;
}

/** InvalidInput when removing the member would leave its tenant without an active OWNER. */
export function requireRemovable(stored: Member, members: readonly Member[]): void {
  if (isOwner(stored)) requireOwner(members.filter(({ id }) => id !== stored.id));
}

const isOwner = ({ role, status }: Pick<Member, 'role' | 'status'>) => role === 'OWNER' && status === 'ACTIVE';

function requireOwner(members: readonly Member[]): void {
  if (members.some(isOwner)) return;
  throw new ServiceError('InvalidInput', 'This is the last active OWNER: make another member OWNER before.');
}

/** The existing member of that name who owns the tenant, so that none is made. */
export function existingOwner<M extends Pick<Member, 'name' | 'role'>>(
  members: readonly M[],
  name: string,
): M | undefined {
  return members.find((one) => one.name === name && one.role === 'OWNER');
}

/** Checks a new key against the tenant's keys; those that have ended do not count. TierLimitExceeded. */
export function requireFreeKey(
  tier: Tier,
  keys: readonly Pick<ApiKey, 'revokedAt' | 'expiresAt'>[],
  now: number,
): void {
  refuseBeyond(tier, 'maxApiKeys', keys.filter((one) => !hasEnded(one, now)).length);
}

function hasEnded({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  return revokedAt !== undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= now);
}

/**
 * The key that takes the place of another: it has its name and scope, and lasts as long as that was made for, unless
 * its own end is given. InvalidInput when the other is revoked.
 */
export function rotatedKey(old: ApiKey, { id, hash, expiresAt }: RotatedKey, now: number): NewKey {
  if (old.revokedAt !== undefined)
    throw new ServiceError('InvalidInput', `Key "${old.id}" is revoked: create another.`);
  const { name, access, characterIds } = old;
  const lasting = old.expiresAt === undefined ? undefined : Date.parse(old.expiresAt) - Date.parse(old.createdAt);
  return { id, hash, name, access, characterIds, expiresAt: expiresAt ?? (lasting && now + lasting) };
}

function refuseBeyond(tier: Tier, kind: 'maxMembers' | 'maxApiKeys', used: number): void {
  const limit = tierLimits[tier][kind];
  if (used < limit) return;
  const what = kind === 'maxMembers' ? 'members' : 'API keys';
  throw new ServiceError(
    'TierLimitExceeded',
    `The ${tier} tier allows at most ${limit} ${what}. An operator can ${raising}.`,
  );
}

export function tenantNotFound(reference: Tenant['id']): ServiceError {
  return new ServiceError('NotFound', `Tenant "${reference}" does not exist.`);
}

export function memberNotFound(reference: string): ServiceError {
  return new ServiceError('NotFound', `Member "${reference}" does not exist.`);
}

/** Whether a key is this owner's; without one every key is. */
export function isKeyOf({ tenantId, memberId }: ApiKey, owner: KeyOwner | undefined): boolean {
  return !owner || (tenantId === owner.tenantId && (owner.memberId ?? memberId) === memberId);
}

export function keyNotFound(keyId: string): ServiceError {
  return new ServiceError('NotFound', `Key "${keyId}" does not exist.`);
}

import * as z from 'zod';
import { characterNotFound } from '../../domain/character.ts';
import { ServiceError } from '../../domain/errors.ts';
import { localTenantId, type Role, roles, serviceScope } from '../../domain/principal.ts';
import type { Access } from '../../domain/sharing.ts';
import { nameBounds, storable } from '../../domain/storable.ts';
import {
  type ApiKey,
  externalId,
  type Member,
  type MemberChange,
  memberName,
  newMemberName,
  type Tenant,
} from '../../domain/tenant.ts';
import { memberNotFound, tenantNotFound } from '../../domain/tenant-rules.ts';
import { dayMs } from '../../domain/text.ts';
import type { Tier } from '../../domain/tier.ts';
import { validated } from '../../domain/validation.ts';
import type { Services } from '../context.ts';
import { makeKey } from './keys.ts';

/** The dependencies of the administration of tenants, members and keys. */
type Parts = Pick<Services, 'store' | 'now' | 'newId'>;

/** A key with its text: the only time that the text is known. */
export type IssuedKey = ApiKey & { key: string };

const named = z.object({ name: memberName });
/** The fields of a new member. */
const newMember = z.object({ name: newMemberName, role: z.enum(roles), externalId: externalId.optional() });
/** The member that a tenant begins with, and its key. */
const [ownerName, firstKeyName] = ['owner', 'first key'];
const minuteMs = 60_000;

/** A name as tenants, members and keys may have. InvalidInput, ValidationError. */
export function checkedName(name: unknown): string {
  return validated(named, storable({ name }, nameBounds)).name;
}

/** A tenant with an OWNER, named `owner`, and a key of it. NameTaken. */
export async function createTenant(
  { store, now, newId }: Parts,
  given: { name: string; tier: Tier },
): Promise<Tenant & { member: Member; key: IssuedKey }> {
  const { text, key } = makeKey(newId(), firstKeyName);
  const tenant = { id: newId(), name: checkedName(given.name), tier: given.tier };
  const made = await store.tenants.create(tenant, { id: newId(), name: ownerName }, key, now());
  return { ...made.tenant, member: made.owner, key: { ...made.key, key: text } };
}

/**
 * Upgrades at once; a downgrade waits for `periodEnd` (ms), by default the first of next month.
 * InvalidInput for the local tenant: every start sets its tier again.
 */
export async function setTier(parts: Parts, reference: string, tier: Tier, periodEnd?: number): Promise<Tenant> {
  const { id } = await findTenant(parts, reference);
  if (id === localTenantId) {
    throw new ServiceError('InvalidInput', `The tier of the tenant "${localTenantId}" is the setting SERVICE_TIER.`);
  }
  const now = parts.now();
  return parts.store.tenants.setTier(id, tier, periodEnd ?? startOfNextMonth(now), now);
}

function startOfNextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** The tenant of this id or name. NotFound. */
export async function findTenant({ store, now }: Parts, reference: string): Promise<Tenant> {
  const found = await store.tenants.find(reference, now());
  if (!found) throw tenantNotFound(reference);
  return found;
}

/** The member of this id or name. NotFound; InvalidInput when several tenants have one of that name. */
export async function findMember(parts: Parts, reference: string, tenant?: string): Promise<Member> {
  const tenantId = tenant === undefined ? undefined : (await findTenant(parts, tenant)).id;
  const [found, other] = await parts.store.members.find(reference, tenantId);
  if (!found) throw memberNotFound(reference);
  if (other) {
    const where = tenant === undefined ? 'give its id or --tenant' : 'give its id';
    throw new ServiceError('InvalidInput', `Several members are called "${reference}": ${where}.`);
  }
  return found;
}

/** TierLimitExceeded; NameTaken (name or external id). */
export async function addMember(
  parts: Parts,
  tenant: string,
  given: { name: string; role: Role; externalId?: string | undefined },
): Promise<Member> {
  const { id } = await findTenant(parts, tenant);
  const member = { id: parts.newId(), ...validated(newMember, storable(given, nameBounds)) };
  return parts.store.members.add(id, member, parts.now());
}

export async function changeMember(
  parts: Parts,
  reference: string,
  change: MemberChange,
  tenant?: string,
): Promise<Member> {
  const { id } = await findMember(parts, reference, tenant);
  return parts.store.members.change(id, change, parts.now());
}

export async function removeMember(parts: Parts, reference: string, tenant?: string): Promise<Member> {
  const { id } = await findMember(parts, reference, tenant);
  return parts.store.members.remove(id, parts.now());
}

interface GivenKey {
  tenant: string;
  member?: string | undefined;
  name: string;
  /** How long it lasts; absent: until it is revoked. */
  days?: number | undefined;
  access?: Access | undefined;
  /** References to the only characters that it has. */
  characters?: readonly string[] | undefined;
}

/** A key of the member, or of the tenant's longest-standing OWNER. TierLimitExceeded, CharacterNotFound. */
export async function createKey(
  parts: Parts,
  { tenant, member, name, days, access, characters }: GivenKey,
): Promise<IssuedKey> {
  const { store, newId, now } = parts;
  const owner = member === undefined ? await firstOwner(parts, tenant) : await findMember(parts, member, tenant);
  const scope = serviceScope(owner.tenantId);
  const find = async (reference: string) => {
    return (await store.characters.identify(scope, reference)) ?? Promise.reject(characterNotFound(reference));
  };
  const found = characters && (await Promise.all(characters.map(find)));
  const characterIds = found && [...new Set(found.map(({ id }) => id))];
  const expiresAt = days === undefined ? undefined : now() + days * dayMs;
  const { text, key } = makeKey(newId(), checkedName(name), { access, characterIds, expiresAt });
  return { ...(await store.keys.add(owner.id, key, now())), key: text };
}

/** A key in the place of another, which ends after the minutes. NotFound, TierLimitExceeded, InvalidInput. */
export async function rotateKey(
  { store, newId, now }: Parts,
  keyId: string,
  overlapMinutes: number,
): Promise<IssuedKey> {
  const { text, key } = makeKey(newId(), '');
  const until = now() + overlapMinutes * minuteMs;
  return { ...(await store.keys.rotate(keyId, { ...key, until }, now())), key: text };
}

async function firstOwner(parts: Parts, tenant: string): Promise<Member> {
  const { id } = await findTenant(parts, tenant);
  const owner = (await parts.store.members.list(id)).find(({ role }) => role === 'OWNER');
  if (!owner) throw new ServiceError('InvalidInput', `The tenant "${tenant}" has no OWNER: name a member.`);
  return owner;
}

/** An OWNER key of the local tenant for a store that never had a key; undefined when it had one. */
export async function createFirstKey({ store, newId, now }: Parts): Promise<IssuedKey | undefined> {
  const { text, key } = makeKey(newId(), firstKeyName);
  const made = await store.keys.addFirst(localTenantId, { id: newId(), name: ownerName }, key, now());
  return made && { ...made, key: text };
}

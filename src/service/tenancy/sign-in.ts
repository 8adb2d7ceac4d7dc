import { ServiceError } from '../../domain/errors.ts';
import type { Role } from '../../domain/principal.ts';
import type { Member, Tenant } from '../../domain/tenant.ts';
import type { Services } from '../context.ts';
import { memberRemoved } from './keys.ts';
import { checkedName } from './tenancy.ts';

/** The policy for a subject that the tenant does not know. */
export interface Newcomers {
  /** The role of the new member; absent: none is made. */
  join: Role | undefined;
  /** Names for the new member, the best first. */
  names: readonly unknown[];
}

/**
 * The member of a tenant for the `sub` of an identity provider. AccessDenied when there is none or it was removed;
 * TierLimitExceeded when there is no seat for a new one.
 */
export async function memberFor(
  parts: Pick<Services, 'store' | 'now' | 'newId' | 'log'>,
  tenant: Tenant,
  sub: string,
  { join, names }: Newcomers,
): Promise<Member> {
  const { store, now, newId, log } = parts;
  const known = await store.members.identify(tenant.id, { externalId: sub });
  if (known === 'removed') throw memberRemoved(sub);
  if (known) return known;
  if (!join) {
    throw new ServiceError('AccessDenied', `The team has no member with the externalId "${sub}"; an OWNER can add it.`);
  }
  const id = newId();
  for (const name of [...names.flatMap(asName), id]) {
    try {
      const member = await store.members.add(tenant.id, { id, name, role: join, externalId: sub }, now());
      log('info', 'a member joined by sign-in', { tenantId: tenant.id, memberId: id });
      return member;
    } catch (error) {
      const refused = error instanceof ServiceError ? error.type : undefined;
      if (refused !== 'NameTaken' && refused !== 'TierLimitExceeded') throw error;
      // The name is taken, or another request of the same person took the last seat.
      const other = await store.members.identify(tenant.id, { externalId: sub });
      if (other !== undefined && other !== 'removed') return other;
      if (refused === 'TierLimitExceeded') throw error;
    }
  }
  throw new ServiceError('AccessDenied', 'No name is left for a new member.');
}

/** Valid names of members, as a list; empty for an invalid one. */
function asName(given: unknown): string[] {
  try {
    return [checkedName(given)];
  } catch {
    return [];
  }
}

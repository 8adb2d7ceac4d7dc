import type * as z from 'zod';
import { ServiceError } from '../../domain/errors.ts';
import { type Principal, requireScope, roleIncludes, scopes } from '../../domain/principal.ts';
import type { ApiKey, Member, shownKey } from '../../domain/tenant.ts';
import { exactName } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { findMember } from './tenancy.ts';

/** Look-ups of a caller in its own tenant. */
type Asking = Pick<Context, 'store' | 'now' | 'newId' | 'principal'>;

/** A member of the caller's tenant, by id or name. NotFound. */
export function memberOf(context: Asking, reference: string): Promise<Member> {
  return findMember(context, reference, context.principal.tenantId);
}

/** A member as its tenant sees it. */
export function shownMember({ tenantId: _, ...shown }: Member): Omit<Member, 'tenantId'> {
  return shown;
}

/** A key as its tenant sees it. */
export function toShownKey({ tenantId: _, memberId, member, ...shown }: ApiKey): z.output<typeof shownKey> {
  const { id, name, characterIds, ...rest } = shown;
  const only = characterIds && { characterIds: [...characterIds] };
  return { id, name, member: { id: memberId, name: member }, ...only, ...rest };
}

/** The keys that the caller may see and revoke: an OWNER those of the whole tenant, others their own. */
export function ownKeys({ tenantId, memberId, role }: Principal): { tenantId: string; memberId?: string } {
  return role === 'OWNER' ? { tenantId } : { tenantId, memberId };
}

/** When a new key ends (ms); undefined: never. InvalidInput for a time that has passed. */
export function keyEnd(expiresAt: string | undefined, now: number): number | undefined {
  if (expiresAt === undefined) return undefined;
  const end = Date.parse(expiresAt);
  if (end > now) return end;
  throw new ServiceError('InvalidInput', 'expiresAt must be in the future.');
}

/**
 * The member of a new key, by default the caller. A key may have all rights of its member, so a caller who has fewer
 * at the moment can't make one. InsufficientRole, AccessDenied, NotFound.
 */
export async function keyHolder(context: Asking, reference: string | undefined): Promise<Member> {
  const { principal } = context;
  const isOwn = reference === undefined || [principal.memberId, principal.name].includes(exactName(reference));
  if (!isOwn && principal.role !== 'OWNER') {
    throw new ServiceError(
      'InsufficientRole',
      `Keys for other members need the role OWNER; yours is ${principal.role}.`,
    );
  }
  requireAllScopes(principal);
  return colleagueBelow(context, isOwn ? principal.memberId : reference, 'key');
}

/**
 * The member of a link to be made. As for a key, the caller needs all that the member may do; `requireVouched` has the
 * rule for links of others. InsufficientRole, AccessDenied, NotFound.
 */
export async function linkHolder(context: Asking, reference: string): Promise<Member> {
  requireAllScopes(context.principal);
  return colleagueBelow(context, reference, 'link');
}

function requireAllScopes(principal: Principal): void {
  for (const scope of scopes) requireScope(principal, scope);
}

/** A member with a current role that the caller's role includes. */
async function colleagueBelow(context: Asking, reference: string, what: string): Promise<Member> {
  const { role } = context.principal;
  const holder = await memberOf(context, reference);
  if (roleIncludes(role, holder.role)) return holder;
  throw new ServiceError(
    'InsufficientRole',
    `A ${what} of "${holder.name}" has the role ${holder.role}; yours at the moment is ${role}.`,
  );
}

import type { JWTPayload } from 'jose';
import { ServiceError } from '../../domain/errors.ts';
import { type Role, roleIncludes, roles, scopes, type TokenScope } from '../../domain/principal.ts';
import type { Tenant } from '../../domain/tenant.ts';

/**
 * A claim by its name or by its path with dots (`realm_access.roles`). The whole name is tried first, because URLs as
 * names have dots too. Undefined for a missing claim.
 */
export function claimAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const own = new Map(Object.entries(claims));
  if (own.has(path)) return own.get(path);
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const found = claimAt(own.get(path.slice(0, dot)), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The tenant that a claim (a text, or a list of one) names, by id or else by name, or the only one there is. AccessDenied. */
export function tenantOf(claims: JWTPayload, claim: string, tenants: readonly Tenant[]): Tenant {
  const given = claimAt(claims, claim);
  const named = Array.isArray(given) && given.length === 1 ? given[0] : given;
  const [only, another] = tenants;
  if (named === undefined && only && !another) return only;
  const found = tenants.find(({ id }) => id === named) ?? tenants.find(({ name }) => name === named);
  if (found) return found;
  const reason = named === undefined ? `has no claim "${claim}"` : 'names a tenant that does not exist';
  throw new ServiceError('AccessDenied', `The access token ${reason}.`);
}

/** The highest role that a claim (a text or a list) names, at most the member's own; its own without the claim. AccessDenied. */
export function roleOf(claims: JWTPayload, claim: string, own: Role): Role {
  const given = claimAt(claims, claim);
  if (given === undefined) return own;
  const named = roles.findLast((role) => [given].flat().includes(role));
  if (!named) throw new ServiceError('AccessDenied', `The access token names none of the roles ${roles.join(', ')}.`);
  return roleIncludes(own, named) ? named : own;
}

/**
 * The scopes of a token; undefined without any, which RFC 9068 permits. `scope` is a text with spaces (RFC 8693) or a
 * list; some providers call it `scp`.
 */
export function scopesOf({ scope, scp }: JWTPayload): TokenScope[] | undefined {
  const given = scope === undefined ? scp : scope;
  if (given === undefined) return undefined;
  const named = typeof given === 'string' ? given.split(' ') : [given].flat();
  return scopes.filter((one) => named.includes(one));
}

/** Possible names of a new member, the best first. */
export function namesIn({ preferred_username, email, name, sub }: JWTPayload): unknown[] {
  return [preferred_username, email, name, sub];
}

import { ServiceError } from './errors.ts';
import type { Claim } from './idempotency-rules.ts';
import type { Tier } from './tier.ts';

/** The tenant of a local server; it is in every store. */
export const localTenantId = 'local';
/** The service itself, and the person who runs a local server, as a member. */
export const localMemberId = 'local';

/** The person who runs a local server owns its tenant. */
export function localOwner(tier: Tier): Principal {
  return { tenantId: localTenantId, memberId: localMemberId, role: 'OWNER', tier, name: 'local', via: 'stdio' };
}

/** What the service does by itself for a tenant; `name` says which part of it acts. */
export function servicePrincipal(tier: Tier, name: string, tenantId = localTenantId): Principal {
  return { ...serviceScope(tenantId, name), tier, name, via: 'system' };
}

export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes what `needed` may do; each role includes the ones before it. */
export function roleIncludes(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Where a request came from. */
export interface Origin {
  requestId?: string | undefined;
  /** The address of the peer that connected. */
  address?: string | undefined;
}

/** What is done and from where: it is in the audit log with every change that comes of it. */
export interface AuditContext extends Origin {
  /** The operation's name; of the service's own work, which part of it acts. */
  action: string;
  /** Who acts, as it was called then. */
  name: string;
  via: Via;
  keyId?: string | undefined;
  /** Names of the fields that were given; never what they held. */
  fields?: readonly string[] | undefined;
  /** The claim of its idempotency key; absent: it was given none. */
  claim?: Claim | undefined;
}

/** On whose behalf the store is asked: what decides what may be seen and changed. */
export interface Scope {
  tenantId: string;
  memberId: string;
  role: Role;
  /** Absent: the service does it by itself. */
  auditContext?: AuditContext | undefined;
}

/**
 * The scope of what the service does by itself for a tenant: it sees everything.
 * @param name which part of it acts
 * @param action what the audit log calls it where that is more than the name
 */
export function serviceScope(tenantId: string, name = 'service', action = name): Scope {
  return { tenantId, memberId: localMemberId, role: 'OWNER', auditContext: { action, name, via: 'system' } };
}

const strangerPrefix = 'token:';

/** Pseudo member id for a token's subject without a member. No member ever has such an id. */
export function strangerId(subject: string): string {
  return strangerPrefix + subject;
}

/** What somebody is called who is in no list of members: the local owner, a stranger. */
export function nameWithoutMember(memberId: string): string {
  return memberId.startsWith(strangerPrefix) ? memberId.slice(strangerPrefix.length) : memberId;
}

/** How a caller came in: `jwt` is a token that SERVICE_JWT_* accept, `oauth` one of an identity provider. */
export const ways = ['stdio', 'key', 'jwt', 'oauth', 'dashboard', 'system'] as const;
export type Via = (typeof ways)[number];

/** What an access token of an identity provider may allow: to call what only reads, and what changes something. */
export const scopes = ['memory:read', 'memory:write'] as const;
export type TokenScope = (typeof scopes)[number];

/** Who calls: every call of every transport carries one. `name` is what revisions record as changedBy. */
export interface Principal extends Scope {
  tier: Tier;
  name: string;
  via: Via;
  /** The API key it called with. */
  keyId?: string | undefined;
  /** The name of that key. */
  keyName?: string | undefined;
  /** What its token allows; absent: all that its role does. */
  scopes?: readonly TokenScope[] | undefined;
}

/**
 * Refuses a caller that does not sit at this machine: a key of the store, or a token, may be anybody's, while what the machine
 * holds belongs to the person who runs the server. AccessDenied.
 */
export function requireAtMachine({ via }: Pick<Principal, 'via'>): void {
  if (via === 'stdio' || via === 'dashboard') return;
  const how = 'over stdio, or by the link of `agent-memory-service ui`';
  throw new ServiceError('AccessDenied', `Only who sits at this machine may do this: ${how}.`);
}

/** A token that allows less than the call needs: AccessDenied, with the scope that it lacks. */
export class InsufficientScope extends ServiceError {
  readonly scope: TokenScope;
  readonly held: readonly TokenScope[];

  constructor(scope: TokenScope, held: readonly TokenScope[]) {
    super('AccessDenied', `The token does not allow this: it lacks the scope ${scope}.`);
    this.scope = scope;
    this.held = held;
  }
}

/** Why a call that needs a scope may not be made; undefined when it may. */
export function lackOf(
  { scopes: allowed }: Pick<Principal, 'scopes'>,
  scope: TokenScope,
): InsufficientScope | undefined {
  return allowed && !allowed.includes(scope) ? new InsufficientScope(scope, allowed) : undefined;
}

/** Throws InsufficientScope. */
export function requireScope(principal: Pick<Principal, 'scopes'>, scope: TokenScope): void {
  const lack = lackOf(principal, scope);
  if (lack) throw lack;
}

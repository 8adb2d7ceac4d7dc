import { ServiceError } from './errors.ts';
import type { Claim } from './idempotency-rules.ts';
import type { Tier } from './tier.ts';

/** The tenant of a local server; it is in every store. */
export const localTenantId = 'local';
/** The service itself and the person who runs a local server, as members. */
export const localMemberId = 'local';

/** The person who runs a local server owns its tenant. */
export function localOwner(tier: Tier): Principal {
  return { tenantId: localTenantId, memberId: localMemberId, role: 'OWNER', tier, name: 'local', via: 'stdio' };
}

/** The service's own work for a tenant; `name` is the acting part. */
export function servicePrincipal(tier: Tier, name: string, tenantId = localTenantId): Principal {
  return { ...serviceScope(tenantId, name), tier, name, via: 'system' };
}

export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes `needed`; each role includes the ones before it. */
export function roleIncludes(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** The origin of a request. */
export interface Origin {
  requestId?: string | undefined;
  /** The peer's address. */
  address?: string | undefined;
}

/** The action and its origin, for the audit line of every resulting change. */
export interface AuditContext extends Origin {
  /** The operation's name; for the service's own work, the part that acts. */
  action: string;
  /** The caller's name at that time. */
  name: string;
  via: Via;
  keyId?: string | undefined;
  /** Names of the given fields, never their values. */
  fields?: readonly string[] | undefined;
  /** The claim of its idempotency key; absent: it has none. */
  claim?: Claim | undefined;
}

/** The member on whose behalf the store is called: decides access. */
export interface Scope {
  tenantId: string;
  memberId: string;
  role: Role;
  /** Ids of the characters that the grant or key is limited to: no other is visible. Absent: no limit. */
  only?: readonly string[] | undefined;
  /** Absent: the service itself. */
  auditContext?: AuditContext | undefined;
}

/**
 * The scope of the service's own work for a tenant: it sees everything.
 * @param name which part of it acts
 * @param action its name in the audit log, if it differs from `name`
 */
export function serviceScope(tenantId: string, name = 'service', action = name): Scope {
  return { tenantId, memberId: localMemberId, role: 'OWNER', auditContext: { action, name, via: 'system' } };
}

const strangerPrefix = 'token:';

/** Pseudo member id for a token's subject without a member. No member has such an id. */
export function strangerId(subject: string): string {
  return strangerPrefix + subject;
}

/** The name of an actor who is not in the list of members: the local owner, an unknown subject. */
export function nameWithoutMember(memberId: string): string {
  return memberId.startsWith(strangerPrefix) ? memberId.slice(strangerPrefix.length) : memberId;
}

/**
 * How a caller signed in: `jwt` is a token accepted by SERVICE_JWT_*, `oauth` one of an identity provider, `grant` one
 * that this server issued to a client with a member's consent.
 */
export const ways = ['stdio', 'key', 'jwt', 'oauth', 'grant', 'dashboard', 'system'] as const;
export type Via = (typeof ways)[number];

/** The scopes of an access token: operations that only read, and operations that change something. */
export const scopes = ['memory:read', 'memory:write'] as const;
/** The scope of replicas, whose changes keep their own authors, clients and times. It is not offered to other clients. */
export const replicaScope = 'memory:replicate';
export type TokenScope = (typeof scopes)[number] | typeof replicaScope;

/** The caller of every call. `name` is recorded in revisions as changedBy. */
export interface Principal extends Scope {
  tier: Tier;
  name: string;
  via: Via;
  /** The API key or grant of the call. */
  keyId?: string | undefined;
  /** The name of that key, or of the client that has the grant. */
  keyName?: string | undefined;
  /** The scopes of its token or key; absent: everything that its role allows. */
  scopes?: readonly TokenScope[] | undefined;
}

/**
 * Refuses a caller that is not on this machine: the machine's files belong to the person who runs the server, not to
 * owners of keys or tokens. AccessDenied.
 */
export function requireAtMachine(principal: Pick<Principal, 'via'>): void {
  if (isAtMachine(principal)) return;
  const how = 'over stdio, or by the link of `agent-memory-service ui`';
  throw new ServiceError('AccessDenied', `Only who sits at this machine may do this: ${how}.`);
}

export function isAtMachine({ via }: Pick<Principal, 'via'>): boolean {
  return via === 'stdio' || via === 'dashboard';
}

/** Whether a caller has only a part of its member's rights, by a grant or a key with a scope. */
export function isLimited({ via, only, scopes: held }: Pick<Principal, 'via' | 'only' | 'scopes'>): boolean {
  return via === 'grant' || (via === 'key' && (only !== undefined || held !== undefined));
}

/** A token without the scope that the call needs: AccessDenied, with the missing scope. */
export class InsufficientScope extends ServiceError {
  readonly scope: TokenScope;
  readonly held: readonly TokenScope[];

  constructor(scope: TokenScope, held: readonly TokenScope[]) {
    super('AccessDenied', `The token or key does not allow this: it lacks the scope ${scope}.`);
    this.scope = scope;
    this.held = held;
  }
}

/** Why a call that needs a scope is refused; undefined when it is allowed. */
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

/** Whether changes may say who made them, by which client and when: members' and replicas', not those of other clients. */
export function mayAttribute({ via, scopes: held }: Pick<Principal, 'via' | 'scopes'>): boolean {
  return via !== 'grant' || held?.includes(replicaScope) === true;
}

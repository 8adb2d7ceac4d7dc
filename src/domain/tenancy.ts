import { ServiceError } from './errors.ts';
import type { Role } from './tenant.ts';
import { type Tier, tierLimits } from './tier.ts';

export interface Tenant {
  id: string;
  name: string;
  /** The tier in force. */
  tier: Tier;
  /** A downgrade that waits for `periodEnd` (ISO-8601 UTC); both absent when none does. */
  nextTier?: Tier;
  periodEnd?: string;
  createdAt: string;
}

export const memberStatuses = ['ACTIVE', 'SUSPENDED'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

export interface Member {
  id: string;
  tenantId: string;
  /** Unique within the tenant. */
  name: string;
  role: Role;
  status: MemberStatus;
  createdAt: string;
}

/** An API key as it is shown; its text is known to its owner only. */
export interface ApiKey {
  id: string;
  name: string;
  tenantId: string;
  /** Name of the member it belongs to. */
  member: string;
  createdAt: string;
  /** Exact to a minute. */
  lastUsedAt?: string;
  revokedAt?: string;
}

/** A key to be stored: of its text only the SHA-256. */
export interface NewKey {
  id: string;
  name: string;
  hash: Uint8Array;
}

/** What a presented key leads to, as things stand now. */
export interface Credential {
  keyId: string;
  tenantId: string;
  tier: Tier;
  memberId: string;
  /** The member's name. */
  member: string;
  role: Role;
  memberStatus: MemberStatus;
  revoked: boolean;
  /** Milliseconds; undefined: never. */
  lastUsedAt: number | undefined;
}

/**
 * Tenants, their members and keys. One method is one atomic unit. `now` in milliseconds. A tenant, member or key that
 * does not exist is NotFound; a name that is taken InvalidInput; more than the tier allows TierLimitExceeded.
 */
export interface TenancyStore {
  /** A tenant with its first member, an OWNER, and that member's first key. */
  createTenant(
    tenant: { id: string; name: string; tier: Tier },
    owner: { id: string; name: string },
    key: NewKey,
    now: number,
  ): Promise<{ tenant: Tenant; owner: Member; key: ApiKey }>;
  /** By name. */
  listTenants(now: number): Promise<Tenant[]>;
  /** By id, else by name. */
  findTenant(reference: string, now: number): Promise<Tenant | undefined>;
  /** An upgrade is in force at once; a downgrade waits for `periodEnd`. Either replaces what waited before. */
  setTier(tenantId: string, tier: Tier, periodEnd: number, now: number): Promise<Tenant>;

  addMember(tenantId: string, member: { id: string; name: string; role: Role }, now: number): Promise<Member>;
  listMembers(tenantId: string): Promise<Member[]>;
  /** Every member with this id or name, in one tenant or in all. */
  findMembers(reference: string, tenantId?: string): Promise<Member[]>;
  changeMember(memberId: string, change: { role?: Role; status?: MemberStatus }): Promise<Member>;
  /** Removes the member for good and revokes its keys; what it wrote stays. */
  removeMember(memberId: string, now: number): Promise<Member>;

  addKey(memberId: string, key: NewKey, now: number): Promise<ApiKey>;
  /** As addKey for the owner, but only into a store that never had a key; undefined when it had one. */
  addFirstKey(
    tenantId: string,
    owner: { id: string; name: string },
    key: NewKey,
    now: number,
  ): Promise<ApiKey | undefined>;
  /** Oldest first, revoked ones too. */
  listKeys(tenantId: string): Promise<ApiKey[]>;
  /** Revoking a revoked key changes nothing. */
  revokeKey(keyId: string, now: number): Promise<ApiKey>;
  findCredential(hash: Uint8Array, now: number): Promise<Credential | undefined>;
  /** Records that a key was used. */
  keyUsed(keyId: string, now: number): Promise<void>;
}

/** The TierLimitExceeded error of a tenant that has as many members or keys as its tier allows. */
export function seatLimitExceeded(tier: Tier, kind: 'maxMembers' | 'maxApiKeys'): ServiceError {
  const limit = tierLimits[tier][kind];
  const what = kind === 'maxMembers' ? 'members' : 'API keys';
  return new ServiceError('TierLimitExceeded', `The ${tier} tier allows at most ${limit} ${what}.`);
}

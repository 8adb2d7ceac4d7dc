import type { Claim, ClaimState } from '../idempotency-rules.ts';
import type { Scope } from '../principal.ts';
import type { ApiKey, Credential, Member, MemberChange, NewKey, NewMember, RotatedKey, Tenant } from '../tenant.ts';
import type { Bucket, Tier } from '../tier.ts';

export interface TenantUsage {
  characters: number;
  memories: number;
  files: number;
  storageBytes: number;
  aiCalls: number;
  aiInputTokens: number;
  aiOutputTokens: number;
}

/** The identity of the first member of a tenant, its OWNER. */
export interface NewOwner {
  id: string;
  name: string;
}

/** `now` in milliseconds. A tenant that does not exist is NotFound. */
export interface TenantStore {
  /** The id of the store, which it keeps for ever. */
  storeId(): Promise<string>;
  /** Creates the tenant if it is missing, and sets its tier. */
  ensure(tenantId: string, tier: Tier, now: number): Promise<void>;
  /**
   * A tenant with its first member, an OWNER, and that member's first key. NameTaken when another tenant
   * has the name as its name or id.
   */
  create(
    tenant: { id: string; name: string; tier: Tier },
    owner: NewOwner,
    key: NewKey,
    now: number,
  ): Promise<{ tenant: Tenant; owner: Member; key: ApiKey }>;
  /** By name. */
  list(now: number): Promise<Tenant[]>;
  /** By id, else by name. */
  find(reference: string, now: number): Promise<Tenant | undefined>;
  /** An upgrade is in force at once; a downgrade waits for `periodEnd`. Both replace a waiting change. */
  setTier(tenantId: string, tier: Tier, periodEnd: number, now: number): Promise<Tenant>;
  /**
   * Counts of the tenant's objects that the caller can see. Characters: the ACTIVE ones. AI figures: those of the whole
   * tenant in the calendar month (UTC) of `now`.
   */
  usage(scope: Scope, now: number): Promise<TenantUsage>;
}

/** How a token names its member, compared exactly: id, name, or the identity provider's id. */
export type Subject = { reference: string } | { externalId: string };

/** How a credential is looked up. */
export interface LookUp {
  /** The rate-limit bucket in which the request is counted in the same round trip, if the engine can. */
  counting?: Bucket | undefined;
  /** The tenant of its last use: the look-up is queued with that tenant, not with unknown callers. */
  expected?: string | undefined;
}

/** Limits keys to a tenant, or to one of its members. */
export interface KeyOwner {
  tenantId: string;
  memberId?: string | undefined;
}

/** A tenant or member that does not exist, or was removed, is NotFound. `by` is in the audit log; absent: the service. */
export interface MemberStore {
  /** TierLimitExceeded when the tier allows no more; NameTaken (name or external id). */
  add(tenantId: string, member: NewMember, now: number, by?: Scope): Promise<Member>;
  /** Oldest first. */
  list(tenantId: string): Promise<Member[]>;
  /** Every member with this id or name, in one tenant or in all. */
  find(reference: string, tenantId?: string): Promise<Member[]>;
  /**
   * Finds a token's member in its tenant. `removed` if the only such member was removed; undefined if there never was
   * one.
   */
  identify(tenantId: string, subject: Subject): Promise<Member | 'removed' | undefined>;
  /** NameTaken (name or external id); InvalidInput when no active OWNER would be left. */
  change(memberId: string, change: MemberChange, now: number, by?: Scope): Promise<Member>;
  /** Removes the member for good and revokes its keys; its memories stay. InvalidInput for the last active OWNER. */
  remove(memberId: string, now: number, by?: Scope): Promise<Member>;
}

/** A tenant, member or key that does not exist is NotFound. `by` is in the audit log; absent: the service. */
export interface KeyStore {
  /** TierLimitExceeded when the tenant has as many keys that have not ended as its tier allows. */
  add(memberId: string, key: NewKey, now: number, by?: Scope): Promise<ApiKey>;
  /**
   * Creates a key for the owner, and the owner unless the tenant has an OWNER of that name. Only in a store that never
   * had a key; undefined otherwise.
   */
  addFirst(tenantId: string, owner: NewOwner, key: NewKey, now: number): Promise<ApiKey | undefined>;
  /** Oldest first, revoked ones too. */
  list(tenantId: string): Promise<ApiKey[]>;
  /**
   * Makes a key in the place of another, which is revoked, or ends later. NotFound, also when the key is not of the
   * given `owner`; TierLimitExceeded, and as `rotatedKey`.
   */
  rotate(keyId: string, key: RotatedKey, now: number, owner?: KeyOwner, by?: Scope): Promise<ApiKey>;
  /** Revoking a revoked key changes nothing. NotFound, also when the key is not of the given `owner`. */
  revoke(keyId: string, now: number, owner?: KeyOwner, by?: Scope): Promise<ApiKey>;
  /** The credential of the key with this SHA-256, in any state. */
  findCredential(hash: Uint8Array, now: number, how?: LookUp): Promise<Credential | undefined>;
  /** Records that a key was used. */
  recordUse(keyId: string, now: number): Promise<void>;
  /**
   * Calls the listener when this process may have changed the result of authenticating a key: by revoking it, or by
   * changing or removing its member. Returns a function that unsubscribes.
   */
  onWithdrawal(listener: () => void): () => void;
}

/** Counts requests across all processes on the store. The counts may be lost in a crash. */
export interface RateStore {
  /**
   * Counts a request if fewer than `limit` are in the window (its start, ms).
   * @returns the new count; undefined: the request is refused
   */
  take(tenantId: string, bucket: Bucket, limit: number, window: number): Promise<number | undefined>;
}

type Claimant = Pick<Scope, 'tenantId' | 'memberId'>;

/**
 * Calls with an idempotency key, and their answers, for all processes on the store. A unit whose scope names a claim
 * marks it as changed, and fails (RequestInProgress) if another holder has taken the claim.
 */
export interface IdempotencyStore {
  /** Claims a key's call for the holder. Deletes the oldest calls of a member with too many. */
  claim(member: Claimant, claim: Claim, fingerprint: Uint8Array, now: number): Promise<ClaimState>;
  /** Renews the claim of a running call. */
  renew(member: Claimant, claim: Claim, now: number): Promise<void>;
  /** The call is done; `answer` is undefined where it was not stored. */
  settle(member: Claimant, claim: Claim, answer: Uint8Array | undefined): Promise<void>;
  /** The call failed: it is deleted if it changed nothing, otherwise settled. */
  release(member: Claimant, claim: Claim, answer: Uint8Array): Promise<void>;
  /** Deletes calls claimed before a time (ms), at most `limit`. Returns how many. */
  prune(before: number, limit: number): Promise<number>;
}

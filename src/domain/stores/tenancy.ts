import type { Claim, ClaimState } from '../idempotency-rules.ts';
import type { Scope } from '../principal.ts';
import type { ApiKey, Credential, Member, MemberChange, NewKey, NewMember, Tenant } from '../tenant.ts';
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

/** What identifies the first member of a tenant, its OWNER. */
export interface NewOwner {
  id: string;
  name: string;
}

/** `now` in milliseconds. A tenant that does not exist is NotFound. */
export interface TenantStore {
  /** Makes the tenant when it is missing, and gives it this tier. */
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
  /** An upgrade is in force at once; a downgrade waits for `periodEnd`. Either replaces what waited before. */
  setTier(tenantId: string, tier: Tier, periodEnd: number, now: number): Promise<Tenant>;
  /**
   * Counts of what the caller can see of the tenant; characters are the ACTIVE ones, AI figures those of the whole
   * tenant in the calendar month (UTC) of `now`.
   */
  usage(scope: Scope, now: number): Promise<TenantUsage>;
}

/** What a token calls its member, compared exactly: by id or name, or as the identity provider does. */
export type Subject = { reference: string } | { externalId: string };

/** How a credential is looked up. */
export interface LookUp {
  /** The bucket in which its request is counted in the same round trip, where the engine can. */
  counting?: Bucket | undefined;
  /** The tenant that it was of when it was last seen: the look-up takes that tenant's turn, not that of all strangers. */
  expected?: string | undefined;
}

/** Whose a key must be to be found: a tenant's, or one member's of it. */
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
   * Whom a token means within its tenant; `removed` when the only one who was ever called so was removed. Undefined:
   * nobody ever was.
   */
  identify(tenantId: string, subject: Subject): Promise<Member | 'removed' | undefined>;
  /** NameTaken (name or external id); InvalidInput when no active OWNER would be left. */
  change(memberId: string, change: MemberChange, now: number, by?: Scope): Promise<Member>;
  /** Removes the member for good and revokes its keys; what it wrote stays. InvalidInput for the last active OWNER. */
  remove(memberId: string, now: number, by?: Scope): Promise<Member>;
}

/** A tenant, member or key that does not exist is NotFound. `by` is in the audit log; absent: the service. */
export interface KeyStore {
  /** TierLimitExceeded when the tenant has as many valid keys as its tier allows. */
  add(memberId: string, key: NewKey, now: number, by?: Scope): Promise<ApiKey>;
  /**
   * A key for the owner, who is made unless the tenant has an OWNER of that name, but only into a store that never had
   * a key; undefined when it had one.
   */
  addFirst(tenantId: string, owner: NewOwner, key: NewKey, now: number): Promise<ApiKey | undefined>;
  /** Oldest first, revoked ones too. */
  list(tenantId: string): Promise<ApiKey[]>;
  /** Revoking a revoked key changes nothing. NotFound, also when it is not the owner's that is given. */
  revoke(keyId: string, now: number, owner?: KeyOwner, by?: Scope): Promise<ApiKey>;
  /** What the key with this SHA-256 leads to, whatever its state. */
  findCredential(hash: Uint8Array, now: number, how?: LookUp): Promise<Credential | undefined>;
  /** Records that a key was used. */
  recordUse(keyId: string, now: number): Promise<void>;
  /**
   * Calls the listener whenever this process may have changed what a key authenticates as: has revoked it, or changed or
   * removed its member. Answers what ends that.
   */
  onWithdrawal(listener: () => void): () => void;
}

/** Counts requests for every process that serves the store; what it counts need not survive a crash. */
export interface RateStore {
  /**
   * Counts a request when fewer than `limit` have been in the window (its start, ms).
   * @returns how many there are then, itself among them; undefined: it does not pass
   */
  take(tenantId: string, bucket: Bucket, limit: number, window: number): Promise<number | undefined>;
}

type Claimant = Pick<Scope, 'tenantId' | 'memberId'>;

/**
 * The calls that members gave an idempotency key, and their answers, for every process on the store. A unit whose scope
 * names a claim marks it as changed, and fails (RequestInProgress) when the claim is another holder's by then.
 */
export interface IdempotencyStore {
  /** Claims the call of a key for the holder; the oldest calls of a member with too many are forgotten. */
  claim(member: Claimant, claim: Claim, fingerprint: Uint8Array, now: number): Promise<ClaimState>;
  /** The holder is still at work. */
  renew(member: Claimant, claim: Claim, now: number): Promise<void>;
  /** The call is done; `answer` is undefined where it was not stored. */
  settle(member: Claimant, claim: Claim, answer: Uint8Array | undefined): Promise<void>;
  /** The call failed: where it changed nothing it is forgotten, else it is settled. */
  release(member: Claimant, claim: Claim, answer: Uint8Array): Promise<void>;
  /** Forgets calls claimed before (ms), at most `limit`; how many. */
  prune(before: number, limit: number): Promise<number>;
}

import type { Claim, ClaimState } from '../idempotency-rules.ts';
import type { Scope } from '../principal.ts';

type Member = Pick<Scope, 'tenantId' | 'memberId'>;

/**
 * The calls that members gave an idempotency key, and their answers, for every process on the store. A unit whose scope
 * names a claim marks it as changed, and fails (RequestInProgress) when the claim is another holder's by then.
 */
export interface IdempotencyStore {
  /** Claims the call of a key for the holder; the oldest calls of a member with too many are forgotten. */
  claim(member: Member, claim: Claim, fingerprint: Uint8Array, now: number): Promise<ClaimState>;
  /** The holder is still at work. */
  renew(member: Member, claim: Claim, now: number): Promise<void>;
  /** The call is done; `answer` is undefined where it was not stored. */
  settle(member: Member, claim: Claim, answer: Uint8Array | undefined): Promise<void>;
  /** The call failed: where it changed nothing it is forgotten, else it is settled. */
  release(member: Member, claim: Claim, answer: Uint8Array): Promise<void>;
  /** Forgets calls claimed before (ms), at most `limit`; how many. */
  prune(before: number, limit: number): Promise<number>;
}

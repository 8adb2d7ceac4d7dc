import { PassingLimit } from './errors.ts';
import type { Principal } from './principal.ts';
import type { Bucket, Tier } from './tier.ts';
import { tierLimits } from './tier.ts';

/** Windows are aligned to the minute of the service's clock. */
export const windowMs = 60_000;
const burstMs = 10_000;
const burstFactor = 2;

/** The state of a call's bucket; `remaining` is after this call, `reset` a Unix timestamp in seconds. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  reset: number;
  bucket: Bucket;
}

/** Whether a request passes, and the state of its bucket. */
export type Admission = RateLimitState & { passes: boolean };

/** Counts requests, for one process or for many. */
export interface RateLimiting {
  /** Counts one request of the principal's tenant if it passes; a refused one is not counted. */
  take(principal: Principal, bucket: Bucket, now: number): Admission | Promise<Admission>;
  /** Present if requests can be counted together with the look-up of their credential. */
  readonly withCredential?: true;
}

/** The limit in force at `now` (ms): twice the sustained rate during the first ten seconds of a window. */
export function effectiveLimit(rate: number, now: number): number {
  return now % windowMs < burstMs ? burstFactor * rate : rate;
}

/** Start of the window (ms) of `now`. */
export function windowStart(now: number): number {
  return now - (now % windowMs);
}

/**
 * Whether a request passes when `count` requests of this window have passed before it.
 * Pure: the caller keeps the count.
 */
export function admit(tier: Tier, bucket: Bucket, count: number, now: number): RateLimitState & { passes: boolean } {
  const limit = effectiveLimit(tierLimits[tier].rates[bucket], now);
  const passes = count < limit;
  return {
    passes,
    limit,
    remaining: Math.max(0, limit - count - (passes ? 1 : 0)),
    reset: (windowStart(now) + windowMs) / 1000,
    bucket,
  };
}

/** As `admit`, for a request that was counted elsewhere. `count` includes it; undefined: it is refused. */
export function admission(tier: Tier, bucket: Bucket, count: number | undefined, now: number): Admission {
  return admit(tier, bucket, count === undefined ? Number.POSITIVE_INFINITY : count - 1, now);
}

/** The TierLimitExceeded error of a bucket that is used up. */
export function rateLimitExceeded(tier: Tier, state: RateLimitState, now: number): PassingLimit {
  const seconds = Math.ceil(state.reset - now / 1000);
  return new PassingLimit(
    `Rate limit of bucket ${state.bucket} on the ${tier} tier exceeded: ${state.limit} requests in this minute. Try again in ${seconds} s.`,
    1000 * state.reset,
  );
}

import type { Principal } from '../domain/principal.ts';
import { admit, type RateLimitState, windowStart } from '../domain/rate-limit.ts';
import type { Bucket } from '../domain/tier.ts';

/** Counts the requests of each tenant and bucket in the current window; lives in the process. */
export class RateLimiter {
  #window = 0;
  #counts = new Map<string, number>();

  /** Counts one request when it passes; one that does not pass is not counted. */
  take({ tenantId, tier }: Principal, bucket: Bucket, now: number): RateLimitState & { passes: boolean } {
    const window = windowStart(now);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const key = `${bucket} ${tenantId}`;
    const count = this.#counts.get(key) ?? 0;
    const state = admit(tier, bucket, count, now);
    if (state.passes) this.#counts.set(key, count + 1);
    return state;
  }
}

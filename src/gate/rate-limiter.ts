import type { Principal } from '../domain/principal.ts';
import { admit, type RateLimiting, type RateLimitState, windowStart } from '../domain/rate-limit.ts';
import type { Bucket } from '../domain/tier.ts';

/** Counts the requests of each tenant and bucket in the current window; lives in the process. */
export class RateLimiter implements RateLimiting {
  #window = 0;
  #counts = new Map<string, number>();

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

import type { Principal } from '../domain/principal.ts';
import {
  type Admission,
  admission,
  admit,
  effectiveLimit,
  type RateLimiting,
  windowStart,
} from '../domain/rate-limit.ts';
import type { RateStore } from '../domain/stores/tenancy.ts';
import { type Bucket, tierLimits } from '../domain/tier.ts';

/** Counts the requests of each tenant and bucket in the current window; lives in the process. */
export class RateLimiter implements RateLimiting {
  #window = 0;
  #counts = new Map<string, number>();

  take({ tenantId, tier }: Principal, bucket: Bucket, now: number): Admission {
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

/** Counts them over all processes that serve the store. */
export class SharedRateLimiter implements RateLimiting {
  readonly withCredential = true;
  readonly #rates: RateStore;

  constructor(rates: RateStore) {
    this.#rates = rates;
  }

  async take({ tenantId, tier }: Principal, bucket: Bucket, now: number): Promise<Admission> {
    const limit = effectiveLimit(tierLimits[tier].rates[bucket], now);
    const count = await this.#rates.take(tenantId, bucket, limit, windowStart(now));
    return admission(tier, bucket, count, now);
  }
}

import type { Bucket } from '../tier.ts';

/** Counts requests for every process that serves the store; what it counts need not survive a crash. */
export interface RateStore {
  /**
   * Counts a request when fewer than `limit` have been in the window (its start, ms).
   * @returns how many there are then, itself among them; undefined: it does not pass
   */
  take(tenantId: string, bucket: Bucket, limit: number, window: number): Promise<number | undefined>;
}

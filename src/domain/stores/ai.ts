import type { TokenUsage } from '../ai.ts';

/** Tokens reserved for a running call. */
export interface TokenReservation {
  id: string;
  tokens: number;
  /** When it expires (ms): the process that made it must have died. */
  until: number;
}

/** The usage of AI by tenant and UTC day, shared by all processes on the store. TenantStore.usage sums months. */
export interface AiStore {
  /**
   * Reserves tokens if the tenant's usage on the UTC day of `now` and its other reservations leave enough of `limit`.
   * Returns whether it did.
   */
  reserve(tenantId: string, reservation: TokenReservation, limit: number, now: number): Promise<boolean>;
  /** Adds to the tenant's usage of the UTC day of `now`, and removes the reservation. */
  recordUsage(tenantId: string, usage: TokenUsage, now: number, reservationId?: string): Promise<void>;
  /** Input and output tokens of the UTC day of `now` together; reservations do not count. */
  tokensToday(tenantId: string, now: number): Promise<number>;
}

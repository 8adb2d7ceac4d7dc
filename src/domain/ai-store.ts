import type { TokenUsage } from './ai.ts';

/** Tokens set aside for a call that is under way. */
export interface TokenReservation {
  id: string;
  tokens: number;
  /** When it counts no longer (ms), because the process that made it must be dead. */
  until: number;
}

/** What AI cost, by tenant and UTC day, shared by every process on the store; TenantStore.usage sums the months. */
export interface AiStore {
  /**
   * Sets tokens aside, unless they are more than the tenant's counts of the UTC day of `now` and its other reservations
   * leave of `limit`; whether it did.
   */
  reserve(tenantId: string, reservation: TokenReservation, limit: number, now: number): Promise<boolean>;
  /** Adds to the tenant's counts of the UTC day of `now`, and takes back the reservation that was made for it. */
  recordUsage(tenantId: string, usage: TokenUsage, now: number, reservationId?: string): Promise<void>;
  /** Input and output tokens of the UTC day of `now` together; reservations do not count. */
  tokensToday(tenantId: string, now: number): Promise<number>;
}

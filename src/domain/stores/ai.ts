import type { TokenUsage } from '../ai.ts';
import type { TenantAiSettings } from '../ai-settings.ts';
import type { Scope } from '../principal.ts';

/** Tokens reserved for a running call. */
export interface TokenReservation {
  id: string;
  tokens: number;
  /** When it expires (ms): the process that made it must have died. */
  until: number;
}

/**
 * The AI settings of tenants, and their usage by UTC day, shared by all processes on the store. TenantStore.usage sums
 * months.
 */
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
  /** A tenant's own settings; undefined: none. */
  settings(tenantId: string): Promise<TenantAiSettings | undefined>;
  /** Replaces the settings; undefined removes them. NotFound: no such tenant. */
  setSettings(tenantId: string, settings: TenantAiSettings | undefined, now: number, by?: Scope): Promise<void>;
  /** Replaces an encrypted key by the same key encrypted again, unless it was changed meanwhile (compare and swap). */
  reseal(tenantId: string, from: Uint8Array, to: Uint8Array): Promise<void>;
  /** Every tenant with own settings, sorted by id. */
  allSettings(): Promise<{ tenantId: string; settings: TenantAiSettings }[]>;
}

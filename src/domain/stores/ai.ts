import type { TokenUsage } from '../ai.ts';
import type { TenantAiSettings } from '../ai-settings.ts';
import type { Scope } from '../principal.ts';

/** Tokens set aside for a call that is under way. */
export interface TokenReservation {
  id: string;
  tokens: number;
  /** When it counts no longer (ms), because the process that made it must be dead. */
  until: number;
}

/**
 * How tenants set AI up, and what it cost by tenant and UTC day, shared by every process on the store;
 * TenantStore.usage sums the months.
 */
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
  /** What a tenant has set up for itself; undefined: nothing. */
  settings(tenantId: string): Promise<TenantAiSettings | undefined>;
  /** Puts settings in the place of those that were; undefined takes them away. NotFound: no such tenant. */
  setSettings(tenantId: string, settings: TenantAiSettings | undefined, now: number, by?: Scope): Promise<void>;
  /** Puts a key that was sealed again in the place of the old sealing, unless another has come there meanwhile. */
  reseal(tenantId: string, from: Uint8Array, to: Uint8Array): Promise<void>;
  /** Every tenant that has set something up, in the order of their ids. */
  allSettings(): Promise<{ tenantId: string; settings: TenantAiSettings }[]>;
}

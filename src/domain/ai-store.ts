import type { TokenUsage } from './ai.ts';

/** What AI cost, by tenant and UTC day, shared by every process on the store; TenantStore.usage sums the months. */
export interface AiStore {
  /** Adds to the tenant's counts of the UTC day of `now`. */
  recordUsage(tenantId: string, usage: TokenUsage, now: number): Promise<void>;
  /** Input and output tokens of the UTC day of `now` together. */
  tokensToday(tenantId: string, now: number): Promise<number>;
}

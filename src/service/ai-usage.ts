import type { TokenUsage } from '../domain/ai.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Principal } from '../domain/principal.ts';
import type { Context } from './context.ts';

/** What counting needs; of the principal whose tenant pays, only that and the tier. */
export type Accounting = Pick<Context, 'store' | 'now' | 'dailyTokens'> & {
  principal: Pick<Principal, 'tenantId' | 'tier'>;
};

/** Whether the tenant may still spend tokens today; true when there is no limit. */
export async function hasAiQuota({ store, principal, now, dailyTokens }: Accounting): Promise<boolean> {
  if (dailyTokens === undefined) return true;
  return (await store.ai.tokensToday(principal.tenantId, now())) < dailyTokens;
}

/** Throws TierLimitExceeded when today's tokens are used up. */
export async function requireAiQuota(context: Accounting): Promise<void> {
  if (await hasAiQuota(context)) return;
  throw new ServiceError(
    'TierLimitExceeded',
    `The AI quota of ${context.dailyTokens} tokens a day (SERVICE_AI_DAILY_TOKENS) on the ${context.principal.tier} tier is used up. Nothing was stored; it starts anew at 00:00 UTC. add_memory_direct works without AI.`,
  );
}

/** Counts what a call of a provider cost. */
export async function recordAiUsage({ store, principal, now }: Accounting, usage: TokenUsage): Promise<void> {
  if (usage.calls > 0) await store.ai.recordUsage(principal.tenantId, usage, now());
}

import { noUsage, type TokenEstimate, type TokenUsage } from '../domain/ai.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Principal } from '../domain/principal.ts';
import type { Context } from './context.ts';

/** The fields for counting: of the paying principal only its tenant and tier. */
export type Accounting = Pick<Context, 'store' | 'now' | 'newId' | 'dailyTokens'> & {
  principal: Pick<Principal, 'tenantId' | 'tier'>;
};

/** A call of a provider before it is made. */
export interface PlannedCall {
  estimate: TokenEstimate;
  /** The longest it may take, in ms. */
  deadlineMs: number;
  /** Aborted when the caller has given up. */
  signal: AbortSignal;
}

/** After a call's deadline its process has this long (ms) to settle its reservation; then it is considered dead. */
const settlingMs = 30_000;

/** Whether the tenant may still spend tokens today; true when there is no limit. */
export async function hasAiQuota({ store, principal, now, dailyTokens }: Accounting): Promise<boolean> {
  if (dailyTokens === undefined) return true;
  return (await store.ai.tokensToday(principal.tenantId, now())) < dailyTokens;
}

/** Throws TierLimitExceeded when today's tokens are used up. */
export async function requireAiQuota(context: Accounting): Promise<void> {
  if (!(await hasAiQuota(context))) throw aiQuotaExceeded(context);
}

export function aiQuotaExceeded({ dailyTokens, principal }: Accounting): ServiceError {
  return new ServiceError(
    'TierLimitExceeded',
    `The AI quota of ${dailyTokens} tokens a day (SERVICE_AI_DAILY_TOKENS, or dailyTokens of the tenant's AI settings) on the ${principal.tier} tier has no room left for this call. Nothing was stored; the quota starts again at 00:00 UTC. add_memory_direct works without AI.`,
  );
}

/**
 * Calls a provider and counts the cost. With a limit it first reserves an estimate; when the limit is reached, it does
 * not call and returns undefined. An aborted call counts by its estimate, because the provider may finish it.
 */
export async function accounted<Answer extends { usage: TokenUsage }>(
  accounting: Accounting,
  { estimate, deadlineMs, signal }: PlannedCall,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const { store, principal, now, newId, dailyTokens } = accounting;
  signal.throwIfAborted();
  const tokens = estimate.inputTokens + estimate.outputTokens;
  const id = dailyTokens === undefined || tokens === 0 ? undefined : newId();
  if (id !== undefined && dailyTokens !== undefined) {
    const reservation = { id, tokens, until: now() + deadlineMs + settlingMs };
    if (!(await store.ai.reserve(principal.tenantId, reservation, dailyTokens, now()))) return undefined;
  }
  let usage = noUsage;
  try {
    signal.throwIfAborted();
    if (tokens > 0) usage = { ...estimate, calls: 1 };
    const answer = await ask();
    usage = answer.usage;
    return answer;
  } catch (error) {
    if (!signal.aborted) usage = noUsage;
    throw error;
  } finally {
    if (id !== undefined || usage.calls > 0) await store.ai.recordUsage(principal.tenantId, usage, now(), id);
  }
}

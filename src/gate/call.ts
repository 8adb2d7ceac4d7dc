import { isReplaced } from '../base/program.ts';
import { AnswerNeeded, programReplaced, ServiceError } from '../domain/errors.ts';
import { requireScope, roleIncludes } from '../domain/principal.ts';
import { type RateLimitState, rateLimitExceeded } from '../domain/rate-limit.ts';
import { type Bucket, requireFeature } from '../domain/tier.ts';
import { holderOf } from '../service/characters.ts';
import type { Caller, Context, Services } from '../service/context.ts';
import { withOwnAi } from '../service/tenancy/own-ai.ts';
import { recordExport, recordRefusal, withAuditContext } from './audit.ts';
import { onceForKey } from './idempotency.ts';
import { readInput } from './input.ts';
import { computationName, type Operation, requireInGrant, scopeOf } from './operation.ts';

/**
 * The result of a call; `rateLimit` is absent when requests are not limited. A replay is the answer to an earlier call.
 */
export type Outcome = { rateLimit?: RateLimitState | undefined; isReplay?: boolean } & (
  | { output: Record<string, unknown>; error?: undefined }
  | { output?: undefined; error: ServiceError }
);

/**
 * The one gate: rate limit, role, tier feature, validation, then the operation. It never throws; errors beyond
 * ServiceErrors are logged in full and answered as InternalError without internals.
 */
export async function call(
  services: Services,
  caller: Caller,
  operation: Operation,
  rawInput: unknown,
): Promise<Outcome> {
  return callReading(services, caller, operation, () => rawInput);
}

/**
 * As `call`, for a transport that reads the input only once the request is admitted: a refused one costs no reading,
 * and an unreadable one is counted like any other. `read` may throw ServiceErrors.
 */
export async function callReading(
  services: Services,
  caller: Caller,
  operation: Operation,
  read: () => unknown,
): Promise<Outcome> {
  const start = performance.now();
  services.traffic?.begin();
  const outcome = await answered(contextOf(services, caller), operation, read).finally(() => services.traffic?.end());
  const labels = { operation: operation.name, outcome: outcomeLabel(outcome) };
  services.metrics?.measure('agent_memory.operation.duration', (performance.now() - start) / 1000, labels);
  return outcome;
}

/**
 * The context of one call; log lines name its request. Not built by spread: V8 makes a hidden class for each copy of so
 * many members, which takes 20 times as long and 4 kB.
 */
function contextOf(services: Services, caller: Caller): Context {
  const context: Context = Object.assign({}, services, caller);
  const requestId = caller.origin?.requestId;
  if (requestId !== undefined) {
    context.log = (level, message, fields) => services.log(level, message, { requestId, ...fields });
  }
  return context;
}

function outcomeLabel({ error }: Outcome): string {
  return error instanceof AnswerNeeded ? 'asked' : (error?.type ?? 'ok');
}

async function answered(context: Context, operation: Operation, read: () => unknown): Promise<Outcome> {
  let rateLimit: RateLimitState | undefined;
  try {
    const taken = await takeRequest(context, bucketOf(context, operation));
    rateLimit = taken.rateLimit;
    if (taken.error) return { rateLimit, error: taken.error };
    return { rateLimit, ...(await admitted(context, operation, read)) };
  } catch (thrown) {
    const error = asServiceError(context, operation, thrown);
    await recordRefusal(context, operation, error);
    return { rateLimit, error };
  }
}

/** Counts a request that means no operation, and refuses it: with `error`, or with the limit's when that is reached. */
export async function refuse(
  services: Services,
  caller: Caller,
  bucket: Bucket,
  error: ServiceError,
): Promise<Outcome> {
  const taken = await takeRequest(contextOf(services, caller), bucket);
  return { rateLimit: taken.rateLimit, error: taken.error ?? error };
}

/** People's reads in the dashboard must not use up the agents' rate limit. */
function bucketOf({ dashboardSession }: Context, { bucket, hints }: Operation): Bucket {
  return dashboardSession !== undefined && hints.readOnly ? 'DASHBOARD' : bucket;
}

async function takeRequest({ rateLimiter, principal, admission, now, metrics }: Context, bucket: Bucket) {
  if (!rateLimiter) return {};
  const time = now();
  const counted = admission?.bucket === bucket ? admission : await rateLimiter.take(principal, bucket, time);
  const { passes, ...rateLimit } = counted;
  if (passes) return { rateLimit };
  metrics?.measure('agent_memory.rate_limit.refusals', 1, { bucket, tier: principal.tier });
  return { rateLimit, error: rateLimitExceeded(principal.tier, rateLimit, time) };
}

async function admitted(context: Context, operation: Operation, read: () => unknown) {
  const { role, tier } = context.principal;
  if (!roleIncludes(role, operation.role)) {
    throw new ServiceError('InsufficientRole', `${operation.name} needs the role ${operation.role}; yours is ${role}.`);
  }
  requireInGrant(context.principal, operation);
  requireScope(context.principal, scopeOf(operation));
  if (operation.feature) requireFeature(tier, operation.feature);
  const { given, input, isUnnamed } = readInput(context, operation, await read());
  if (isUnnamed && operation.overLayers) context.reach = await context.layers?.present();
  if (isUnnamed && typeof input.memoryId === 'string') {
    const characterId = (await holderOf(context, input.memoryId)) ?? input.characterId;
    Object.assign(input, { characterId });
    Object.assign(given, { characterId });
  }
  context.principal = withAuditContext(context, operation, given);
  const run = async () => {
    await requireConsent(context, operation, input);
    if (operation.saysWhatHolds) await context.settle?.(context.principal.tenantId);
    const computed = (given: Context) => compute(given, operation, input);
    const call = [computationName(operation), input];
    const kept = operation.kept && context.answers;
    const output = await (kept ? kept.of(context, call, computed) : computed(context));
    if (operation.recorded) await recordExport(context, input, output);
    return output;
  };
  const isOnce = context.idempotencyKey !== undefined && !operation.hints.readOnly;
  const answer = isOnce ? await onceForKey(context, operation, input, run) : { output: await run() };
  const { output } = answer;
  if (!operation.hints.readOnly) context.bell?.ring(context.principal.tenantId);
  if (operation.loggedRecall && !context.forPerson)
    context.recalls?.note(context, operation.loggedRecall(input, output));
  return answer;
}

/** Without a person to ask the call continues. AccessDenied when the answer is not yes. */
async function requireConsent(context: Context, operation: Operation, input: Record<string, unknown>): Promise<void> {
  if (!context.ask || !operation.confirm) return;
  const message = await operation.confirm(context, input);
  if (message === undefined || (await context.ask({ id: 'confirm', message }))) return;
  throw new ServiceError('AccessDenied', `The user did not agree to ${operation.name}; nothing was changed.`);
}

async function compute(context: Context, operation: Operation, input: Record<string, unknown>) {
  const { threads, ask } = context;
  const run = async () => operation.run(await withOwnAi(context), input);
  if (!operation.computes || !threads) return run();
  try {
    return (await threads.compute(computationName(operation), context, [input])) as Record<string, unknown>;
  } catch (error) {
    // A thread can't ask a person to choose.
    if (ask && error instanceof ServiceError && error.type === 'CharacterNotFound') {
      return run();
    }
    throw error;
  }
}

function asServiceError({ log }: Context, { name }: Operation, thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) {
    const { type, message, cause } = thrown;
    // Without a cause, such as for full queues, the stack is useless, and there may be many at once.
    if (type === 'ServiceUnavailable') log('error', message, { operation: name, error: cause && thrown });
    return thrown;
  }
  log('error', 'operation failed', { operation: name, error: thrown });
  if (isReplaced()) return new ServiceError('ServiceUnavailable', programReplaced);
  return new ServiceError('InternalError', `${name} failed unexpectedly; the server's log tells more.`);
}

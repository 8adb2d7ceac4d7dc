import { ServiceError } from '../domain/errors.ts';
import { type RateLimitState, rateLimitExceeded } from '../domain/rate-limit.ts';
import { roleIncludes } from '../domain/tenant.ts';
import { requireFeature } from '../domain/tier.ts';
import type { Operation } from '../operations/operation.ts';
import { fillDefaultCharacter } from './characters.ts';
import type { Caller, Context, Services } from './context.ts';
import { validate } from './validation.ts';

/** What a call came to; `rateLimit` is absent when requests are not limited. */
export type Outcome = { rateLimit?: RateLimitState | undefined } & (
  | { output: Record<string, unknown>; error?: undefined }
  | { output?: undefined; error: ServiceError }
);

/**
 * The one gate: rate limit, role, tier feature, validation, then the operation. It never throws; what the operation
 * throws beyond ServiceErrors is logged in full and answered as InternalError without its inner workings.
 */
export async function call(
  services: Services,
  caller: Caller,
  operation: Operation,
  rawInput: unknown,
): Promise<Outcome> {
  const context: Context = { ...services, ...caller };
  const { rateLimit, error } = takeRequest(context, operation);
  if (error) return { rateLimit, error };
  try {
    return { rateLimit, output: await admitted(context, operation, rawInput) };
  } catch (thrown) {
    return { rateLimit, error: asServiceError(context, operation, thrown) };
  }
}

function takeRequest({ rateLimiter, principal, now }: Context, { bucket }: Operation) {
  if (!rateLimiter) return {};
  const time = now();
  const { passes, ...rateLimit } = rateLimiter.take(principal, bucket, time);
  return passes ? { rateLimit } : { rateLimit, error: rateLimitExceeded(principal.tier, rateLimit, time) };
}

async function admitted(context: Context, operation: Operation, rawInput: unknown) {
  const { role, tier } = context.principal;
  if (!roleIncludes(role, operation.role)) {
    throw new ServiceError('InsufficientRole', `${operation.name} needs the role ${operation.role}; yours is ${role}.`);
  }
  if (operation.feature) requireFeature(tier, operation.feature);
  const raw = fillDefaultCharacter(context, operation, rawInput);
  return operation.run(context, validate(operation.input, raw, context.strict ?? false));
}

function asServiceError({ log }: Context, { name }: Operation, thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  log('error', 'operation failed', { operation: name, error: thrown });
  return new ServiceError('InternalError', `${name} failed unexpectedly; the server's log tells more.`);
}

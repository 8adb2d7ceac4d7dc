import type { WebhookChange } from '../storage/store.ts';
import type { Attempt, Delivery, Webhook } from './webhook.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delays after each failed attempt (exponential backoff). After the last one a delivery has failed. */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** How long all deliveries may fail before a webhook is disabled. */
export const failingLimitMs = 5 * 24 * hour;
/** How long the previous secret signs as well after a rotation. */
export const oldSecretMs = 24 * hour;
/** The status with which a receiver unsubscribes (410 Gone). */
const goneStatus = 410;

export function isDelivered({ httpStatus }: Pick<Attempt, 'httpStatus'>): boolean {
  return httpStatus !== undefined && httpStatus >= 200 && httpStatus < 300;
}

/**
 * A delivery after an attempt that ended at `now` (ms); the next attempt is at `dueAt`. `failures` counts earlier
 * failures.
 */
export function decideDelivery(
  failures: number,
  made: Attempt,
  now: number,
): { status: Delivery['status']; dueAt: number | undefined } {
  if (isDelivered(made)) return { status: 'DELIVERED', dueAt: undefined };
  const delay = made.httpStatus === goneStatus ? undefined : retryDelays[failures];
  return delay === undefined ? { status: 'FAILED', dueAt: undefined } : { status: 'PENDING', dueAt: now + delay };
}

/** A webhook after an attempt: since when (ms) all attempts have failed, and why it is disabled, if so. */
export function decideWebhook(
  failingSince: number | undefined,
  made: Attempt,
  now: number,
): { failingSince: number | undefined; disabled?: 'GONE' | 'FAILING' } {
  if (isDelivered(made)) return { failingSince: undefined };
  const since = failingSince ?? now;
  if (made.httpStatus === goneStatus) return { failingSince: since, disabled: 'GONE' };
  return now - since >= failingLimitMs ? { failingSince: since, disabled: 'FAILING' } : { failingSince: since };
}

/** A webhook after a change. */
export function changedWebhook(stored: Webhook, { characterIds, description, ...change }: WebhookChange): Webhook {
  const { url = stored.url, events = stored.events, status = stored.status } = change;
  const { includeContent = stored.includeContent } = change;
  const { characterIds: _, description: __, ...rest } = stored;
  const after = <T>(given: T | null | undefined, before: T | undefined) =>
    given === undefined ? before : (given ?? undefined);
  const only = after(characterIds, stored.characterIds);
  const said = after(description, stored.description);
  return {
    ...{ ...rest, url, events, status, includeContent },
    ...(only !== undefined && { characterIds: only }),
    ...(said !== undefined && { description: said }),
  };
}

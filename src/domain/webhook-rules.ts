import type { EventType } from './event.ts';
import type { WebhookChange } from './stores/webhooks.ts';
import type { Attempt, Delivery, Webhook } from './webhook.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after a failed attempt the next one comes; after as many as there are a delivery has failed. */
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

/** How long everything may fail before a webhook is disabled. */
export const failingLimitMs = 5 * 24 * hour;
/** How long the secret before signs as well after another one was made. */
export const oldSecretMs = 24 * hour;
/** The receiver wants nothing more. */
const gone = 410;

/** What a webhook listens to. */
export type Subscription = Pick<Webhook, 'events' | 'characterIds' | 'includeContent'>;

/** Whether a webhook gets an event, of a character where it is about one. What it sends of itself comes to it anyway. */
export function wants(
  { events, characterIds }: Subscription,
  type: EventType,
  characterId: string | undefined,
): boolean {
  if (!events.includes('*') && !events.includes(type)) return false;
  return characterIds === undefined || (characterId !== undefined && characterIds.includes(characterId));
}

export function isDelivered({ httpStatus }: Pick<Attempt, 'httpStatus'>): boolean {
  return httpStatus !== undefined && httpStatus >= 200 && httpStatus < 300;
}

/** A delivery after an attempt that ended at `now` (ms): the next one comes at `dueAt`. `failures` counts those before. */
export function decideDelivery(
  failures: number,
  made: Attempt,
  now: number,
): { status: Delivery['status']; dueAt: number | undefined } {
  if (isDelivered(made)) return { status: 'DELIVERED', dueAt: undefined };
  const delay = made.httpStatus === gone ? undefined : retryDelays[failures];
  return delay === undefined ? { status: 'FAILED', dueAt: undefined } : { status: 'PENDING', dueAt: now + delay };
}

/** A webhook after an attempt: since when (ms) all of them fail, and why it is disabled, if it is. */
export function decideWebhook(
  failingSince: number | undefined,
  made: Attempt,
  now: number,
): { failingSince: number | undefined; disabled?: 'GONE' | 'FAILING' } {
  if (isDelivered(made)) return { failingSince: undefined };
  const since = failingSince ?? now;
  if (made.httpStatus === gone) return { failingSince: since, disabled: 'GONE' };
  return now - since >= failingLimitMs ? { failingSince: since, disabled: 'FAILING' } : { failingSince: since };
}

/** A webhook as a change makes it. */
export function changedWebhook(stored: Webhook, { characterIds, description, ...change }: WebhookChange): Webhook {
  const { url = stored.url, events = stored.events, status = stored.status } = change;
  const { includeContent = stored.includeContent } = change;
  const { characterIds: _, description: __, ...rest } = stored;
  const kept = <T>(given: T | null | undefined, before: T | undefined) =>
    given === undefined ? before : (given ?? undefined);
  const only = kept(characterIds, stored.characterIds);
  const said = kept(description, stored.description);
  return {
    ...{ ...rest, url, events, status, includeContent },
    ...(only !== undefined && { characterIds: only }),
    ...(said !== undefined && { description: said }),
  };
}

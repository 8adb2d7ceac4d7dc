import { ServiceError } from '../../../domain/errors.ts';
import { bodyOf } from '../../../domain/event-rules.ts';
import { characterIdsOf } from '../../../service/characters.ts';
import type { Context } from '../../../service/context.ts';
import type { EventAnswer, EventSender } from '../domain/event-sender.ts';
import type { Webhook } from '../domain/webhook.ts';
import { isDelivered, oldSecretMs } from '../domain/webhook-rules.ts';
import type { NewWebhook, WebhookChange } from '../storage/store.ts';
import { newSecret, signedHeaders } from './signing.ts';

/** A webhook with its secret, shown only once. */
export type IssuedWebhook = Webhook & { secret: string };

/** InvalidInput for an address that nothing may be sent to, CharacterNotFound. */
export async function createWebhook(
  context: Context,
  given: Omit<NewWebhook, 'id' | 'secret'>,
): Promise<IssuedWebhook> {
  const { store, principal, newId, now } = context;
  senderOf(context).check(given.url);
  const secret = newSecret();
  const characterIds = await characterIdsOf(context, given.characterIds);
  const created = { ...given, ...(characterIds && { characterIds }), id: newId(), secret };
  return { ...(await store.webhooks.create(principal, created, now())), secret };
}

/** As createWebhook; NotFound, AccessDenied. */
export async function updateWebhook(context: Context, webhookId: string, change: WebhookChange): Promise<Webhook> {
  const { store, principal, now } = context;
  if (change.url !== undefined) senderOf(context).check(change.url);
  const characterIds = await characterIdsOf(context, change.characterIds ?? undefined);
  return store.webhooks.change(principal, webhookId, { ...change, ...(characterIds && { characterIds }) }, now());
}

/** A new secret; the former one also signs for a day. */
export async function rotateSecret(
  { store, principal, now }: Context,
  webhookId: string,
): Promise<IssuedWebhook & { oldUntil: number }> {
  const secret = newSecret();
  const oldUntil = now() + oldSecretMs;
  return { ...(await store.webhooks.rotate(principal, webhookId, secret, oldUntil, now())), secret, oldUntil };
}

/** Sends a `webhook.test` now, once, and returns the response. */
export async function testWebhook(
  context: Context,
  webhookId: string,
): Promise<EventAnswer & { delivered: boolean; ms: number }> {
  const { store, principal, newId, now, signal } = context;
  const { url, secret, old } = await store.webhooks.get(principal, webhookId);
  const member = { id: principal.memberId, name: principal.name };
  const body = bodyOf({ type: 'webhook.test', data: { webhook: { id: webhookId } } }, { at: now(), member }, false);
  const headers = await signedHeaders({ eventId: newId(), body, secret, ...(old && { old }) }, now());
  const start = performance.now();
  const answer = await senderOf(context).send({ url, headers, body }, signal ?? new AbortController().signal);
  return { delivered: isDelivered(answer), ms: Math.round(performance.now() - start), ...answer };
}

function senderOf({ eventSender }: Context): EventSender {
  if (eventSender) return eventSender;
  throw new ServiceError('NotImplemented', 'This server sends nothing to webhooks.');
}

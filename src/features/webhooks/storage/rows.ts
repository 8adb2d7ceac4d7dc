import type { EventType } from '../../../domain/event.ts';
import { iso } from '../../../domain/text.ts';
import type { Done } from '../../../storage/rows/audit.ts';
import type { SortKey } from '../../../storage/rows/keyset.ts';
import { listens } from '../../../storage/rows/listeners.ts';
import type { Attempt, Delivery, Webhook } from '../domain/webhook.ts';
import { decideDelivery, decideWebhook } from '../domain/webhook-rules.ts';
import type { DueDelivery, NewWebhook, Secrets } from './store.ts';

/** How many attempts a delivery remembers. */
const maxShownAttempts = 20;

interface SecretRow {
  secret: string;
  old_secret: string | null;
  old_until: number | null;
}

export interface WebhookRow extends SecretRow {
  no: number;
  id: string;
  made_by: string;
  url: string;
  events: string;
  character_ids: string | null;
  description: string | null;
  include_content: number;
  status: Webhook['status'];
  failing_since: number | null;
  created_at: number;
}

function secretsOf({ secret, old_secret: old, old_until: until }: SecretRow): Secrets {
  return { secret, ...(old !== null && until !== null && { old: { secret: old, until } }) };
}

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    ...listens(row),
    ...(row.description !== null && { description: row.description }),
    status: row.status,
    createdAt: iso(row.created_at),
    ...(row.failing_since !== null && { failingSince: iso(row.failing_since) }),
  };
}

/** Limited to these characters for a caller that sees only them. Undefined: the caller sees all. */
export function asSeen<Shown extends Webhook>(shown: Shown, visible: ReadonlySet<string> | undefined): Shown {
  if (!visible || !shown.characterIds) return shown;
  return { ...shown, characterIds: shown.characterIds.filter((id) => visible.has(id)) };
}

export function toWebhookWithSecrets(row: WebhookRow): Webhook & Secrets {
  return { ...toWebhook(row), ...secretsOf(row) };
}

/** The columns that a webhook's maker may set, as they are stored. */
export function webhookValues(given: Omit<NewWebhook, 'id' | 'secret'>) {
  const { url, events, characterIds, description, includeContent } = given;
  return {
    url,
    events: JSON.stringify(events),
    characterIds: characterIds === undefined ? null : JSON.stringify(characterIds),
    description: description ?? null,
    includeContent: includeContent ? 1 : 0,
  };
}

export interface DeliveryRow {
  no: number;
  event_id: string;
  type: EventType;
  created_at: number;
  status: Delivery['status'];
  attempts: string;
  failures: number;
  due_at: number | null;
  holder: string | null;
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: String(row.no),
    eventId: row.event_id,
    type: row.type,
    at: iso(row.created_at),
    status: row.status,
    attempts: JSON.parse(row.attempts) as Attempt[],
    ...(row.due_at !== null && row.holder === null && { nextAttemptAt: iso(row.due_at) }),
  };
}

/** The number in a delivery id from a caller; 0 for an invalid id. */
export function deliveryNo(deliveryId: string): number {
  return /^\d{1,15}$/.test(deliveryId) ? Number(deliveryId) : 0;
}

/** The columns that an attempt changes. */
export function attempted(row: DeliveryRow, made: Attempt, now: number) {
  const { status, dueAt } = decideDelivery(row.failures, made, now);
  return {
    status,
    attempts: JSON.stringify([...(JSON.parse(row.attempts) as Attempt[]), made].slice(-maxShownAttempts)),
    failures: status === 'DELIVERED' ? 0 : row.failures + 1,
    dueAt: dueAt ?? null,
  };
}

/** A webhook after an attempt, with the event if that disabled it. */
export function afterAttempt(
  { id, url, status, failing_since: before }: WebhookRow,
  made: Attempt,
  now: number,
): { failingSince: number | null; isNew: boolean; disabled: Done | undefined } {
  const { failingSince = null, disabled } = decideWebhook(before ?? undefined, made, now);
  return {
    failingSince,
    isNew: failingSince !== before,
    disabled:
      disabled && status !== 'DISABLED'
        ? {
            targetId: id,
            happened: () => [{ type: 'webhook.disabled', data: { webhook: { id, url }, reason: disabled } }],
          }
        : undefined,
  };
}

/** The error of a delivery that is not sent: the webhook's maker was removed or may no longer see the character. */
export function refusedAttempt(now: number): Attempt {
  return { at: iso(now), ms: 0, error: "not sent: the webhook's maker may no longer receive it" };
}

/** A delivery with its webhook. */
export interface DueRow extends SecretRow {
  no: number;
  webhook_no: number;
  url: string;
  event_id: string;
  type: EventType;
  body: string;
}

export function toDue(row: DueRow, deliveryId: string): DueDelivery {
  return {
    deliveryId,
    webhookNo: row.webhook_no,
    url: row.url,
    eventId: row.event_id,
    type: row.type,
    body: row.body,
    ...secretsOf(row),
  };
}

/** How lists of deliveries are sorted. */
export const deliveryOrder: readonly SortKey[] = [
  { sql: 'created_at', descends: true, holds: 'integer' },
  { sql: 'no', descends: true, holds: 'integer' },
];

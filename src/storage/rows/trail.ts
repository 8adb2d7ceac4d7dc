import type { AuditCursor, AuditEvent, AuditFilter, AuditPage } from '../../domain/audit.ts';
import type { EventType, Happening } from '../../domain/event.ts';
import type { Occasion } from '../../domain/event-rules.ts';
import { localMemberId, type Scope } from '../../domain/principal.ts';
import { iso } from '../../domain/text.ts';
import type { Attempt, Delivery, Webhook } from '../../domain/webhook.ts';
import type { Subscription } from '../../domain/webhook-rules.ts';
import type { DueDelivery, NewWebhook, Secrets } from '../../domain/webhook-store.ts';

/** How many attempts a delivery remembers. */
const keptAttempts = 20;

/** What a unit did: its line, and what webhooks may be told. */
export interface Done extends Subject {
  character?: { no: number; id: string; name: string } | undefined;
  /** Asked only when a webhook listens; whether one asks for the contents of memories. */
  happened?: (withContent: boolean) => readonly Happening[];
}

/** Who acts in a scope, and what it does. */
function actorOf({ memberId, deed }: Scope) {
  return { memberId, ...(deed ?? { action: 'service', name: memberId, via: 'system' as const }) };
}

/** What a line says beside who acts. */
export interface Subject {
  character?: { no: number } | undefined;
  targetId?: string | undefined;
}

/** The values of a line from `at` on, in the order of `lineColumns`. */
export function lineOf(scope: Scope, { character, targetId }: Subject, outcome: string, now: number) {
  const { memberId, name, via, keyId, action, requestId, address, fields } = actorOf(scope);
  const detail = fields && fields.length > 0 ? JSON.stringify(fields) : null;
  return [
    ...[now, memberId, name, via, keyId ?? null, action, character?.no ?? null, targetId ?? null, outcome],
    ...[requestId ?? null, address ?? null, detail],
  ];
}

export const lineColumns =
  'at, member_id, name, via, key_id, action, character_no, target_id, outcome, request_id, address, detail';

/** What the events of a unit have in common. */
export function occasionOf(scope: Scope, { character }: Done, now: number): Occasion {
  const { memberId, name } = actorOf(scope);
  return {
    at: now,
    member: { id: memberId, name },
    character: character && { id: character.id, name: character.name },
  };
}

/** A line with the name that its member has now and the id of its character. */
export interface AuditRow {
  no: number;
  at: number;
  member_id: string;
  name: string;
  via: AuditEvent['actor']['via'];
  key_id: string | null;
  action: string;
  character_id: string | null;
  target_id: string | null;
  outcome: AuditEvent['outcome'];
  request_id: string | null;
  address: string | null;
  detail: string | null;
}

export function toAuditEvent(row: AuditRow): AuditEvent {
  return {
    id: String(row.no),
    at: iso(row.at),
    actor: {
      memberId: row.member_id,
      name: row.name,
      via: row.via,
      ...(row.key_id !== null && { keyId: row.key_id }),
    },
    action: row.action,
    ...(row.character_id !== null && { characterId: row.character_id }),
    ...(row.target_id !== null && { targetId: row.target_id }),
    outcome: row.outcome,
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.address !== null && { address: row.address }),
    ...(row.detail !== null && { detail: JSON.parse(row.detail) as string[] }),
  };
}

/** Where the trail begins in an order. */
export const beginning: Record<'ASC' | 'DESC', AuditCursor> = {
  ASC: { at: -1, no: 0 },
  DESC: { at: Number.MAX_SAFE_INTEGER, no: 0 },
};

export function filterValues({ since, until, memberId, action, characterId, outcome }: AuditFilter) {
  return {
    since: since ?? 0,
    until: until ?? Number.MAX_SAFE_INTEGER,
    memberId: memberId ?? null,
    action: action ?? null,
    characterId: characterId?.toLowerCase() ?? null,
    outcome: outcome ?? null,
  };
}

/**
 * A page of at most `limit` lines from rows that may be one more.
 * @param beyond the last line that was looked at where there may be more behind it
 */
export function pageOf(rows: readonly AuditRow[], limit: number, beyond: AuditCursor | undefined): AuditPage {
  const last = rows.length > limit ? rows[limit - 1] : beyond;
  return { events: rows.slice(0, limit).map(toAuditEvent), ...(last && { next: { at: last.at, no: last.no } }) };
}

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

function listens(row: Pick<WebhookRow, 'events' | 'character_ids' | 'include_content'>): Subscription {
  return {
    events: JSON.parse(row.events) as Webhook['events'],
    includeContent: row.include_content === 1,
    ...(row.character_ids !== null && { characterIds: JSON.parse(row.character_ids) as string[] }),
  };
}

/** A webhook as an event meets it. */
export type Listener = Subscription & { no: number };
export type ListenerRow = Pick<WebhookRow, 'no' | 'events' | 'character_ids' | 'include_content'>;
export const listenerColumns = 'webhooks.no, webhooks.events, webhooks.character_ids, webhooks.include_content';

/**
 * Whether the `maker` of a webhook may still have one. Whoever is in no list of members is the local owner, or known by
 * its token alone.
 */
export const makerMayListen = `(maker.role IS NULL
  OR (maker.removed_at IS NULL AND maker.status = 'ACTIVE' AND maker.role IN ('ADMIN', 'OWNER')))`;
/** Whether it sees everything of the tenant. */
export const makerSeesAll = `(coalesce(maker.role, '') = 'OWNER' OR webhooks.made_by = '${localMemberId}')`;

export function toListener(row: ListenerRow): Listener {
  return { no: row.no, ...listens(row) };
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

export function withAttempt(attempts: string, made: Attempt): string {
  return JSON.stringify([...(JSON.parse(attempts) as Attempt[]), made].slice(-keptAttempts));
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

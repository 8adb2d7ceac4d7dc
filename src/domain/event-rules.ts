import type * as z from 'zod';
import type { Character } from './character.ts';
import {
  batchSize,
  type EventType,
  type Happening,
  maxSingleEvents,
  memoryEvents,
  type memoryInEvent,
} from './event.ts';
import type { PushResult } from './file.ts';
import type { ChangeType } from './memory.ts';
import type { Scope } from './principal.ts';
import type { ImportCounts } from './stores/files.ts';
import type { ApiKey, Member } from './tenant.ts';
import { iso } from './text.ts';

/** The events and characters that a webhook subscribes to. */
export interface Subscription {
  events: readonly (EventType | '*')[];
  /** Absent: all. */
  characterIds?: readonly string[] | undefined;
  includeContent: boolean;
}

/** Whether a webhook gets an event, which may be about a character. Its own test events always arrive. */
export function wants(
  { events, characterIds }: Subscription,
  type: EventType,
  characterId: string | undefined,
): boolean {
  if (!events.includes('*') && !events.includes(type)) return false;
  return characterIds === undefined || (characterId !== undefined && characterIds.includes(characterId));
}

type EventMemory = z.infer<typeof memoryInEvent>;
type EventChange = keyof typeof memoryEvents;

/** A memory after a unit has changed it. */
export interface ChangedMemory extends EventMemory {
  change: ChangeType;
}

/** The events of a unit's changes of memories: one each, or batches of one kind when there are many. */
export function eventsOfMemories(changed: readonly ChangedMemory[]): Happening[] {
  const dataOf = ({ id, category, revision, content }: ChangedMemory): EventMemory => ({
    id,
    category,
    revision,
    ...(content !== undefined && { content }),
  });
  // A proposal has no event.
  const reported = changed.filter((one): one is ChangedMemory & { change: EventChange } => one.change in memoryEvents);
  if (reported.length <= maxSingleEvents) {
    return reported.map((one) => ({ type: memoryEvents[one.change], data: { memory: dataOf(one) } }));
  }
  const changes = Object.keys(memoryEvents) as EventChange[];
  return changes.flatMap((change) => {
    const memories = reported.filter((one) => one.change === change).map(dataOf);
    const batches = Array.from({ length: Math.ceil(memories.length / batchSize) }, (_, i) =>
      memories.slice(i * batchSize, (i + 1) * batchSize),
    );
    return batches.map(
      (batch): Happening => ({ type: 'memory.batch', data: { of: memoryEvents[change], memories: batch } }),
    );
  });
}

/** The events of an erasure. */
export function eventsOfErasure(id: string, memoryIds: readonly string[]): Happening[] {
  return Array.from({ length: Math.ceil(memoryIds.length / batchSize) }, (_, i) => ({
    type: 'memory.erased',
    data: { erasure: { id }, memories: memoryIds.slice(i * batchSize, (i + 1) * batchSize) },
  }));
}

/** The event of a character that was changed by an action. */
export function updated({ auditContext }: Pick<Scope, 'auditContext'>): Happening {
  return { type: 'character.updated', data: { fields: [...(auditContext?.fields ?? [])] } };
}

export function eventOfCharacter(
  scope: Scope,
  before: Pick<Character, 'status'>,
  after: Pick<Character, 'status'>,
): Happening {
  if (before.status === after.status) return updated(scope);
  if (before.status === 'DELETED') return { type: 'character.restored', data: {} };
  if (after.status === 'DELETED') return { type: 'character.deleted', data: {} };
  return after.status === 'ARCHIVED' ? { type: 'character.archived', data: {} } : updated(scope);
}

/** The common fields of a unit's events. */
export interface Occasion {
  /** Milliseconds. */
  at: number;
  member: { id: string; name: string };
  character?: { id: string; name: string } | undefined;
}

/** An event for one of the webhooks that want it. */
export interface Outgoing<Webhook> {
  webhook: Webhook;
  eventId: string;
  type: EventType;
  body: string;
}

/**
 * The requests for each webhook. An event has one id for all of them; only webhooks with `includeContent` get the
 * contents of memories.
 */
export function outgoing<Webhook extends Subscription>(
  webhooks: readonly Webhook[],
  happenings: readonly Happening[],
  occasion: Occasion,
  newId: () => string,
): Outgoing<Webhook>[] {
  return happenings.flatMap((happening) => {
    const kinds = happening.type === 'memory.batch' ? [happening.type, happening.data.of] : [happening.type];
    const receivers = webhooks.filter((one) => kinds.some((kind) => wants(one, kind, occasion.character?.id)));
    if (receivers.length === 0) return [];
    const eventId = newId();
    return receivers.map((webhook) => ({
      webhook,
      eventId,
      type: happening.type,
      body: bodyOf(happening, occasion, webhook.includeContent),
    }));
  });
}

/** The body of an event. */
export function bodyOf(
  { type, data: given }: Happening,
  { at, member, character }: Occasion,
  includeContent: boolean,
): string {
  const data = { ...(character && { character }), member, ...given };
  // Only memories have a field of that name.
  const shown = (key: string, value: unknown) => (key === 'content' && !includeContent ? undefined : value);
  return JSON.stringify({ type, timestamp: iso(at), data }, shown);
}

/** The event of a new version of a file. */
export function eventOfPush({ fileId, version, memoriesAdded, memoriesRemoved }: PushResult): Happening {
  return { type: 'file.synced', data: { file: { id: fileId, version }, memoriesAdded, memoriesRemoved } };
}

export function eventOfImport({ added, duplicates }: ImportCounts): Happening {
  return { type: 'import.committed', data: { memoriesAdded: added, duplicatesSkipped: duplicates } };
}

/** The event of a failed extraction; `attempts` includes it. */
export function eventOfFailedExtraction(attempts: number, nextAttemptAt: number, fileId: string | null): Happening {
  const data = { attempts, nextAttemptAt: iso(nextAttemptAt), ...(fileId !== null && { fileId }) };
  return { type: 'extraction.failed', data };
}

/** The event of a member that was added, changed or removed. */
export function eventOfMember({ id, name, role, status }: Member, isRemoved = false): Happening {
  return { type: 'member.changed', data: { changed: { id, name, role, status: isRemoved ? 'REMOVED' : status } } };
}

export function eventOfKey(type: 'key.created' | 'key.revoked', { id, name, member }: ApiKey): Happening {
  return { type, data: { key: { id, name, member } } };
}

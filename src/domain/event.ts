import * as z from 'zod';
import { roles } from './principal.ts';
import { memberStatuses } from './tenant.ts';
import { tiers } from './tier.ts';

/** An id with the name at the time of the event. */
const named = z.object({ id: z.string(), name: z.string() });

/** The author and the character: every event about a character has these. */
const ofCharacter = z.object({ character: named, member: named });
const ofTenant = z.object({ member: named });

/** A memory in an event. */
export const memoryInEvent = z.object({
  id: z.string(),
  category: z.string(),
  revision: z.int(),
  /** Only with `includeContent`. */
  content: z.string().optional(),
});

const ofMemory = ofCharacter.extend({ memory: memoryInEvent });

/** Events of single memories, by change type. */
export const memoryEvents = {
  CREATED: 'memory.created',
  UPDATED: 'memory.updated',
  DELETED: 'memory.deleted',
  RESTORED: 'memory.restored',
  ENDED: 'memory.ended',
} as const;

/** The most memories with events of their own; a larger change is sent in batches. */
export const maxSingleEvents = 10;
/** The most memories of a batch. */
export const batchSize = 100;

/** Every event, with the shape of its `data` and when it is sent. */
export const eventTypes = {
  'character.created': { data: ofCharacter, sent: 'A character was made, also as a clone.' },
  'character.updated': {
    data: ofCharacter.extend({ fields: z.array(z.string()) }),
    sent: 'A character, its aliases, tags or categories were changed; `fields` names the given ones.',
  },
  'character.archived': { data: ofCharacter, sent: 'A character was archived.' },
  'character.deleted': { data: ofCharacter, sent: 'A character was deleted; it can be restored.' },
  'character.restored': { data: ofCharacter, sent: 'A deleted character was restored.' },
  'character.shared': { data: ofCharacter, sent: 'The sharing of a character was changed.' },
  'memory.created': { data: ofMemory, sent: 'A memory was stored.' },
  'memory.updated': { data: ofMemory, sent: 'A memory was changed.' },
  'memory.deleted': { data: ofMemory, sent: 'A memory was deleted.' },
  'memory.restored': { data: ofMemory, sent: 'A deleted memory was brought back.' },
  'memory.ended': { data: ofMemory, sent: 'A memory no longer holds: it ended, or another one replaced it.' },
  'memory.erased': {
    data: ofCharacter.extend({
      erasure: z.object({ id: z.string() }),
      /** Their ids. */
      memories: z.array(z.string()).max(batchSize),
    }),
    sent: `Memories were erased for good: delete what you have of them. At most ${batchSize} ids each; of an erasure of more there are several.`,
  },
  'memory.batch': {
    data: ofCharacter.extend({
      of: z.enum(Object.values(memoryEvents)),
      memories: z.array(memoryInEvent).max(batchSize),
    }),
    sent: `In place of single events when one operation changes more than ${maxSingleEvents} memories: at most ${batchSize} each, all of one kind (\`of\`). Who subscribes to that kind gets it.`,
  },
  'file.synced': {
    data: ofCharacter.extend({
      file: z.object({ id: z.string(), version: z.int() }),
      memoriesAdded: z.int(),
      memoriesRemoved: z.int(),
    }),
    sent: 'A new version of a file was stored.',
  },
  'import.committed': {
    data: ofCharacter.extend({ memoriesAdded: z.int(), duplicatesSkipped: z.int() }),
    sent: 'An import was stored.',
  },
  'extraction.failed': {
    data: ofCharacter.extend({ attempts: z.int(), nextAttemptAt: z.string(), fileId: z.string().optional() }),
    sent: 'A piece of a file or a turn of a session could not be extracted; it is tried again.',
  },
  'member.changed': {
    data: ofTenant.extend({
      changed: named.extend({ role: z.enum(roles), status: z.enum([...memberStatuses, 'REMOVED']) }),
    }),
    sent: 'A member was added, changed or removed.',
  },
  'key.created': { data: ofTenant.extend({ key: named.extend({ member: z.string() }) }), sent: 'A key was made.' },
  'key.revoked': { data: ofTenant.extend({ key: named.extend({ member: z.string() }) }), sent: 'A key was revoked.' },
  'tier.changed': {
    data: ofTenant.extend({ tier: z.enum(tiers), previous: z.enum(tiers) }),
    sent: 'Another tier came into force.',
  },
  'webhook.disabled': {
    data: ofTenant.extend({
      webhook: z.object({ id: z.string(), url: z.string() }),
      reason: z.enum(['GONE', 'FAILING']),
    }),
    sent: 'Another webhook was disabled: its receiver answered 410 (`GONE`), or only failures for five days (`FAILING`).',
  },
  'webhook.test': { data: ofTenant.extend({ webhook: z.object({ id: z.string() }) }), sent: 'Somebody asked for it.' },
} as const satisfies Record<string, { data: z.ZodObject; sent: string }>;

export type EventType = keyof typeof eventTypes;
export const eventNames = Object.keys(eventTypes) as [EventType, ...EventType[]];

/** The data of an event without author and character. */
export type EventData<Type extends EventType> = Omit<
  z.infer<(typeof eventTypes)[Type]['data']>,
  'character' | 'member'
>;

/** The changes of one unit. */
export type Happening = { [Type in EventType]: { type: Type; data: EventData<Type> } }[EventType];

/** The body of a delivery, of one type. */
export function eventBody(type: EventType): z.ZodObject {
  return z.object({ type: z.literal(type), timestamp: z.string(), data: eventTypes[type].data });
}

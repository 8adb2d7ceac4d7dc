import * as z from 'zod';
import { authorKinds, changeTypes, importance, memoryContent, memorySource, salience } from './memory.ts';
import { instantMs, text } from './text.ts';

// The messages between a replica and its server about the memories of one character. Times are milliseconds.

export const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const digest = z.string().regex(/^[0-9a-f]{16,32}$/);

/** The most changes in one direction of an exchange. */
export const maxExchanged = 500;
/** The most that one side sends in one exchange, in UTF-16 units of JSON. */
export const maxExchangedLength = 500_000;

/** A change of a memory at a replica. Unchanged fields are absent. */
export const sentChange = z.object({
  /** The same each time it is sent. */
  id: digest,
  memoryId: uuid,
  kind: z.enum(['add', 'update', 'delete', 'restore']),
  at: instantMs,
  by: z.enum(authorKinds).optional(),
  client: text(200, 1).optional(),
  content: memoryContent.optional(),
  category: text(200, 1).optional(),
  salience: salience.optional(),
  importance: importance.optional(),
  /** The beginning of the digest of the text that the replica knew before: another one at the server means a conflict. */
  replaces: digest.optional(),
  /** The replica has found that it conflicts with a newer change of the server. */
  isConflict: z.boolean().optional(),
  /** For a replica's first exchange: the revision that the replica has, if the server knows it too. */
  revision: z.int().min(1).optional(),
  /** Only for an added memory. */
  source: memorySource.shape.kind.optional(),
  sessionId: text(200, 1).optional(),
  occurredAt: instantMs.optional(),
  said: z.boolean().optional(),
  isProposed: z.boolean().optional(),
});
export type SentChange = z.infer<typeof sentChange>;

/** The most counts of recalls in one exchange. */
export const maxRecallCounts = 1_000;

/**
 * How often a replica recalled a memory on a day (days since 1970, UTC). It is the day's total, so sending it again
 * changes nothing.
 */
export const recallCount = z.tuple([uuid, z.int().min(0), z.int().min(1).max(1_000_000)]);
export type RecallCount = z.infer<typeof recallCount>;

/** A revision at the server. */
export const serverRevision = z.object({
  memoryId: uuid,
  revision: z.int().min(1),
  changeType: z.enum(changeTypes),
  at: z.int(),
  changedBy: z.string(),
  by: z.enum(authorKinds).optional(),
  client: z.string().optional(),
  batch: z.string().optional(),
  /** Absent: unchanged. The first revision has all four. */
  content: z.string().optional(),
  category: z.string().optional(),
  salience: z.number().optional(),
  importance: importance.optional(),
  isConflict: z.boolean().optional(),
  /** The change of a replica that it comes from. */
  origin: z.string().optional(),
  /** The memory's current category, if it is another one. */
  nowIn: z.string().optional(),
  /** The memory with the same text into which it was merged. */
  mergedInto: z.string().optional(),
  /** Fields of the memory, sent with its first revision. */
  source: memorySource.shape.kind.optional(),
  sessionId: z.string().optional(),
  occurredAt: z.int().optional(),
  said: z.boolean().optional(),
});
export type ServerRevision = z.infer<typeof serverRevision>;

/**
 * The position in a character's revisions after which the news begin: by the order of changes, then of memories and
 * revisions.
 */
export interface NewsPosition {
  change: number;
  memory: number;
  revision: number;
}

/** The longest prefix that is short enough as JSON; at least one. */
export function withinLength<One>(all: readonly One[], room: number): One[] {
  let length = 0;
  const end = all.findIndex((one, i) => {
    length += JSON.stringify(one).length + 1;
    return i > 0 && length > room;
  });
  return all.slice(0, end < 0 ? all.length : end);
}

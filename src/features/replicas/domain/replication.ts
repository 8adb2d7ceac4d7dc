import * as z from 'zod';
import { sentMetadata, sentTags } from '../../../domain/labels.ts';
import { authorKinds, changeTypes, importance, memoryContent, memorySource, salience } from '../../../domain/memory.ts';
import { instantMs, storableText } from '../../../domain/text.ts';

// The messages between a replica and its server about the memories of one character. Times are milliseconds.

export const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const digest = z.string().regex(/^[0-9a-f]{16,32}$/);

/** The most changes in one direction of an exchange. */
export const maxExchanged = 500;
/** The most that one side sends in one exchange, in UTF-16 units of JSON. */
export const maxExchangedLength = 500_000;

/** Numbers of revisions, and places in tables: PostgreSQL stores no larger ones. */
export const maxNumber = 2 ** 31 - 1;
const revision = z.int().min(1).max(maxNumber);

/** What both directions say of a memory's change, by the same rules: neither side trusts the other. */
const carried = {
  memoryId: uuid,
  at: instantMs,
  by: z.enum(authorKinds).optional(),
  client: storableText(200, 1).optional(),
  content: memoryContent.optional(),
  category: storableText(200, 1).optional(),
  salience: salience.optional(),
  importance: importance.optional(),
  /** null removes it; programs before 0.6 know none of these. */
  validUntil: instantMs.nullable().optional(),
  supersededBy: uuid.nullable().optional(),
  tags: sentTags.nullable().optional(),
  metadata: sentMetadata.nullable().optional(),
  /** As `WordsOf`; programs before 0.6 do not know it. */
  wordsOf: storableText(300, 1).optional(),
  isConflict: z.boolean().optional(),
  /** Fields of the memory itself. */
  source: memorySource.shape.kind.optional(),
  sessionId: storableText(200, 1).optional(),
  occurredAt: instantMs.optional(),
  said: z.boolean().optional(),
};

/**
 * A change of a memory at a replica. Unchanged fields are absent. `isConflict`: the replica has found that it conflicts
 * with a newer change of the server. Only an added memory has fields of the memory itself.
 */
export const sentChange = z.object({
  ...carried,
  /** The same each time it is sent. */
  id: digest,
  kind: z.enum(['add', 'update', 'delete', 'restore']),
  /** The beginning of the digest of the text that the replica knew before: another one at the server means a conflict. */
  replaces: digest.optional(),
  /** For a replica's first exchange: the revision that the replica has, if the server knows it too. */
  revision: revision.optional(),
  isProposed: z.boolean().optional(),
});
export type SentChange = z.infer<typeof sentChange>;

/** The most counts of recalls in one exchange. */
export const maxRecallCounts = 1_000;

/**
 * How often a replica recalled a memory on a day (days since 1970, UTC). It is the day's total, so sending it again
 * changes nothing.
 */
export const recallCount = z.tuple([uuid, z.int().min(0).max(maxNumber), z.int().min(1).max(1_000_000)]);
export type RecallCount = z.infer<typeof recallCount>;

/**
 * A revision at the server. Of content, category, salience and importance only changed ones are present; the first
 * revision has all four, and the fields of the memory itself.
 */
export const serverRevision = z.object({
  ...carried,
  revision,
  changeType: z.enum(changeTypes),
  changedBy: storableText(200),
  batch: storableText(200).optional(),
  /** The change of a replica that it comes from. */
  origin: storableText(64).optional(),
  /** The memory's current category, if it is another one. */
  nowIn: storableText(200, 1).optional(),
  /** The memory with the same text into which it was merged. */
  mergedInto: uuid.optional(),
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
  /** When the change was made: a server that was restored from a backup makes other changes with the same numbers. */
  at?: number | undefined;
}

/** The most memories of one erasure in one exchange. */
export const maxErased = 10_000;

/** The numbers of erasures count up at each side. */
const erasureNo = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** What a replica says of erasures: its store, up to which of the server's it has all, and the memories of its own. */
export const sentErasures = z.object({
  replica: storableText(64, 1),
  after: erasureNo,
  erased: z.array(uuid).max(maxErased),
});
export type SentErasures = z.infer<typeof sentErasures>;

/** What the server says: the memories of further erasures, and up to which; whether it took the replica's. */
export const answeredErasures = z.object({ upTo: erasureNo, erased: z.array(uuid).max(maxErased), taken: z.boolean() });
export type AnsweredErasures = z.infer<typeof answeredErasures>;

/** The longest prefix that is short enough as JSON; at least one. */
export function withinLength<One>(all: readonly One[], room: number): One[] {
  let length = 0;
  const end = all.findIndex((one, i) => {
    length += JSON.stringify(one).length + 1;
    return i > 0 && length > room;
  });
  return all.slice(0, end < 0 ? all.length : end);
}

import * as z from 'zod';
import { ServiceError } from './errors.ts';
import { limits } from './limits.ts';
import { codePoints, type RuleParams, textFault } from './text.ts';

export const importances = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW'] as const;
export const importance = z.enum(importances);
export type Importance = z.infer<typeof importance>;

export const maxContentLength = limits.content;
/** PROPOSED: a doubtful statement that waits for a user. No search finds it, and no list counts it. */
export const memoryStates = ['ACTIVE', 'DELETED', 'PROPOSED'] as const;
export const defaultSalience = 0.5;

/** The text of a memory, unchanged. */
export const memoryContent = z
  .string()
  .check((ctx) => {
    const fault = contentFault(ctx.value);
    const params: RuleParams = { errorType: 'InvalidContent' };
    if (fault) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault, params: { ...params } });
  })
  .meta({ minLength: 1, maxLength: maxContentLength });

/** The fault of a text as content of a memory, or undefined. */
export function contentFault(content: string): string | undefined {
  if (content.trim() === '') return 'must not be empty';
  const length = codePoints(content);
  if (length > maxContentLength) return `must be at most ${maxContentLength} characters long, not ${length}`;
  return textFault(content);
}

export const salience = z.number().min(0).max(1);

export const memorySource = z.object({
  kind: z.enum(['direct', 'extraction', 'file', 'import']),
  fileId: z.string().optional(),
});
export type MemorySource = z.infer<typeof memorySource>;

const shownMetadata = z.record(z.string(), z.union([z.string(), z.number()]));

export const memory = z.object({
  id: z.string(),
  characterId: z.string(),
  content: z.string(),
  category: z.string(),
  salience: z.number(),
  importance,
  state: z.enum(memoryStates),
  revision: z.int(),
  source: memorySource,
  sessionId: z.string().optional(),
  occurredAt: z.string().optional(),
  validUntil: z.string().optional(),
  /** The active memory that says what holds instead, and the ones that this memory replaced so. */
  supersededBy: z.string().optional(),
  supersedes: z.array(z.string()).optional(),
  /** A newer memory that may say what holds instead; a person decides. */
  mayBeOutdatedBy: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** A flat map. */
  metadata: shownMetadata.optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Whose word it is for the reader, see `originOf`; absent where nobody reads it: in the outcomes of changes. */
  origin: z.string().optional(),
});
export type Memory = z.infer<typeof memory>;

const share = z.number().optional();
/** What a search adds to a memory. */
export const ranking = {
  relevance: z.number(),
  match: z.object({ lexical: share, similarity: share }),
  explain: z.record(z.string(), z.unknown()).optional(),
};
/** Until when a memory holds, as a day of the caller's zone, or with the time: "2026-03-01", "2026-03-01 17:00". */
export const holdsUntil = z.string().optional();
/** The kinds of personal data in the content; absent: none, or its character does not mark them. */
export const personal = z.array(z.string()).optional();
/**
 * `ended`: why a memory no longer holds, in words: "ended 2026-11-23, now: I moved to Lisbon." `doubt`: why it may not hold:
 * "may be outdated since 2026-11-23: I moved to Lisbon." `lost`: what it names that its project no longer has:
 * "src/orders.ts no longer exists, since 4f2a9c1d".
 */
export const shownEnds = {
  ended: z.string().optional(),
  doubt: z.string().optional(),
  holdsUntil,
  lost: z.string().optional(),
};
export const foundMemory = memory.extend({ ...ranking, ...shownEnds });
/** One found among the memories of several characters. */
export const foundAmong = foundMemory.extend({ characterName: z.string() });
/** One of a list; `recalls` where the list is sorted by them. */
export const listedMemory = memory.extend({ recalls: z.int().optional(), personal, ...shownEnds });

/** ENDED: it no longer holds, by a change of `validUntil` or `supersededBy`; REVIVED: it holds again by one. */
export const changeTypes = [
  'CREATED',
  'UPDATED',
  'DELETED',
  'RESTORED',
  'PROPOSED',
  'REJECTED',
  'ENDED',
  'REVIVED',
] as const;
export type ChangeType = (typeof changeTypes)[number];

export const revision = z.object({
  revision: z.int(),
  changeType: z.enum(changeTypes),
  content: z.string(),
  category: z.string(),
  salience: z.number(),
  importance: z.enum(importances),
  validUntil: z.string().optional(),
  supersededBy: z.string().optional(),
  tags: memory.shape.tags,
  metadata: memory.shape.metadata,
  changedBy: z.string(),
  client: z.string().optional(),
  createdAt: z.string(),
  /** The id of the character that it moved to, or came from, if the caller sees that one. */
  moved: z.string().optional(),
});
export type Revision = z.infer<typeof revision>;
/** For people who read it; agents do not get the rest, because every field costs tokens. */
export const shownRevision = revision.extend({
  /** The document that its text is from. */
  document: z.string().optional(),
  /** The text of the memory that became one with it by this change. */
  mergedWith: z.string().optional(),
  /** Whether what it is a part of was undone. */
  isUndone: z.boolean().optional(),
});
/** As it is stored: with the batch of its change, and the document that its text is from. */
export type KeptRevision = Revision & { batch?: string; document?: string };

/** The author kinds: a model by its tools, a person by hand or program, a synced file, the service itself. */
export const authorKinds = ['model', 'user', 'file', 'system'] as const;
export type AuthorKind = (typeof authorKinds)[number];

/**
 * Whose words a text is where they are not its author's own: of a session's user or agent, of a named document or member,
 * or `other` (pasted or quoted).
 */
export type WordsOf = 'user' | 'agent' | 'other' | `document:${string}` | `member:${string}`;

/** The author and the time of a change; recorded in revisions. */
export interface Author {
  /** The name at that time: shown where no member has the id. */
  changedBy: string;
  /** Shown with the member's current name. Absent: no specific member. */
  memberId?: string | undefined;
  kind?: AuthorKind | undefined;
  /** The program that made the change, by its own name or that of its key. */
  client?: string | undefined;
  /** The batch of the changes. */
  batch?: string | undefined;
  /** The change of a replica that they come from. */
  origin?: string | undefined;
  /** Default: the author's own. */
  wordsOf?: WordsOf | undefined;
  /** It is not sure that the author means them: an agent's in a captured session, say. */
  isHearsay?: boolean | undefined;
  /** They were merged with conflicting changes. */
  isConflict?: boolean | undefined;
  /** The id of the character that the memories move to, or come from. */
  moved?: string | undefined;
  now: number;
}

export interface NewMemory {
  id: string;
  content: string;
  /** Default: the character's default category. */
  category?: string | undefined;
  salience: number;
  importance: Importance;
  source: MemorySource;
  sessionId?: string | undefined;
  /** Milliseconds; default: the time of storing. */
  occurredAt?: number | undefined;
  /** Milliseconds; from then on it no longer holds. */
  validUntil?: number | null | undefined;
  /** The memory that says what holds instead. */
  supersededBy?: string | null | undefined;
  /** As `writtenTags` and `writtenMetadata`. */
  tags?: string | null | undefined;
  metadata?: string | null | undefined;
  /** The ids of memories that it replaces. */
  supersedes?: readonly string[] | undefined;
  /** A message of a conversation that the caller named; default: a note. */
  said?: boolean | undefined;
  isProposed?: boolean | undefined;
  /** Stored as deleted: another memory has its text. */
  isDuplicate?: boolean | undefined;
  /** The host of the session, for a turn that waits for extraction. */
  client?: string | undefined;
  /** Default: those of the change's author. */
  wordsOf?: WordsOf | undefined;
  /** What it brings from another character: how many revisions, and when (ms) it was first stored. */
  past?: { revisions: number; createdAt: number } | undefined;
}

/** The values that changes set. */
export interface MemoryValues extends Pick<Memory, 'content' | 'category' | 'salience' | 'importance'> {
  /** Milliseconds. */
  validUntil: number | null;
  supersededBy: string | null;
  /** As `writtenTags` and `writtenMetadata`. */
  tags: string | null;
  metadata: string | null;
}

export type MemoryFields = { [Name in keyof MemoryValues]?: MemoryValues[Name] | undefined };

export type MemoryChange =
  | { kind: 'add'; memory: NewMemory }
  | {
      kind: 'update';
      memoryId: string;
      fields: MemoryFields;
      expectedRevision?: number | undefined;
      /** Makes an inactive memory active. */
      revives?: true | undefined;
      /** The ids of memories that it replaces. */
      supersedes?: readonly string[] | undefined;
      /** Records a revision of an active memory also where nothing changes. */
      isNoted?: true | undefined;
    }
  | { kind: 'delete'; memoryId: string }
  /** Deletes a memory that is still proposed. */
  | { kind: 'reject'; memoryId: string }
  /** `asProposal`: a memory that was kept or deleted waits for a user again. */
  | { kind: 'restore'; memoryId: string; asProposal?: true | undefined };

/**
 * The outcome of one change. NONE: nothing to do; `memory` then has that text already. END: it no longer holds; REVIVE:
 * it holds again.
 */
export interface ChangeOutcome {
  operation: 'ADD' | 'UPDATE' | 'DELETE' | 'RESTORE' | 'END' | 'REVIVE' | 'NONE';
  memory: Memory;
}

export function memoryNotFound(memoryId: string): ServiceError {
  return new ServiceError('MemoryNotFound', `Memory ${memoryId} does not exist under this character.`);
}

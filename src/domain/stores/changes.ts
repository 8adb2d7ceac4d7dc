import type { AuthorKind, ChangeType, Importance, Memory, MemorySource, MemoryValues } from '../memory.ts';
import type { Scope } from '../principal.ts';

/** The place of a change in a list, newest first. Changes of the same time have a stable order. */
export interface ChangePlace {
  /** Milliseconds. */
  at: number;
  /** Numbers of the store. */
  character: number;
  memory: number;
  revision: number;
  /** The change's number, which rises independently of the clock. Absent for changes from older versions. */
  number?: number | undefined;
}

/** How far changes have been read. */
export interface ChangePosition {
  /** Up to this number. */
  number: number;
  /** Other bounds by character, for characters whose changes may be committed later than others. */
  ofCharacters?: ReadonlyMap<number, number> | undefined;
}

export const verdicts = ['kept', 'undone'] as const;
export type Verdict = (typeof verdicts)[number];

/** A revision of a memory, as one of all that changed. */
export interface Change {
  characterId: string;
  memoryId: string;
  revision: number;
  changeType: ChangeType;
  /** Absent: older versions did not store it. */
  kind?: AuthorKind | undefined;
  /** The author, by the current name. */
  name: string;
  /** The client program. */
  client?: string | undefined;
  /** Milliseconds. */
  at: number;
  content: string;
  /** Present if the text changed. */
  previousContent?: string | undefined;
  category: string;
  importance: Importance;
  /** Present if it changed. */
  previousCategory?: string | undefined;
  previousImportance?: Importance | undefined;
  /** Whether the memory is unchanged since. */
  isLatest: boolean;
  verdict?: Verdict | undefined;
  /** It was merged with a conflicting change, which has the previous text. */
  isConflict?: boolean | undefined;
  place: ChangePlace;
}

/**
 * Changes of stored memories outside of batches; those that stored a memory which is still active; of these those outside;
 * all outside that a person would see.
 */
export const changeChoices = ['edits', 'learnt', 'noted', 'single'] as const;
export type ChangeChoice = (typeof changeChoices)[number];

export interface ChangeFilter {
  /** Absent: all characters that the caller can see. */
  characterId?: string | undefined;
  kind?: AuthorKind | undefined;
  client?: string | undefined;
  /** Its author, by id, or by the name at that time. */
  member?: string | undefined;
  changeType?: ChangeType | undefined;
  /** Those of a batch that a person would see. */
  batchId?: string | undefined;
  /** Only edits of models without a review. */
  toReview?: boolean | undefined;
  only?: ChangeChoice | undefined;
  /** Milliseconds, inclusive. */
  since?: number | undefined;
  /** Only changes older than this one. */
  before?: ChangePlace | undefined;
  limit: number;
}

export interface StatisticsFilter {
  /** Absent: all characters that the caller can see. */
  characterId?: string | undefined;
  /** Milliseconds: from inclusive, to exclusive. */
  from: number;
  to: number;
  /** Of the timeline: memories of at least this importance. */
  leastImportance?: Importance | undefined;
}

/** Days are UTC, such as 2026-01-31. Days without events are left out. */
export interface Statistics {
  byDay: { day: string; added: number; updated: number; deleted: number }[];
  /** Memories that were added in the period, the most first; characters without any are left out. */
  byCharacter: { characterId: string; added: number }[];
  /** Active memories by folded category name, the largest count first. */
  byCategory: { category: string; memories: number }[];
  bySource: { kind: MemorySource['kind']; memories: number }[];
  tokensByDay: { day: string; input: number; output: number }[];
  /**
   * The recorded queries of agents; `empty`: nothing was found; `weak`: only weak matches. Apart from them, how often hooks
   * looked by themselves, and gave something.
   */
  recallsByDay: { day: string; recalls: number; empty: number; weak: number; offered: number; given: number }[];
  waitingTurns: WaitingTurns;
  byClient: ClientCounts[];
}

export const clientCountNames = [
  'asked',
  'helped',
  'offered',
  'given',
  'used',
  'unanswered',
  'tokens',
  'stored',
] as const;

/**
 * The recorded queries, answers and memories of one program: what it asked, and how much of it got relevant memories; at
 * how many prompts its hooks looked, and gave something. Of both: how much there is evidence that it helped (`used`), and
 * the questions that got nothing. The tokens that it received, estimated.
 */
export type ClientCounts = { client: string } & Record<(typeof clientCountNames)[number], number>;

/** A place in the list of batches: behind so many of those of a time (ms since 1970). */
export interface BatchPlace {
  at: number;
  skip: number;
}

export interface BatchFilter extends Pick<ChangeFilter, 'characterId' | 'kind' | 'client' | 'changeType' | 'limit'> {
  /** From this place on. */
  before?: BatchPlace | undefined;
}

/** A batch of changes of one character, all of which can be undone at once. */
export interface ChangeBatch extends Pick<Change, 'characterId' | 'kind' | 'name' | 'client' | 'at'> {
  batchId: string;
  /** How many memories it changed. */
  memories: number;
  /** Of what a hook learnt, how many it stored. */
  added?: number | undefined;
  /** Its first change. */
  changeType: ChangeType;
  content: string;
  memoryId: string;
  /** The id of the character that this memory moved to, or came from. */
  moved?: string | undefined;
  /** The id of the memory that replaced it. */
  supersededBy?: string | undefined;
  /** Names of the documents whose import it is; of a large one those of its first memories. */
  documents?: string[] | undefined;
  /** Where it deleted what the user asked to forget: what that is about. */
  forgotten?: string | undefined;
  /** Whether this memory is unchanged since. */
  isLatest: boolean;
}

/** A memory that a batch changed. */
export interface BatchedMemory {
  memoryId: string;
  state: Memory['state'];
  /** Whether it is unchanged since. */
  isLatest: boolean;
  /** Its last change, after the batch. */
  since?: Pick<Change, 'changeType' | 'kind' | 'name' | 'client' | 'at' | 'content'> | undefined;
  /** The id of the character that it moved to, or came from. */
  moved?: string | undefined;
  /** Its state before; absent: it was added. */
  before?: (MemoryValues & { changeType: ChangeType }) | undefined;
}

/** Counts of edits and proposals that wait for review. */
export interface ReviewCounts {
  characterId: string;
  edits: number;
  proposals: number;
}

/** Captured turns that wait for extraction now. */
export interface WaitingTurns {
  turns: number;
  /** How many of them have failed before, and one of the reasons. */
  failed: number;
  error?: string | undefined;
}

/** Active memories of one category that happened on one UTC day, such as 2026-01-31. */
export interface CategoryDay {
  day: string;
  category: string;
  memories: number;
}

/** The history of changes, reviews and statistics. */
export interface ChangeStore {
  /**
   * Other than before where anything that an answer to the tenant shows may have changed since, by any process. Undefined:
   * it would cost a round trip.
   */
  stamp(scope: Scope): Promise<string | undefined>;
  /** Newest first. CharacterNotFound. */
  list(scope: Scope, filter: ChangeFilter): Promise<Change[]>;
  /**
   * The changes after a position, oldest first, and the position after the last one. Without a start position: no
   * changes. CharacterNotFound.
   */
  behind(
    scope: Scope,
    after: ChangePosition | undefined,
    filter: Pick<ChangeFilter, 'characterId' | 'kind' | 'limit'>,
  ): Promise<{ changes: Change[]; position: ChangePosition }>;
  /** Records a review of a change, or takes it back. False for an unknown revision. CharacterNotFound. */
  review(
    scope: Scope,
    characterId: string,
    memoryId: string,
    revision: number,
    verdict: Verdict | undefined,
    now: number,
  ): Promise<boolean>;
  /** The memories of a character that a batch changed; none for an unknown batch. CharacterNotFound. */
  batch(scope: Scope, characterId: string, batchId: string): Promise<BatchedMemory[]>;
  /** The ids of the visible characters in which a batch changed something. */
  changedBy(scope: Scope, batchId: string): Promise<string[]>;
  /** The latest batches, or those from a place on, newest first; undos of any filter. CharacterNotFound. */
  batches(scope: Scope, filter: BatchFilter): Promise<ChangeBatch[]>;
  /** Counts of waiting reviews, for each visible character with some. */
  reviews(scope: Scope): Promise<ReviewCounts[]>;
  /** CharacterNotFound. */
  statistics(scope: Scope, filter: StatisticsFilter): Promise<Statistics>;
  /** Active memories by day and folded category name, earliest day first. CharacterNotFound. */
  timeline(scope: Scope, filter: StatisticsFilter): Promise<CategoryDay[]>;
}

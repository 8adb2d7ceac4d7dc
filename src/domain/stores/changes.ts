import type { AuthorKind, ChangeType, Memory, MemorySource } from '../memory.ts';
import type { Scope } from '../principal.ts';

/** The place of a change among all: the newest first, those of one moment in any order that stays. */
export interface ChangePlace {
  /** Milliseconds. */
  at: number;
  /** Numbers of the store. */
  character: number;
  memory: number;
  revision: number;
  /** The change's own, which rises whatever the clock says; absent: from a time when changes had none. */
  number?: number | undefined;
}

/** How far changes have been read. */
export interface ChangePosition {
  /** Up to this number. */
  number: number;
  /** Up to other numbers, in characters whose changes may be committed behind those of others: by the character's. */
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
  /** Absent: it was not kept at that time. */
  kind?: AuthorKind | undefined;
  /** Whose change it was, by the name it has now. */
  name: string;
  /** The program that it came by. */
  client?: string | undefined;
  /** Milliseconds. */
  at: number;
  content: string;
  /** Where the text changed. */
  previousContent?: string | undefined;
  verdict?: Verdict | undefined;
  /** It was merged with another change, whose text is the previous one. */
  isConflict?: boolean | undefined;
  place: ChangePlace;
}

export interface ChangeFilter {
  /** Absent: those of every character that may be seen. */
  characterId?: string | undefined;
  kind?: AuthorKind | undefined;
  client?: string | undefined;
  /** Only edits of models that nobody has looked at yet. */
  toReview?: boolean | undefined;
  /** Milliseconds, inclusive. */
  since?: number | undefined;
  /** Only what is older than this one. */
  before?: ChangePlace | undefined;
  limit: number;
}

export interface StatisticsFilter {
  /** Absent: of every character that may be seen. */
  characterId?: string | undefined;
  /** Milliseconds: from inclusive, to exclusive. */
  from: number;
  to: number;
}

/** Days are UTC, such as 2026-01-31; those on which nothing happened are left out. */
export interface Statistics {
  byDay: { day: string; added: number; updated: number; deleted: number }[];
  /** Active memories, by the names of categories without case, the most first. */
  byCategory: { category: string; memories: number }[];
  bySource: { kind: MemorySource['kind']; memories: number }[];
  tokensByDay: { day: string; input: number; output: number }[];
  /** The recorded queries of agents; `empty`: nothing was found; `weak`: only weak matches. */
  recallsByDay: { day: string; recalls: number; empty: number; weak: number }[];
  waitingTurns: WaitingTurns;
  byClient: ClientCounts[];
}

/** The recorded queries, answers and memories of one program. */
export interface ClientCounts {
  client: string;
  /** Recalls, and those of them that came back with memories that fit. */
  asked: number;
  helped: number;
  /** What it was given, by estimate. */
  tokens: number;
  stored: number;
}

/** A memory that a batch changed. */
export interface BatchedMemory {
  memoryId: string;
  state: Memory['state'];
  /** Whether nothing has changed it since. */
  isLatest: boolean;
  /** What it was before; absent: it was added. */
  before?: (Pick<Memory, 'content' | 'category' | 'salience' | 'importance'> & { changeType: ChangeType }) | undefined;
}

/** Edits and proposals that wait for a person. */
export interface ReviewCounts {
  characterId: string;
  edits: number;
  proposals: number;
}

/** Turns of sessions that hooks captured and that are still to be extracted, now. */
export interface WaitingTurns {
  turns: number;
  /** How many of them were tried in vain, and why one of them was. */
  failed: number;
  error?: string | undefined;
}

/** Active memories of one category that happened on one UTC day, such as 2026-01-31. */
export interface CategoryDay {
  day: string;
  category: string;
  memories: number;
}

/** What changed in memories, and how much there is of what. */
export interface ChangeStore {
  /** Newest first. CharacterNotFound. */
  list(scope: Scope, filter: ChangeFilter): Promise<Change[]>;
  /**
   * The changes behind a position, in the order in which they happened, and the position behind all that there are;
   * without one to begin at there are no changes. CharacterNotFound.
   */
  behind(
    scope: Scope,
    after: ChangePosition | undefined,
    filter: Pick<ChangeFilter, 'characterId' | 'kind' | 'limit'>,
  ): Promise<{ changes: Change[]; position: ChangePosition }>;
  /** Takes note that a person has seen a change. False: there is no such revision. CharacterNotFound. */
  review(
    scope: Scope,
    characterId: string,
    memoryId: string,
    revision: number,
    verdict: Verdict,
    now: number,
  ): Promise<boolean>;
  /** What a batch changed of a character; nothing for a batch that there is not. CharacterNotFound. */
  batch(scope: Scope, characterId: string, batchId: string): Promise<BatchedMemory[]>;
  /** What waits for a person, of each character that may be seen where something does. */
  reviews(scope: Scope): Promise<ReviewCounts[]>;
  /** CharacterNotFound. */
  statistics(scope: Scope, filter: StatisticsFilter): Promise<Statistics>;
  /** When active memories happened, the earliest day first; categories by name without case. CharacterNotFound. */
  timeline(scope: Scope, filter: StatisticsFilter): Promise<CategoryDay[]>;
}

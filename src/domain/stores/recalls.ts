import type { Scope, Via } from '../principal.ts';

/** What was asked: a search, a context, or a hook of a host that adds to a prompt. */
export const recallKinds = ['search', 'context', 'hook'] as const;
export type RecallKind = (typeof recallKinds)[number];

/** What the client of self-tests calls itself: what it is given is no recall. */
export const checkClient = 'agent-memory-service-check';

/** What a person says of what was given. */
export const ratings = ['useful', 'wrong'] as const;
export type Rating = (typeof ratings)[number];

export interface RecalledMemory {
  memoryId: string;
  /** 0..1; absent where nothing was asked, so that nothing was compared. */
  relevance?: number | undefined;
  rating?: Rating | undefined;
}

/** What an agent was given from one character's memory. */
export interface NewRecall {
  characterId: string;
  /** Milliseconds. */
  at: number;
  /** Who was given it, by name, and how it came in. */
  by: string;
  via: Via;
  kind: RecallKind;
  /** Empty where nothing was asked. */
  query: string;
  /** Best first. */
  results: RecalledMemory[];
}

/** The place of a recall among all of a tenant; `no` also names it. */
export interface RecallPlace {
  /** Milliseconds. */
  at: number;
  no: number;
}

export interface Recall extends NewRecall {
  no: number;
  rating?: Rating | undefined;
}

export interface RecallFilter {
  /** Absent: those of every character that may be seen. */
  characterId?: string | undefined;
  /** Those that came back empty, or those that did not. */
  empty?: boolean | undefined;
  /** Milliseconds, inclusive. */
  since?: number | undefined;
  /** Only what is older than this one. */
  before?: RecallPlace | undefined;
  limit: number;
}

/** What agents were given, for people to look at. It is never exported. */
export interface RecallStore {
  /** Characters that are not there are left out. */
  add(tenantId: string, recalls: readonly NewRecall[]): Promise<void>;
  /** Forgets what is from before a time (ms), at most so many; how many it were. */
  forget(tenantId: string, before: number, limit: number): Promise<number>;
  /** Newest first. CharacterNotFound. */
  list(scope: Scope, filter: RecallFilter): Promise<Recall[]>;
  /** Rates a recall, or one memory of it; undefined when there is no such recall. MemoryNotFound, AccessDenied. */
  rate(
    scope: Scope,
    no: number,
    rating: Rating,
    memoryId: string | undefined,
    now: number,
  ): Promise<Recall | undefined>;
}

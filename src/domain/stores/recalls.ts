import { ServiceError } from '../errors.ts';
import type { Scope, Via } from '../principal.ts';
import { foldCase } from '../text.ts';

/** What was asked: a search, a context, or a hook of a host that adds to a prompt. */
export const recallKinds = ['search', 'context', 'hook'] as const;
export type RecallKind = (typeof recallKinds)[number];

/** The client name of self-tests, whose searches are not recorded as recalls. */
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

/** How a recall ended: with memories, with such as hardly fit, or with none. */
export const recallOutcomes = ['given', 'weak', 'empty'] as const;
export type RecallOutcome = (typeof recallOutcomes)[number];

/**
 * The relevance from which a memory is given at a question in a prompt, and below which an answer is weak. docs/hooks.md
 * has what it was chosen by: `npm run bench -- recall`.
 */
export const leastHelpful = 0.38;

/** Without case, punctuation and runs of white space: what the same question has in common. */
export function questionKey(query: string): string {
  return foldCase(query)
    .replace(/[\p{P}\p{Z}\s]+/gu, ' ')
    .trim();
}

export function outcomeOf({ results }: Pick<NewRecall, 'results'>): RecallOutcome {
  if (results.length === 0) return 'empty';
  const best = bestOf(results);
  return best !== undefined && best < leastHelpful ? 'weak' : 'given';
}

/** The relevance of the best; undefined where nothing was compared. */
export function bestOf(results: readonly RecalledMemory[]): number | undefined {
  const known = results.flatMap(({ relevance }) => relevance ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
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
  /** The program that asked, by its own name or that of its key. */
  client?: string | undefined;
  /** Empty where nothing was asked. */
  query: string;
  /** An order to the agent that a hook searched for: no answer is no gap. */
  isOrder?: boolean | undefined;
  /** What the answer took, by estimate. */
  tokens?: number | undefined;
  /** Best first. */
  results: RecalledMemory[];
}

/** The place of a recall among all of a tenant; `no` also names it. */
export interface RecallPlace {
  /** Milliseconds. */
  at: number;
  no: number;
}

/** What names a question among those that were dismissed: equal questions have it in common. InvalidInput for none. */
export function dismissedKey({ query }: Pick<NewRecall, 'query'>): string {
  // As SQL cuts it: by code points.
  const key = Array.from(questionKey(query)).slice(0, longestDismissed).join('');
  if (key === '') throw new ServiceError('InvalidInput', 'This recall has no question.');
  return key;
}

/** Code points of a question by which it is known when it is asked again. */
export const longestDismissed = 500;

export interface Recall extends NewRecall {
  no: number;
  rating?: Rating | undefined;
  /** Somebody said that its question needs no memory: it is no gap. */
  isDismissed?: boolean | undefined;
  /** Of grouped ones: how often it was asked. */
  count?: number | undefined;
}

export interface RecallFilter {
  /** Absent: those of every character that may be seen. */
  characterId?: string | undefined;
  /** Those that came back empty, or those that did not. */
  empty?: boolean | undefined;
  /** Recalls whose best match is weak, or the others. */
  weak?: boolean | undefined;
  /** Recalls that did not help though their questions were not dismissed, or the others. */
  gap?: boolean | undefined;
  /** Recalls whose questions were dismissed, or the others. */
  dismissed?: boolean | undefined;
  client?: string | undefined;
  kind?: RecallKind | undefined;
  /** A part of the question, without case. */
  words?: string | undefined;
  /** Equal questions to a character count as one, the latest. */
  grouped?: boolean | undefined;
  /** Milliseconds, inclusive. */
  since?: number | undefined;
  /** Milliseconds, exclusive. */
  until?: number | undefined;
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
  /**
   * Records that the question of a recall needs no memory, also when it is asked again, or takes it back; undefined when
   * there is no such recall. InvalidInput where nothing was asked, AccessDenied.
   */
  dismiss(scope: Scope, no: number, isDismissed: boolean, now: number): Promise<Recall | undefined>;
}

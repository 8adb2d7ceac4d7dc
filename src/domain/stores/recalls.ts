import { ServiceError } from '../errors.ts';
import type { Scope, Via } from '../principal.ts';
import { foldCase } from '../text.ts';

/** The kind of recall: a search, a context, or a host's hook that adds to a prompt. */
export const recallKinds = ['search', 'context', 'hook'] as const;
export type RecallKind = (typeof recallKinds)[number];

/** The client name of self-tests, whose searches are not recorded as recalls. */
export const checkClient = 'agent-memory-service-check';

/** A user's rating of a result. */
export const ratings = ['useful', 'wrong'] as const;
export type Rating = (typeof ratings)[number];

export interface RecalledMemory {
  memoryId: string;
  /** 0..1; absent without a query. */
  relevance?: number | undefined;
  /** The revision that was given; absent: older versions did not record it. */
  revision?: number | undefined;
  rating?: Rating | undefined;
  /** An answer of the agent repeats what it says. */
  used?: true | undefined;
  /** The words of the answer that do. */
  usedIn?: string | undefined;
}

/** The outcome of a recall: relevant memories, only weak matches, or none. */
export const recallOutcomes = ['given', 'weak', 'empty'] as const;
export type RecallOutcome = (typeof recallOutcomes)[number];

/**
 * The least relevance of memories that hooks add to a question in a prompt; below it a match is weak. docs/hooks.md
 * explains the choice: `npm run bench -- recall`.
 */
export const leastHelpful = 0.38;

/** Normalises a question: without case, punctuation and repeated white space. */
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

/** The best relevance; undefined without a query. */
export function bestOf(results: readonly RecalledMemory[]): number | undefined {
  const known = results.flatMap(({ relevance }) => relevance ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** The memories that an agent received from one character. */
export interface NewRecall {
  characterId: string;
  /** Milliseconds. */
  at: number;
  /** The member who received it, by name, and the way of sign-in. */
  by: string;
  via: Via;
  kind: RecallKind;
  /** The client program, by its own name or that of its key. */
  client?: string | undefined;
  /** Empty without a query. */
  query: string;
  /** The hook's prompt surely needs no memory, such as an order or a statement: an empty result is not a gap. */
  isOrder?: boolean | undefined;
  /** The estimated tokens of the answer. */
  tokens?: number | undefined;
  /** Best first. */
  results: RecalledMemory[];
  /** Matches that were held back, because they read as orders to the agent. */
  held?: RecalledMemory[] | undefined;
  /** Matches of a hook that gave nothing, because the session has them already. */
  known?: RecalledMemory[] | undefined;
}

/** Memories of a recall that an answer used. */
export interface UsedRecall {
  no: number;
  memoryIds: readonly string[];
  /** The words of the answer that used each, by its id. */
  words?: ReadonlyMap<string, string> | undefined;
  /** true: their marks are taken back. */
  isTakenBack?: boolean | undefined;
}

/** The place of a recall among all of a tenant; `no` also names it. */
export interface RecallPlace {
  /** Milliseconds. */
  at: number;
  no: number;
}

/** The beginning of a question's key, by which it is stored; equal questions share it. Cut by code points, as SQL does. */
export const storedKey = (query: string): string =>
  Array.from(questionKey(query)).slice(0, maxDismissedLength).join('');

/** The key of a question among the dismissed ones. InvalidInput for an empty one. */
export function dismissedKey({ query }: Pick<NewRecall, 'query'>): string {
  const key = storedKey(query);
  if (key === '') throw new ServiceError('InvalidInput', 'This recall has no question.');
  return key;
}

/** The length of a question's key, in code points. */
export const maxDismissedLength = 500;

export interface Recall extends NewRecall {
  no: number;
  rating?: Rating | undefined;
  /** A user dismissed the question: it needs no memory and is not a gap. */
  isDismissed?: boolean | undefined;
  /** The id of the memory that answers the question since, of any character; not dismissed: a user found that it does not. */
  answeredBy?: string | undefined;
  /** Only for grouped recalls: how often the question was asked. */
  count?: number | undefined;
}

export interface RecallFilter {
  /** Only this one. */
  no?: number | undefined;
  /** Absent: all characters that the caller can see. */
  characterId?: string | undefined;
  /** true: only empty recalls; false: only others. */
  empty?: boolean | undefined;
  /** true: only recalls whose best match is weak; false: only others. */
  weak?: boolean | undefined;
  /**
   * true: only recalls that helped, by themselves or by those of other characters at the same prompt, also earlier in the
   * session; false: only others that asked something.
   */
  helped?: boolean | undefined;
  /** true: only recalls whose prompt an answer used something of, or that a user called useful; false: only others. */
  used?: boolean | undefined;
  /** true: only unhelpful recalls whose questions were not dismissed; false: only others. */
  gap?: boolean | undefined;
  /** true: only recalls with dismissed questions; false: only others. */
  dismissed?: boolean | undefined;
  /** true: only recalls with a question; false: only others, such as of a session's start. */
  asked?: boolean | undefined;
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
  /** Only recalls older than this one. */
  before?: RecallPlace | undefined;
  limit: number;
}

/** What a user says of a memory: hooks leave it out, or give it although it reads as an order. */
export type HookChoice = 'muted' | 'trusted';

/** A memory as an answer to a question, by the beginning of its key: empty at a session's start. */
export interface KnownAnswer {
  memoryId: string;
  question: string;
}

/** What users chose that hooks do: the ids of the memories of each choice, and what they leave out or give for one question. */
export type HookChoices = Record<HookChoice, string[]> & Record<'wrong' | 'answers', KnownAnswer[]>;

/** The log of recalls, for users. It is never exported. */
export interface RecallStore {
  /** Recalls of missing characters are left out. */
  add(tenantId: string, recalls: readonly NewRecall[]): Promise<void>;
  /** Deletes recalls older than a time (ms), at most `limit`. Returns how many. */
  forget(tenantId: string, before: number, limit: number): Promise<number>;
  /** Newest first. CharacterNotFound. */
  list(scope: Scope, filter: RecallFilter): Promise<Recall[]>;
  /**
   * Rates a recall, or one memory of it, or takes the rating back; undefined when there is no such recall. What is wrong is
   * left out by hooks when its question is asked again. MemoryNotFound, AccessDenied.
   */
  rate(
    scope: Scope,
    no: number,
    rating: Rating | undefined,
    memoryId: string | undefined,
    now: number,
  ): Promise<Recall | undefined>;
  /** Records that an answer used memories of these recalls, or that it did not. Others, and those of missing recalls, are left out. */
  use(scope: Scope, uses: readonly UsedRecall[]): Promise<void>;
  /**
   * Dismisses the question of a recall, also when it is asked again, or withdraws that. Undefined when there is no such
   * recall. InvalidInput for a recall without a query, AccessDenied.
   * @param answeredBy the id of the memory that answers it since, in place of any that was said to before
   */
  dismiss(
    scope: Scope,
    no: number,
    isDismissed: boolean,
    now: number,
    answeredBy?: string | undefined,
  ): Promise<Recall | undefined>;
  /** Says whether hooks give an active memory; undefined: as the program decides. CharacterNotFound, MemoryNotFound. */
  choose(
    scope: Scope,
    characterId: string,
    memoryId: string,
    choice: HookChoice | undefined,
    now: number,
  ): Promise<void>;
  /** CharacterNotFound. */
  chosen(scope: Scope, characterId: string): Promise<HookChoices>;
}

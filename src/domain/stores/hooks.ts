import type { CapturedClause, CaptureVerdict, StatementKind } from '../captured-clause.ts';
import type { Memory, NewMemory } from '../memory.ts';
import type { Scope } from '../principal.ts';
import type { Turn } from '../turn.ts';
import type { NewRecall } from './recalls.ts';

/** A session of a host: the host's name in our table, and what the host calls the session. */
export interface HookSession {
  host: string;
  session: string;
}

/** How far a transcript has been read. */
export interface TranscriptCursor {
  path: string;
  /** Bytes of the file, or turns where the host hands them over. */
  position: number;
  /** What the file begins with, as a hash: another beginning is another transcript. */
  head: string;
}

/** A memory that a session's model was given. */
export interface GivenMemory {
  characterId: string;
  memoryId: string;
}

/** What is kept of a session, for one of the characters whose hooks run in it. */
export interface HookState {
  /** What its model has been given since it began, was resumed or compacted, of whichever character. */
  given: GivenMemory[];
  /** Ids of the character's memories that were kept of it since then: its model has heard them itself. */
  own: string[];
  cursor?: TranscriptCursor | undefined;
  /** What was answered last. */
  asked?: AskedPrompt | undefined;
}

/** A hook's request. Hooks that are installed twice, or that two hosts share, send it twice. */
export interface AskedPrompt {
  key: string;
  at: number;
}

/**
 * How long (ms) the same question in the same session is one run of the same hooks. Hosts run hooks side by side; that the
 * user has sent a prompt again, or resumed a session again, takes longer.
 */
export const sameRunMs = 10_000;

/** Whether this was answered just now. */
export function isAnswered(asked: AskedPrompt | undefined, key: string, now: number): boolean {
  return asked?.key === key && Math.abs(now - asked.at) < sameRunMs;
}

/** Why something was not given or not captured. */
export const leftOutReasons = [
  'irrelevant',
  'known',
  'room',
  'echo',
  'secret',
  'code',
  'repeated',
  'too long',
  'tier',
] as const;
export type LeftOut = Partial<Record<(typeof leftOutReasons)[number], number>>;

/** What one run of a hook did. */
export interface HookReceipt {
  /** ISO-8601. */
  at: string;
  host: string;
  /** The host's own name of it. */
  event: string;
  characterId?: string | undefined;
  /** Memories given to the model, and what they took, in tokens by estimate. */
  given: number;
  tokens: number;
  /** Turns handed to extraction. */
  captured: number;
  leftOut: LeftOut;
}

export type NewReceipt = Omit<HookReceipt, 'at' | 'host' | 'characterId'> & {
  characterId: string;
  /** Absent: the host of the session. */
  host?: string | undefined;
};

/** A turn on its way to extraction; `memory` is what it would be stored as. */
export interface CapturedTurn {
  /** Tells it from other turns of the session. */
  key: string;
  role: Turn['role'];
  memory: NewMemory;
  /** Lines of the project's rule files that may say the same. */
  ruleLines?: readonly string[] | undefined;
}

export interface Recalled {
  /** What was asked, as a hash. */
  asked: string;
  /** What was given before is gone from the model's context. */
  restarts: boolean;
  memoryIds: readonly string[];
  receipt: NewReceipt;
  /** Absent: no recalls are kept. */
  log?: RecallEntry | undefined;
}

/** What the log of recalls gets, and since when (ms) it is kept. */
export interface RecallEntry {
  recall: NewRecall | undefined;
  keptSince: number;
}

export interface Captured {
  /** The cursor that the turns were read from; when it is another one by now, somebody else has read them. */
  from: TranscriptCursor | undefined;
  to: TranscriptCursor;
  turns: readonly CapturedTurn[];
  /** What the turns mean is in the store already: they do not wait for extraction. */
  isExtracted?: true;
  /** The model of the host reads them too when the session is over; it counts as over from then on (ms) if nothing more is said. */
  overAt?: number | undefined;
  receipt: NewReceipt;
}

/** What a session has had so far of one character. */
export interface SessionCounts {
  /** Memories that its model was given. */
  given: number;
  /** Memories that were kept of it, and when the last one was (ms). */
  kept: number;
  keptAt?: number | undefined;
}

/** What became of a turn that a hook captured. */
export interface CapturedTurnReceipt {
  id: string;
  /** ISO-8601. */
  at: string;
  /** Absent: the session is forgotten by now. */
  host?: string | undefined;
  session: string;
  characterId: string;
  speaker: Turn['role'];
  /** Each with the state that its memory has now. */
  clauses: (CapturedClause & { state?: Memory['state'] | undefined })[];
}

/**
 * What hooks remember from one run to the next: what each session had for 90 days, how far it was read for two years, and
 * the latest 1,000 receipts.
 */
export interface HookStore {
  /** Without a character, which may have to be made yet, only what was given. */
  find(scope: Scope, session: HookSession, characterId: string | undefined): Promise<HookState>;
  /**
   * Records what a session was given; false when the same was asked just now, by hooks that are installed twice
   * (nothing is changed then). CharacterNotFound.
   */
  recalled(scope: Scope, session: HookSession, recalled: Recalled, now: number): Promise<boolean>;
  /**
   * Puts turns that the session has not handed over before into the queue of captures, moves the cursor and writes the
   * receipt; how many turns it were, undefined when the cursor has been moved meanwhile (nothing is changed then).
   * CharacterNotFound, CharacterArchived.
   */
  captured(scope: Scope, session: HookSession, captured: Captured, now: number): Promise<number | undefined>;
  /** Those of these turns, by their keys, that the session has not handed over before. */
  notCaptured(
    scope: Scope,
    session: HookSession,
    characterId: string,
    keys: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** CharacterNotFound. */
  counts(scope: Scope, session: HookSession, characterId: string): Promise<SessionCounts>;
  /** What a session was given of a character is gone from its model's context. */
  forget(scope: Scope, session: HookSession, characterId: string, now: number): Promise<void>;
  /** The latest first. */
  receipts(scope: Scope, limit: number): Promise<HookReceipt[]>;
  /** The outcomes of captured turns, of one session or of all, the latest first; at most 1,000. */
  turns(scope: Scope, asked: { session?: string | undefined; limit: number }): Promise<CapturedTurnReceipt[]>;
  /** Undefined: there is no such turn. */
  turn(scope: Scope, turnId: string): Promise<CapturedTurnReceipt | undefined>;
  /** Takes note of the memory that a clause has become. CharacterNotFound, CharacterArchived. */
  clauseKept(scope: Scope, characterId: string, turnId: string, position: number, memoryId: string): Promise<void>;
  /** What became of the memories of a character's latest captured turns, the latest first. CharacterNotFound. */
  verdicts(scope: Scope, characterId: string): Promise<CaptureVerdict[]>;
  /** Lets no verdict on clauses of a kind count that was made up to now. CharacterNotFound, CharacterArchived. */
  forgetVerdicts(scope: Scope, characterId: string, kind: StatementKind, now: number): Promise<void>;
}

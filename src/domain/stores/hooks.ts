import type { CapturedClause, CaptureVerdict, StatementKind } from '../captured-clause.ts';
import type { Memory, NewMemory } from '../memory.ts';
import type { Scope } from '../principal.ts';
import type { Project } from '../project-rules.ts';
import type { Turn } from '../turn.ts';
import type { NewRecall } from './recalls.ts';

/** A session of a host: the host's name in our table, and the host's id of the session. */
export interface HookSession {
  host: string;
  session: string;
}

/** How far a transcript has been read. */
export interface TranscriptCursor {
  path: string;
  /** Bytes of the file, or turns where the host hands them over. */
  position: number;
  /** The hash of the beginning of the file. Another beginning means another transcript. */
  head: string;
}

/** A memory that a session's model was given. */
export interface GivenMemory {
  characterId: string;
  memoryId: string;
  /** Where the part of it begins that was given; absent: it was given whole. */
  part?: number;
}

/** Tells a given memory, or the given part of one, from others. */
export function givenKey(memoryId: string, part?: number): string {
  return part === undefined ? memoryId : `${memoryId}@${part}`;
}

/** The state of a session for one of its characters. */
export interface HookState {
  /** Memories of all characters that its model received since it began, was resumed or compacted. */
  given: GivenMemory[];
  /** Ids of the character's memories that were captured from it since then: they are in its model's context. */
  own: string[];
  cursor?: TranscriptCursor | undefined;
  /** The last answer. */
  asked?: AskedPrompt | undefined;
}

/** A hook's request. It arrives twice if hooks are installed twice or shared by two hosts. */
export interface AskedPrompt {
  key: string;
  at: number;
}

/**
 * How long (ms) the same question in the same session counts as one run of the hooks. Hosts run hooks in parallel; a
 * user who repeats a prompt or resumes a session takes longer.
 */
export const sameRunMs = 10_000;

/** Whether this is a repetition of the last request. */
export function isAnswered(asked: AskedPrompt | undefined, key: string, now: number): boolean {
  return asked?.key === key && Math.abs(now - asked.at) < sameRunMs;
}

/**
 * The reasons why something was not given or captured. `order`: it reads as an order to the agent. `encoder`: it took no
 * part, so memories were found by words alone.
 */
export const leftOutReasons = [
  'irrelevant',
  'known',
  'order',
  'room',
  'echo',
  'secret',
  'code',
  'repeated',
  'too long',
  'tier',
  'encoder',
] as const;
export type LeftOut = Partial<Record<(typeof leftOutReasons)[number], number>>;

/** The receipt of one run of a hook. */
export interface HookReceipt {
  /** ISO-8601. */
  at: string;
  host: string;
  /** The host's name of the event. */
  event: string;
  characterId?: string | undefined;
  /** Memories given to the model, and their estimated tokens. */
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

/** A turn that waits for extraction. `memory`: the memory without extraction. */
export interface CapturedTurn {
  /** Identifies it among the turns of the session. */
  key: string;
  /** Identify its message in every session that has a copy of it. */
  said?: readonly string[] | undefined;
  role: Turn['role'];
  memory: NewMemory;
  /** Lines of the project's rule files that may say the same. */
  ruleLines?: readonly string[] | undefined;
  /** Whose own memory its statements about the user go to; absent: one memory has all. */
  person?: Project | undefined;
}

/** What a session received from one character. */
export interface RecalledOf {
  /** By their `givenKey`. */
  memoryIds: readonly string[];
  /** Absent: recalls are not recorded, or this one is none. */
  recall?: NewRecall | undefined;
}

export interface Recalled extends Pick<RecalledOf, 'memoryIds'> {
  /** A hash of the question. */
  asked: string;
  /** Earlier memories are no longer in the model's context. */
  restarts: boolean;
  /** The same of further characters than that of the receipt. */
  also?: readonly (RecalledOf & { characterId: string })[] | undefined;
  receipt: NewReceipt;
  /** Absent: recalls are not recorded. */
  log?: RecallEntry | undefined;
}

/** The recall to record, and the age limit of the log (ms). */
export interface RecallEntry {
  recall: NewRecall | undefined;
  keptSince: number;
}

export interface Captured {
  /** The cursor from which the turns were read. If it has moved, another process has read them. */
  from: TranscriptCursor | undefined;
  to: TranscriptCursor;
  turns: readonly CapturedTurn[];
  /** The content of the turns is stored already, so they are not queued for extraction. */
  isExtracted?: true;
  /** The host's model reads them too, when the session is over: at this time (ms), or later if there are more turns. */
  overAt?: number | undefined;
  receipt: NewReceipt;
}

/** The memories that a session has received from one character. */
export interface SessionCounts {
  /** Memories that its model was given. */
  given: number;
  /** Memories captured from it, and when the last one was (ms). */
  kept: number;
  keptAt?: number | undefined;
}

/** The outcome of a captured turn. */
export interface CapturedTurnReceipt {
  id: string;
  /** ISO-8601. */
  at: string;
  /** Absent: the session is no longer stored. */
  host?: string | undefined;
  session: string;
  characterId: string;
  speaker: Turn['role'];
  /** Each with the current state of its memory. */
  clauses: (CapturedClause & { state?: Memory['state'] | undefined })[];
}

/**
 * The state of hooks between runs: what each session received (90 days), how far it was read (two years), and the
 * latest 1,000 receipts.
 */
export interface HookStore {
  /** Without a character, which may not exist yet: only the given memories. */
  find(scope: Scope, session: HookSession, characterId: string | undefined): Promise<HookState>;
  /**
   * Records the memories that a session received. False, without a change, if another run of the same hook has just
   * recorded them. CharacterNotFound.
   */
  recalled(scope: Scope, session: HookSession, recalled: Recalled, now: number): Promise<boolean>;
  /**
   * Queues the session's new turns for extraction, moves the cursor and writes the receipt. Returns the number of
   * turns; undefined, without a change, if the cursor was moved meanwhile. CharacterNotFound, CharacterArchived.
   */
  captured(scope: Scope, session: HookSession, captured: Captured, now: number): Promise<number | undefined>;
  /** The keys of those turns that are new: neither captured of this session nor, as a copy, of another one. */
  notCaptured(
    scope: Scope,
    session: HookSession,
    characterId: string,
    turns: readonly Pick<CapturedTurn, 'key' | 'said'>[],
  ): Promise<ReadonlySet<string>>;
  /** CharacterNotFound. */
  counts(scope: Scope, session: HookSession, characterId: string): Promise<SessionCounts>;
  /** The memories given to a session are no longer in its model's context. */
  forget(scope: Scope, session: HookSession, characterId: string, now: number): Promise<void>;
  /** The latest first. */
  receipts(scope: Scope, limit: number): Promise<HookReceipt[]>;
  /**
   * The outcomes of captured turns, at most 1,000, of one session, one character or of all, the latest first. A character
   * also has the turns of other characters' sessions that stored something in it. `before`: only older ones than this turn.
   */
  turns(
    scope: Scope,
    asked: {
      session?: string | undefined;
      characterId?: string | undefined;
      before?: number | undefined;
      limit: number;
    },
  ): Promise<CapturedTurnReceipt[]>;
  /** Undefined: there is no such turn. */
  turn(scope: Scope, turnId: string): Promise<CapturedTurnReceipt | undefined>;
  /** Records the memory made from a clause. CharacterNotFound, CharacterArchived. */
  clauseKept(scope: Scope, characterId: string, turnId: string, position: number, memoryId: string): Promise<void>;
  /** Users' verdicts on the memories of a character's latest captured turns, the latest first. CharacterNotFound. */
  verdicts(scope: Scope, characterId: string): Promise<CaptureVerdict[]>;
  /** Discards all verdicts so far on clauses of a kind. CharacterNotFound, CharacterArchived. */
  forgetVerdicts(scope: Scope, characterId: string, kind: StatementKind, now: number): Promise<void>;
}

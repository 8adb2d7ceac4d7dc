import type { CapturedClause } from '../captured-clause.ts';
import type { Scope } from '../principal.ts';
import type { CapturedTurn, HookSession } from './hooks.ts';

/** A session that is over, with the turns that its host's model has not read yet, in order. */
export interface EndedSession extends HookSession {
  /** Names the extraction to `end`. */
  extractionId: string;
  characterId: string;
  turns: Omit<CapturedTurn, 'key'>[];
}

/**
 * The result: stored memories with the receipt of each, or why there are none. `unasked`: the model was not asked, so that
 * the session does not count.
 */
export type ExtractionOutcome = { kept: number; clauses: readonly CapturedClause[] } | { fault: string } | 'unasked';

/** A session that its host's model has read. */
export interface HostExtraction extends HookSession {
  /** ISO-8601. */
  at: string;
  characterId: string;
  turns: number;
  /** Memories; absent: it has not ended, or failed. */
  kept?: number | undefined;
  fault?: string | undefined;
}

/** The longest wait of a turn for the end of its session (ms). */
export const maxWaitMs = 7 * 24 * 60 * 60_000;

/**
 * Sessions that the model of their host reads when they are over. Turns are handed out at most once. If the process
 * then dies, nothing is lost: the rules have stored their findings when the turns were captured.
 */
export interface HostExtractionStore {
  /** The session is over: its turns that wait are due. */
  sessionEnded(scope: Scope, session: HookSession, now: number): Promise<void>;
  /** Whether a session is due and the day (since its start, ms) has extractions left. */
  isDue(scope: Scope, most: number, since: number, now: number): Promise<boolean>;
  /**
   * Takes the session that has been due longest; undefined if none `isDue`. Extractions count for the day on which they
   * begin.
   */
  begin(scope: Scope, most: number, since: number, now: number): Promise<EndedSession | undefined>;
  end(scope: Scope, extractionId: string, outcome: ExtractionOutcome, now: number): Promise<void>;
  /** How many began since then. */
  begunSince(scope: Scope, since: number): Promise<number>;
  /** The latest first, at most 1,000. */
  list(scope: Scope, limit: number): Promise<HostExtraction[]>;
}

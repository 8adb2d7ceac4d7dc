import type { NewMemory } from './memory.ts';
import type { Scope } from './principal.ts';
import type { Turn } from './turn.ts';

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

/** What is kept of a session. */
export interface HookState {
  /** Ids of the memories that its model has been given since it began, was resumed or compacted. */
  given: string[];
  cursor?: TranscriptCursor | undefined;
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
export interface Receipt {
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

export type NewReceipt = Omit<Receipt, 'at' | 'host'>;

/** A turn on its way to extraction; `memory` is what it would be stored as. */
export interface CapturedTurn {
  /** Tells it from other turns of the session. */
  key: string;
  role: Turn['role'];
  memory: NewMemory;
}

export interface Recalled {
  /** What was given before is gone from the model's context. */
  anew: boolean;
  memoryIds: readonly string[];
  receipt: NewReceipt;
}

export interface Captured {
  characterId: string;
  /** The cursor that the turns were read from; when it is another one by now, somebody else has read them. */
  from: TranscriptCursor | undefined;
  to: TranscriptCursor;
  turns: readonly CapturedTurn[];
  receipt: NewReceipt;
}

/** What hooks remember from one run to the next, of each session for 90 days, and the latest 1,000 receipts. */
export interface HookStore {
  find(scope: Scope, session: HookSession): Promise<HookState>;
  /** Takes note of what a session was given. */
  recalled(scope: Scope, session: HookSession, recalled: Recalled, now: number): Promise<void>;
  /**
   * Puts turns that the session has not handed over before into the queue of captures, moves the cursor and writes the
   * receipt; how many turns it were, undefined when the cursor has been moved meanwhile (nothing is changed then).
   * CharacterNotFound; InvalidInput when it is archived.
   */
  captured(scope: Scope, session: HookSession, captured: Captured, now: number): Promise<number | undefined>;
  /** What a session was given is gone from its model's context. */
  forget(scope: Scope, session: HookSession): Promise<void>;
  /** The latest first. */
  receipts(scope: Scope, limit: number): Promise<Receipt[]>;
}

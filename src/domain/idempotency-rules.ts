import { ServiceError } from './errors.ts';

/** Keys are long enough that none can be guessed. With a key and the store, the stored answer can be read. */
export const keyPattern = '^[!-~]{16,255}$';
/** How long the answer to a call is stored for retries. */
export const keptAnswerMs = 24 * 60 * 60_000;
/** Most stored calls per member; the oldest are dropped. */
export const keptCallsOfMember = 10_000;
/** The largest answer that is stored, in bytes of its JSON. */
export const maxKeptAnswer = 64 * 1024;
/** Lease of a process on the call that it runs (ms); the process renews it. */
export const claimMs = 10_000;

/** The right of one process to run the call of an idempotency key. */
export interface Claim {
  /** A digest of the key. */
  key: Uint8Array;
  /** Who runs it. */
  holder: string;
}

/** What is known of the call of an idempotency key. */
export interface ClaimedCall {
  fingerprint: Uint8Array;
  /** Until when its holder holds it (ms); undefined: it is over. */
  until: number | undefined;
  /** Whether it has changed anything. */
  changed: boolean;
  /** Undefined where it was lost or too large to store. */
  answer: Uint8Array | undefined;
  claimedAt: number;
}

/**
 * `mine`: run it now. `running`: another call of that key is under way. `reused`: the key was given with another
 * call. `lost`: it was done, but nobody knows its answer.
 */
export type ClaimState = { kind: 'mine' | 'running' | 'reused' | 'lost' } | { kind: 'answered'; answer: Uint8Array };

/** What a call that brings a key meets. A holder that died before it changed anything leaves the call to the next. */
export function judgeClaim(known: ClaimedCall | undefined, fingerprint: Uint8Array, now: number): ClaimState {
  if (!known || known.claimedAt <= now - keptAnswerMs) return { kind: 'mine' };
  if (Buffer.compare(known.fingerprint, fingerprint) !== 0) return { kind: 'reused' };
  if (known.answer) return { kind: 'answered', answer: known.answer };
  if (known.until === undefined) return { kind: 'lost' };
  if (known.until > now) return { kind: 'running' };
  return { kind: known.changed ? 'lost' : 'mine' };
}

/** The holder was too slow: another process took the call over, so nothing of this unit is stored. */
export function claimLost(): ServiceError {
  return new ServiceError('RequestInProgress', 'Another process has taken this call over; repeat it for its answer.');
}

import { ServiceError } from './errors.ts';

/** Keys are too long to guess: a key and the store together reveal the stored answer. */
export const keyPattern = '^[!-~]{16,255}$';
/** How long the answer to a call is stored for retries. */
export const answerRetentionMs = 24 * 60 * 60_000;
/** Most stored calls per member; the oldest are dropped. */
export const maxCallsOfMember = 10_000;
/** The largest answer that is stored, in bytes of its JSON. */
export const maxStoredAnswer = 64 * 1024;
/** Lease of a process on the call that it runs (ms); the process renews it. */
export const claimMs = 10_000;

/** The right of one process to run the call of an idempotency key. */
export interface Claim {
  /** A digest of the key. */
  key: Uint8Array;
  /** Who runs it. */
  holder: string;
}

/** The state of the call of an idempotency key. */
export interface ClaimedCall {
  fingerprint: Uint8Array;
  /** The end of its holder's lease (ms); undefined: it is done. */
  until: number | undefined;
  /** Whether it has changed anything. */
  changed: boolean;
  /** Undefined where it was lost or too large to store. */
  answer: Uint8Array | undefined;
  claimedAt: number;
}

/**
 * `mine`: run it now. `running`: another call with the key runs. `reused`: the key belongs to another call. `lost`: the
 * call was done, but its answer was not stored.
 */
export type ClaimState = { kind: 'mine' | 'running' | 'reused' | 'lost' } | { kind: 'answered'; answer: Uint8Array };

/** The decision for a call with a key. When a holder died before it changed anything, the next call runs. */
export function judgeClaim(known: ClaimedCall | undefined, fingerprint: Uint8Array, now: number): ClaimState {
  if (!known || known.claimedAt <= now - answerRetentionMs) return { kind: 'mine' };
  if (Buffer.compare(known.fingerprint, fingerprint) !== 0) return { kind: 'reused' };
  if (known.answer) return { kind: 'answered', answer: known.answer };
  if (known.until === undefined) return { kind: 'lost' };
  if (known.until > now) return { kind: 'running' };
  return { kind: known.changed ? 'lost' : 'mine' };
}

/** The holder was too slow: another process took over, so this unit stores nothing. */
export function claimLost(): ServiceError {
  return new ServiceError('RequestInProgress', 'Another process has taken this call over; repeat it for its answer.');
}

import { createHash, hkdfSync } from 'node:crypto';
import { pause } from '../base/pause.ts';
import { cancelled, type ErrorMessage, errorOf, ServiceError } from '../domain/errors.ts';
import { type Claim, claimMs, keyPattern, maxStoredAnswer } from '../domain/idempotency-rules.ts';
import type { Context } from '../service/context.ts';
import { Seal } from '../service/tenancy/seal.ts';
import type { Operation } from './operation.ts';

type Output = Record<string, unknown>;
/** An answer in its stored form. */
type StoredAnswer = { output: Output } | { error: ErrorMessage };

/** How long a call waits for another one of its key before it is sent away. */
const waitMs = 10_000;
/** How long the first wait for the other call takes; each is twice the one before. */
const [firstPauseMs, maxPauseMs] = [20, 500];
const renewMs = claimMs / 3;
const purpose = 'answer';
const wellFormed = new RegExp(keyPattern);

/**
 * Runs a call that changes something once for the idempotency key that it brings, over all processes of the store: a
 * repetition gets the answer of the first. A call that failed and changed nothing is run again.
 */
export async function onceForKey(
  context: Context,
  operation: Operation,
  input: Output,
  run: () => Promise<Output>,
): Promise<{ output: Output; isReplay: boolean }> {
  const key = readKey(context.idempotencyKey);
  const claim: Claim = { key: digest('key', key), holder: context.newId() };
  const seal = new Seal({ current: new Uint8Array(hkdfSync('sha256', key, '', purpose, 32)) });
  const answer = await claimOrAnswer(context, claim, digest('call', fingerprint(operation, input)));
  if (answer) return { output: unpacked(answer, seal), isReplay: true };
  const { principal, store } = context;
  const { auditContext } = principal;
  context.principal = Object.assign({}, principal, { auditContext: auditContext && { ...auditContext, claim } });
  const renewing = setInterval(() => {
    void tried(context, operation, () => store.idempotency.renew(principal, claim, context.now()));
  }, renewMs);
  renewing.unref();
  try {
    const output = await run();
    const stored = packed({ output }, seal);
    await tried(context, operation, () => store.idempotency.settle(principal, claim, stored));
    return { output, isReplay: false };
  } catch (error) {
    const stored = packed({ error: faultOf(error) }, seal) as Uint8Array;
    await tried(context, operation, () => store.idempotency.release(principal, claim, stored));
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Undefined: this process has to run the call. Throws ServiceErrors if another process runs it or its answer is lost.
 */
async function claimOrAnswer(context: Context, claim: Claim, called: Uint8Array): Promise<Uint8Array | undefined> {
  const { principal, store, now, signal } = context;
  const deadline = performance.now() + waitMs;
  for (let wait = firstPauseMs; ; wait = Math.min(2 * wait, maxPauseMs)) {
    const state = await store.idempotency.claim(principal, claim, called, now());
    if (state.kind === 'mine') return undefined;
    if (state.kind === 'answered') return state.answer;
    if (state.kind === 'reused') {
      throw new ServiceError(
        'IdempotencyKeyReused',
        'This idempotency key was given with another call; make a new one.',
      );
    }
    if (state.kind === 'lost') {
      const message =
        'This call succeeded, but its answer is not stored: check the current state before you call with another key.';
      throw new ServiceError('AnswerLost', message);
    }
    if (performance.now() > deadline) {
      throw new ServiceError(
        'RequestInProgress',
        'A call with this idempotency key is under way; repeat it in a moment.',
      );
    }
    await pause(wait, signal);
    if (signal?.aborted) throw cancelled();
  }
}

function readKey(given = ''): string {
  // The header's own syntax puts it in quotes.
  const key = /^"(.*)"$/.exec(given)?.[1] ?? given;
  if (wellFormed.test(key)) return key;
  const message = 'An idempotency key must be 16 to 255 visible ASCII characters, such as a new UUID.';
  throw new ServiceError('InvalidInput', message);
}

/** The operation with its fields, in any order of fields; REST may answer differently from the tool. */
function fingerprint({ name, isWhole }: Operation, input: Output): string {
  return JSON.stringify([name, isWhole ?? false, input], (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function digest(kind: string, text: string): Uint8Array {
  return createHash('sha256').update(`${kind}\0${text}`).digest();
}

/** Undefined when it is too large to store. */
function packed(stored: StoredAnswer, seal: Seal): Uint8Array | undefined {
  const json = JSON.stringify(stored);
  return Buffer.byteLength(json) > maxStoredAnswer ? undefined : seal.seal(json, purpose);
}

function unpacked(answer: Uint8Array, seal: Seal): Output {
  const opened = seal.open(answer, purpose);
  if (!opened) throw new ServiceError('AnswerLost', 'The stored answer cannot be read.');
  const stored = JSON.parse(opened.text) as StoredAnswer;
  if ('error' in stored) throw errorOf(stored.error);
  return stored.output;
}

function faultOf(error: unknown): ErrorMessage {
  if (!(error instanceof ServiceError)) return { type: 'InternalError', message: 'The call failed.' } as ErrorMessage;
  const { type, message, details } = error;
  return { type, message, details, cause: undefined };
}

/** The call itself is done or has failed: that this is not noted is logged, no more. */
async function tried(context: Context, { name }: Operation, note: () => Promise<void>): Promise<void> {
  await note().catch((error: unknown) => {
    context.log('warn', 'the state of an idempotent call is not noted', { operation: name, error });
  });
}

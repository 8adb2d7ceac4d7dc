import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as elapse } from 'node:timers/promises';
import { oneAtATime } from '../../../base/once.ts';
import { replaceFile } from '../../../base/replace-file.ts';
import { ServiceError } from '../../../domain/errors.ts';
import type { ReplicaStore } from '../storage/replica-store.ts';
import type { Bearer } from './http-server.ts';
import { renew, revoke, type SignedIn, signedIn } from './oauth-client.ts';

/** How long before its expiry a token is renewed: a request takes time, and clocks differ. */
const earlyMs = 60_000;
/** How long one renewal may take, with the timeout of its request. */
const renewalMs = 40_000;
const pollMs = 100;

interface Needs {
  store: { replicas: Pick<ReplicaStore, 'claim' | 'release'> };
  now: () => number;
}

/** Reads the file of a connection. ServiceUnavailable. */
export function bearerOf(file: string, needs: Needs, ask = fetch): Bearer {
  const held = readCredential(file);
  return typeof held === 'string' ? async () => held : renewing(file, needs, ask);
}

/** A key, or a sign-in. ServiceUnavailable, which reveals nothing of the file. */
export function readCredential(file: string): string | SignedIn {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text.startsWith('{') ? signedIn.parse(JSON.parse(text)) : text;
  } catch {
    throw new ServiceError('ServiceUnavailable', `${file} holds no key or sign-in that can be read.`);
  }
}

/** Replaces the file atomically; only its user may read it. */
export function writeCredential(file: string, held: string | SignedIn): void {
  replaceFile(file, `${typeof held === 'string' ? held : JSON.stringify(held)}\n`);
}

/** Removes the file, and ends the sign-in at the server. @returns why it could not be ended there */
export async function endCredential(file: string, ask = fetch): Promise<string | undefined> {
  const held = heldIn(file);
  rmSync(file, { force: true });
  return held === undefined ? undefined : endSignIn(held, ask);
}

/** @returns why it could not be ended */
export async function endSignIn(held: string | SignedIn, ask = fetch): Promise<string | undefined> {
  if (typeof held === 'string') return undefined;
  return revoke(held, ask).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** Undefined for a missing or unreadable one. */
export function heldIn(file: string): string | SignedIn | undefined {
  try {
    return readCredential(file);
  } catch {
    return undefined;
  }
}

/**
 * Access tokens in a file that several processes use. The second use of a refresh token would end the grant, so a lease
 * in the store lets one process at a time renew it. The others read the new tokens from the file.
 */
function renewing(file: string, needs: Needs, ask: typeof fetch): Bearer {
  const renewedToken = oneAtATime((refused: string | undefined) => renewOnce(file, needs, ask, refused));
  return async (refused) => goodIn(file, needs.now(), refused) ?? renewedToken(refused);
}

/** The file's access token, unless it expires soon or was refused. */
function goodIn(file: string, now: number, refused: string | undefined): string | undefined {
  const held = readCredential(file);
  // Someone has connected again, with a key.
  if (typeof held === 'string') return held;
  return held.access !== refused && now < held.expiresAt - earlyMs ? held.access : undefined;
}

async function renewOnce(file: string, needs: Needs, ask: typeof fetch, refused: string | undefined): Promise<string> {
  const { replicas } = needs.store;
  const [holder, what] = [randomUUID(), `sign-in ${file}`];
  for (let waited = 0; !(await replicas.claim(holder, needs.now() + renewalMs, needs.now(), what)); waited += pollMs) {
    if (waited > renewalMs) throw new ServiceError('ServiceUnavailable', 'Another process renews the sign-in.');
    await elapse(pollMs);
  }
  try {
    const good = goodIn(file, needs.now(), refused);
    if (good !== undefined) return good;
    const held = readCredential(file);
    if (typeof held === 'string') return held;
    const fresh = await renew(held, needs.now(), ask).catch((error: unknown) => {
      throw error instanceof ServiceError && error.type === 'Unauthorized' ? signInAgain(held, error) : error;
    });
    writeCredential(file, fresh);
    return fresh.access;
  } finally {
    await replicas.release(holder, what);
  }
}

function signInAgain({ resource }: SignedIn, { message }: ServiceError): ServiceError {
  const command = `agent-memory-service connect ${resource} --all --sign-in`;
  return new ServiceError('Unauthorized', `The sign-in is over (${message}) Sign in again: ${command}`);
}

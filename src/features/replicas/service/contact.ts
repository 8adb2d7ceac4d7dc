import type { Replica } from '../storage/replica-store.ts';
import type { HttpServer, RemoteChange } from './http-server.ts';

/** The longest pause before a server is tried again after failures (ms). */
export const atLeastMs = 10_000;

/**
 * The pause after each step, for others (ms): a multiple of the step's duration, within bounds. A slow server is asked
 * less often (backpressure), but a long step, such as the first exchange of a large character, must not delay what comes
 * next for as long.
 */
export function restAfter(tookMs: number): number {
  return Math.min(Math.max(minRestMs, tookMs * shareOfSteps), maxRestMs);
}

const [minRestMs, maxRestMs] = [100, 2_000];
const shareOfSteps = 3;

/** The state of one server in this process. */
export interface Contact {
  server: HttpServer;
  /** Failed exchanges in a row, and when the next may be. */
  failures: number;
  nextAt: number;
  /** Reported revisions, by character. */
  changed: Map<string, Set<string | undefined>>;
  /** `Replica.changedAt` at the last exchange of a character. */
  fieldsOf: Map<string, number>;
  /** Characters with more to exchange than one step does. */
  unfinished: Set<string>;
  /** When the server last did not take part for a character alone. */
  refusedAt: Map<string, number>;
  /** Revisions made from this store's own changes: the server reports them too. */
  own: Set<string | undefined>;
  /** When all its characters were last exchanged. */
  allAt: number;
  following: AbortController;
  /** Whether the stream of the server's changes is open. */
  isFollowed: boolean;
  /** The server may have changes that it did not report. */
  hasMissed: boolean;
}

export const newContact = (server: HttpServer, failures: number): Contact => ({
  ...{ server, failures, nextAt: 0, allAt: 0, isFollowed: false, hasMissed: false },
  ...{ changed: new Map(), fieldsOf: new Map(), refusedAt: new Map(), own: new Set(), unfinished: new Set() },
  following: new AbortController(),
});

/** Whether changes wait here or at the server. A refused character is tried again after a pause. */
export function isDue(contact: Contact, { characterId, problem, ...replica }: Replica, now: number): boolean {
  if (problem !== undefined) return now - (contact.refusedAt.get(characterId) ?? 0) >= atLeastMs;
  return (
    replica.waiting > 0 ||
    contact.unfinished.has(characterId) ||
    contact.fieldsOf.get(characterId) !== replica.changedAt ||
    isNews(contact, replica.remoteId)
  );
}

/** Whether others have changed a character at the server. */
function isNews({ changed, own }: Contact, remoteId: string): boolean {
  return [...(changed.get(remoteId) ?? [])].some((revision) => !own.has(revision));
}

/** The most reported characters, and revisions of one, that are remembered. */
const maxReported = 10_000;

/** Listens for changes at the server; polling finds them if that fails. */
export function follow(contact: Contact, wake: () => void): void {
  const missed = () => {
    contact.hasMissed = true;
    wake();
  };
  const changed = ({ remoteId, revision }: RemoteChange) => {
    const known = contact.changed.get(remoteId) ?? new Set();
    // A full exchange finds them all.
    if (known.size >= maxReported || contact.changed.size >= maxReported) return missed();
    contact.changed.set(remoteId, known.add(revision));
    wake();
  };
  const ended = () => {
    contact.isFollowed = false;
  };
  contact.isFollowed = true;
  contact.server.follow(contact.following.signal, changed, missed).then(ended, ended);
}

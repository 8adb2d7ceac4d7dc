import { Bell, type Listener } from '../../../base/bell.ts';
import type { Log } from '../../../base/log.ts';
import { pause } from '../../../base/pause.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { SteppingJob } from '../../../service/background/background.ts';
import { finishSteps } from '../../../service/erasing.ts';
import { retentionMs } from '../domain/shown.ts';
import { type ConnectionKind, connectionKind, type Replica, type ReplicaConnection } from '../storage/replica-store.ts';
import { atLeastMs, type Contact, follow, isDue, newContact, restAfter } from './contact.ts';
import { bearerOf } from './credential.ts';
import { HttpServer } from './http-server.ts';
import { leaveUnused } from './leaving.ts';
import { exchangeOnce, otherStore, type RemoteServer, type Replicating } from './replica.ts';

/** Interval between checks of the outbox (ms). */
const pollMs = 250;
/** Interval between checks for a first connection (ms). */
const idleMs = 5_000;
const leaseMs = 10_000;
/** How often the lease is renewed while it lasts. */
const renewals = 4;
/** Interval of full exchanges while the server reports its changes (ms). */
const followedMs = 60_000;
/** Exchanges of one character in a row, before others get a turn. */
const inARow = 20;
/** The most times in a row that a change is sent of which the server does not say what became of it. */
const maxRepeats = 2;
/** The limit when everything is exchanged at once, so that it ends. */
const inOneGo = 10_000;

/** The result of exchanging everything. */
export interface Exchanged {
  url: string;
  character: string;
  problem?: string | undefined;
}

type Needs = Replicating & {
  log: Log;
  newId: () => string;
  /** Rings when this process may have changed something. */
  bell?: Bell | undefined;
};

/** How connections of a kind are reached. It throws when the key can't be read. */
export interface Reach {
  kind: ConnectionKind;
  to(connection: ReplicaConnection): HttpServer;
}

/** Uses the credential in the connection's file. */
export const overHttp = (needs: Needs): Reach => ({
  kind: 'server',
  to: ({ url, keyFile }) => new HttpServer(url, bearerOf(keyFile, needs)),
});

/** Keeps the connected characters of a store in sync with their servers. A lease chooses one of several processes. */
export class Replicator extends SteppingJob {
  readonly #needs: Needs;
  readonly #reach: Reach;
  readonly #holder: string;
  readonly #contacts = new Map<string, Contact>();
  readonly #bell: Bell;
  readonly #listener: Listener;
  #tookMs = 0;
  #isHeld = false;

  constructor(needs: Needs, reach = overHttp(needs)) {
    super();
    this.#needs = needs;
    this.#reach = reach;
    this.#holder = needs.newId();
    this.#bell = needs.bell ?? new Bell();
    this.#listener = this.#bell.listen(needs.principal.tenantId);
  }

  protected async step(): Promise<number> {
    const connections = await this.#connections(true);
    if (connections.length === 0) return idleMs;
    if (!(await this.#claim())) return leaseMs / 10;
    const start = performance.now();
    // A step may take longer than the lease, so it is renewed meanwhile.
    const renewing = setInterval(() => void this.#claim().catch(() => undefined), leaseMs / renewals);
    try {
      for (const connection of connections) if (this.#isHeld) await this.#serve(connection, false);
    } finally {
      clearInterval(renewing);
    }
    this.#tookMs = performance.now() - start;
    return pollMs;
  }

  /** Takes the lease, or renews it. When another process has it, this step ends after the running exchange. */
  async #claim(): Promise<boolean> {
    const { store, now } = this.#needs;
    this.#isHeld = await store.replicas.claim(this.#holder, now() + leaseMs, now());
    return this.#isHeld;
  }

  /**
   * Waits for the next round; changes here or at the server end the wait. A slow server is asked less often
   * (backpressure).
   */
  protected override async rest(ms: number): Promise<void> {
    const { signal } = this.stopping;
    await pause(restAfter(this.#tookMs), signal);
    await this.#listener.wait(ms, signal);
  }

  protected failed(error: unknown): number {
    this.#needs.log('warn', 'stores were not exchanged', { error });
    return atLeastMs;
  }

  protected override async finish(): Promise<void> {
    this.#listener.end();
    for (const { following } of this.#contacts.values()) following.abort();
    await this.#needs.store.replicas.release(this.#holder).catch(() => undefined);
  }

  /** Exchanges everything now, or the chosen replicas, and ends the erasures that came: no server may run here. */
  async all(isChosen: (connection: ReplicaConnection, replica: Replica) => boolean = () => true): Promise<Exchanged[]> {
    const exchanged: Exchanged[] = [];
    for (const connection of await this.#connections()) {
      const replicas = connection.replicas.filter((one) => isChosen(connection, one));
      exchanged.push(...(await this.#serve({ ...connection, replicas }, true)));
    }
    await this.finish();
    await finishSteps(this.#needs);
    return exchanged;
  }

  async #connections(isPoll = false): Promise<ReplicaConnection[]> {
    const { store, now } = this.#needs;
    return (await store.replicas.list(now(), isPoll)).filter((one) => connectionKind(one) === this.#reach.kind);
  }

  async #serve(connection: ReplicaConnection, isAll: boolean): Promise<Exchanged[]> {
    const { now } = this.#needs;
    const contact = this.#contactOf(connection);
    if (!contact) return this.#withoutKey(connection);
    if (!isAll && now() < contact.nextAt) return [];
    const isTime = now() - contact.allAt >= (contact.isFollowed ? followedMs : atLeastMs);
    const isRound = isAll || isTime || contact.hasMissed;
    if (isRound) {
      contact.hasMissed = false;
      contact.own.clear();
    }
    const due = connection.replicas.filter((one) => isRound || isDue(contact, one, now()));
    const exchanged: Exchanged[] = [];
    for (const replica of due) {
      const problem = await this.#exchange(connection, replica, contact, isAll);
      exchanged.push({ url: connection.url, character: replica.name, ...(problem !== undefined && { problem }) });
      if (contact.failures > 0) return exchanged;
    }
    if (isRound) contact.allAt = now();
    return exchanged;
  }

  async #withoutKey({ url, problem: known, refusedSince, replicas }: ReplicaConnection): Promise<Exchanged[]> {
    const problem = 'The key of this connection cannot be read: connect again.';
    const since = refusedSince !== undefined && { refusedSince };
    if (known !== problem) await this.#needs.store.replicas.note(url, { problem, ...since });
    return replicas.map(({ name }) => ({ url, character: name, problem }));
  }

  #contactOf(connection: ReplicaConnection): Contact | undefined {
    const { url } = connection;
    const known = this.#contacts.get(url);
    if (known && known.failures === 0) return known;
    if (known && this.#needs.now() < known.nextAt) return known;
    let server: HttpServer;
    try {
      server = this.#reach.to(connection);
    } catch (error) {
      this.#needs.log('warn', 'the key of a connection cannot be read', { url, error });
      return undefined;
    }
    known?.following.abort();
    const made = newContact(server, known?.failures ?? 0);
    this.#contacts.set(url, made);
    return made;
  }

  /** Exchanges one character until both sides have everything. Returns the failure, if any. */
  async #exchange(
    connection: ReplicaConnection,
    replica: Replica,
    contact: Contact,
    isAll: boolean,
  ): Promise<string | undefined> {
    const { store, now } = this.#needs;
    const { url } = connection;
    contact.changed.delete(replica.remoteId);
    contact.unfinished.delete(replica.characterId);
    const repeated = { first: '', times: 0 };
    const server: RemoteServer = {
      async exchange(remoteId, given) {
        const answer = await contact.server.exchange(remoteId, given);
        const sent = new Set(given.changes.map(({ id }) => id));
        const [first] = sent;
        repeated.times = first === repeated.first && !answer.more ? repeated.times + 1 : 0;
        repeated.first = first ?? '';
        for (const { origin, memoryId, revision } of answer.revisions) {
          if (origin !== undefined && sent.has(origin)) contact.own.add(`${memoryId}.${revision}`);
        }
        return answer;
      },
    };
    try {
      let more = true;
      for (let i = 0; more && i < (isAll ? inOneGo : inARow); i++) {
        more = await exchangeOnce(this.#needs, server, connection, replica);
        if (more && repeated.times >= maxRepeats) throw unanswered();
        if (!isAll && !this.#isHeld) break;
      }
      if (more) contact.unfinished.add(replica.characterId);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return this.#failedWith(error, connection, replica, contact);
    }
    contact.failures = 0;
    contact.fieldsOf.set(replica.characterId, replica.changedAt);
    if (replica.problem !== undefined) await store.replicas.noteCharacter(replica.characterId, {});
    const isOld = now() - (connection.contactedAt ?? 0) >= atLeastMs;
    if (isOld || connection.problem !== undefined) await store.replicas.note(url, { contactedAt: now() });
    if (!contact.isFollowed && !isAll) follow(contact, () => this.#bell.ring(this.#needs.principal.tenantId));
    return undefined;
  }

  async #failedWith(
    { type, message }: ServiceError,
    connection: ReplicaConnection,
    replica: Replica,
    contact: Contact,
  ): Promise<string> {
    const { store, now } = this.#needs;
    const { characterId } = replica;
    const isRefused = type === 'Unauthorized' || type === 'AccessDenied' || type === 'InsufficientRole';
    const isOther = (isRefused || type === 'CharacterNotFound') && (await isOtherStore(contact.server, connection));
    if (isOther || type === 'CharacterNotFound' || type === 'ConflictUnresolved') {
      contact.refusedAt.set(characterId, now());
      const isShared = isOther || type !== 'CharacterNotFound';
      const refusedSince = isShared ? undefined : (replica.refusedSince ?? now());
      const problem = isOther
        ? otherStore(connection.url)
        : isShared
          ? message
          : 'The server shares this character with the member no more.';
      // What was said of the member was said of another store.
      if (isOther && connection.refusedSince !== undefined) await store.replicas.note(connection.url, {});
      await store.replicas.noteCharacter(characterId, { problem, refusedSince });
      if (refusedSince !== undefined) await this.#forget(replica, refusedSince);
      return problem;
    }
    contact.failures += 1;
    contact.nextAt = now() + Math.min(atLeastMs, 500 * 2 ** contact.failures);
    // An unreachable server says nothing about the member: the week continues.
    const refusedSince = connection.refusedSince ?? (isRefused ? now() : undefined);
    const problem = isRefused ? `The server does not let the member in: ${message}` : message;
    if (problem !== connection.problem)
      await store.replicas.note(connection.url, { problem, ...(refusedSince !== undefined && { refusedSince }) });
    if (isRefused && refusedSince !== undefined)
      for (const one of connection.replicas) await this.#forget(one, refusedSince);
    return problem;
  }

  /** A character that the server has not shared for a week is deleted here too, unless it is marked to stay. */
  async #forget({ characterId, keeps, name }: Replica, refusedSince: number): Promise<void> {
    const { store, principal, now, log } = this.#needs;
    if (keeps || now() - refusedSince < retentionMs) return;
    const before = await store.replicas.list(now());
    // The deletion ends its connection.
    await store.characters.change(principal, characterId, () => ({ status: 'DELETED' }), now());
    log('warn', 'a character that its server shares no more was deleted', { name });
    await leaveUnused(store, before, now(), (url, problem) => log('warn', 'a sign-in was not ended', { url, problem }));
  }
}

/** Whether the address has another store than the connection's. What it says then says nothing about the connection. */
async function isOtherStore(server: HttpServer, { storeId }: ReplicaConnection): Promise<boolean> {
  const found = await server.identity();
  return found !== undefined && found !== storeId;
}

const unanswered = (): ServiceError =>
  new ServiceError(
    'ConflictUnresolved',
    'The server says that it has changes of this store, but its answer does not hold them. They wait here.',
  );

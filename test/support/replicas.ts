import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import type { MemoryChange } from '../../src/domain/memory.ts';
import { localOwner, type Principal } from '../../src/domain/principal.ts';
import { isMachineStore, type MachineStore, type Store } from '../../src/domain/stores/store.ts';
import {
  answerOf,
  readAnswer,
  readMessage,
  requestOf,
} from '../../src/features/replicas/domain/replication-message.ts';
import { exchangeChanges } from '../../src/features/replicas/operations/exchange-changes.ts';
import { exchange } from '../../src/features/replicas/service/exchange.ts';
import { exchangeOnce, type RemoteServer } from '../../src/features/replicas/service/replica.ts';
import { call } from '../../src/gate/call.ts';
import type { Operation } from '../../src/gate/operation.ts';
import { searchMemories } from '../../src/operations/search-memories.ts';
import type { Services } from '../../src/service/context.ts';
import { newCharacter } from './builders.ts';
import { openStore, temporaryFolder } from './stores.ts';

export const start = Date.parse('2026-01-15T10:00:00.000Z');
const hourMs = 3_600_000;

/** One store with a clock of its own. */
export interface Side {
  store: Store;
  principal: Principal;
  characterId: string;
  clock: { now: number };
  /** How replicas reach it; default: in this process. */
  via?: RemoteServer;
}

export interface ReplicaSide extends Side {
  store: MachineStore;
}

/**
 * The fault of one exchange: the await at which a process dies, or the network's behaviour. A late request or
 * answer arrives after those of another exchange, which another process of the machine begins later.
 */
export type Fault =
  | { kind: 'none' | 'no request' | 'no answer' | 'twice' | 'late request' | 'late answer' }
  | { kind: 'crash' | 'server crash'; at: number };

const url = 'http://localhost:1';
/** So few revisions go in one exchange that histories are cut anywhere. */
const most = 3;
/** The operation, with short answers. */
export const exchangingLittle: Operation = {
  ...exchangeChanges,
  async run(context, input) {
    const { characterId, message } = input as { characterId: string; message: string };
    const given = readMessage(message);
    return { message: answerOf(await exchange(context, characterId, given, most), given.changes) };
  },
};
const everything = { role: 'OWNER', tier: 'BUSINESS' } as const;

/** A server and replicas that are connected to one character of it. */
export async function openSides(
  server: Store,
  count: number,
  principal: Principal = { ...localOwner('BUSINESS'), ...everything, name: 'laptop', via: 'key' },
): Promise<{ server: Side; replicas: ReplicaSide[] }> {
  await server.tenants.ensure('local', 'BUSINESS', start);
  const made = await server.characters.create(localOwner('BUSINESS'), newCharacter(9_000, 'Ada'), 'BUSINESS', start);
  const storeId = await server.tenants.storeId();
  const replicas: ReplicaSide[] = [];
  for (let i = 0; i < count; i++) {
    const store = openStore(join(temporaryFolder(), 'memory.db'));
    onTestFinished(() => store.close());
    await store.tenants.ensure('local', 'BUSINESS', start);
    const own = localOwner('BUSINESS');
    const { id: characterId } = await store.characters.create(own, newCharacter(9_001 + i, 'Ada'), 'BUSINESS', start);
    // Clocks are an hour apart.
    const clock = { now: start + (i - 1) * hourMs };
    const connection = { url, storeId, member: 'laptop', keyFile: '/nowhere' };
    await store.replicas.connect(own, connection, [{ characterId, remoteId: made.id }], clock.now);
    replicas.push({ store, principal: own, characterId, clock });
  }
  return { server: { store: server, principal, characterId: made.id, clock: { now: start } }, replicas };
}

export const servicesOf = (side: Side): Services =>
  ({
    ...{ store: side.store, now: () => side.clock.now, newId: () => 'none', log: () => undefined },
    recalls: { note: () => undefined, keptSince: () => start - 30 * 24 * hourMs },
  }) as unknown as Services;

/** The server behind its gate; what goes over the wire is JSON. */
const inProcess = (server: Side): RemoteServer => ({
  async exchange(characterId, given) {
    const input = JSON.parse(JSON.stringify({ characterId, message: requestOf(given) }));
    const caller = { principal: server.principal };
    const outcome = await call(servicesOf(server), caller, exchangingLittle, input);
    if (outcome.error) throw outcome.error;
    return readAnswer(outcome.output.message, given.changes);
  },
});

/** A server as a replica reaches it over a network that has this fault. */
export function remote(server: Side, fault: Fault, another: () => Promise<unknown>): RemoteServer {
  const isDying = fault.kind === 'server crash';
  const { via = inProcess(isDying ? { ...server, store: dying(server.store, fault.at) } : server) } = server;
  return {
    async exchange(characterId, given) {
      const lost = new ServiceError('ServiceUnavailable', 'the network is down');
      if (fault.kind === 'no request') throw lost;
      if (fault.kind === 'late request') await another();
      const first = await via.exchange(characterId, given);
      if (fault.kind === 'no answer') throw lost;
      if (fault.kind === 'late answer') await another();
      return fault.kind === 'twice' ? via.exchange(characterId, given) : first;
    },
  };
}

export class Crash extends Error {}

/** A store whose process dies at the n-th call: before or after what it does. */
export function dying<S extends Store>(store: S, at: number): S {
  let calls = 0;
  const watched = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
        return async (...given: unknown[]) => {
          calls += 2;
          if (calls - 1 === at) throw new Crash();
          const answer = await method.apply(target, given);
          if (calls === at) throw new Crash();
          return answer;
        };
      },
    });
  return {
    ...store,
    ...(isMachineStore(store) && { replicas: watched(store.replicas) }),
    characters: watched(store.characters),
    categories: watched(store.categories),
    replication: watched(store.replication),
  };
}

/** @returns whether there is more to exchange, or it failed */
export async function exchangeWith(
  server: Side,
  replica: ReplicaSide,
  fault: Fault = { kind: 'none' },
): Promise<boolean> {
  const { principal, clock, characterId } = replica;
  const [connection] = await replica.store.replicas.list(clock.now);
  const known = connection?.replicas.find((one) => one.characterId === characterId);
  if (!connection || !known) throw new Error('the character is not connected');
  const store = fault.kind === 'crash' ? dying(replica.store, fault.at) : replica.store;
  try {
    const context = { store, principal, now: () => clock.now };
    const through = remote(server, fault, () => exchangeWith(server, replica));
    return await exchangeOnce(context, through, connection, known, most);
  } catch (error) {
    if (fault.kind === 'none') throw error;
    if (error instanceof Crash || error instanceof ServiceError) return true;
    throw error;
  }
}

/** Exchanges until no side has anything more: two quiet rounds. */
export async function settleAll(server: Side, replicas: readonly ReplicaSide[]): Promise<void> {
  for (let round = 0, quiet = 0; quiet < 2; round++) {
    if (round > 1_000) throw new Error('the replicas do not come to an end');
    let isBusy = false;
    for (const replica of replicas) isBusy = (await exchangeWith(server, replica)) || isBusy;
    quiet = isBusy ? 0 : quiet + 1;
  }
}

/** Applies a change of a user at this side; a refused change is ignored. */
export async function change(side: Side, changes: MemoryChange[]): Promise<boolean> {
  const { store, principal, characterId, clock } = side;
  clock.now += 1_000;
  try {
    await store.memories.write(principal, characterId, changes, {
      changedBy: principal.name,
      kind: 'user',
      now: clock.now,
    });
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** All that one can see of a side's character: it must be the same on all. */
export async function shownAt(side: Side) {
  const { store, principal, characterId } = side;
  // Asked at one time: relevance fades.
  const asked = servicesOf({ ...side, clock: { now: start + 24 * hourMs } });
  const search = async (query: string) => {
    const outcome = await call(asked, { principal: { ...principal, tier: 'BUSINESS' } }, searchMemories, {
      characterId,
      query,
      limit: 50,
    });
    if (outcome.error) throw outcome.error;
    const { memories: found } = outcome.output as { memories: { id: string; relevance: number }[] };
    // Equals stand in the order in which a store got them.
    return found
      .toSorted((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
      .map(({ id, relevance }) => `${id} ${relevance}`);
  };
  const [{ memories }, character, categories] = await Promise.all([
    store.memories.list(principal, characterId, { state: 'ALL', page: 0, limit: 10_000 }),
    store.characters.find(principal, characterId),
    store.categories.list(principal, characterId),
  ]);
  const shown = [];
  // An origin is for its reader.
  for (const { characterId: _of, origin: _for, ...memory } of memories.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const led =
      memory.state === 'DELETED'
        ? await store.memories.get(principal, characterId, memory.id).catch(() => undefined)
        : undefined;
    shown.push({ memory, leadsTo: led?.id, history: await store.memories.history(principal, characterId, memory.id) });
  }
  return {
    memories: shown,
    count: character?.memoryCount,
    tags: character?.tags,
    // Lists in the order in which a store got them.
    aliases: character?.aliases.toSorted((a, b) => (a.alias < b.alias ? -1 : 1)),
    profile: character?.profile,
    categories: categories.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    rankings: [await search('violin letter'), await search('harbour'), await search('roof garden winter')],
  };
}

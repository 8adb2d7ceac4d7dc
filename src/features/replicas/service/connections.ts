import { ServiceError } from '../../../domain/errors.ts';
import { requireAtMachine } from '../../../domain/principal.ts';
import { isMachineStore } from '../../../domain/stores/store.ts';
import { findCharacter } from '../../../service/characters.ts';
import type { Context, OnMachine } from '../../../service/context.ts';
import { connectionKind, type Replica } from '../storage/replica-store.ts';
import { syncKnown, thisMachine } from './folder/known.ts';
import { leaveUnused } from './leaving.ts';
import type { Replicating } from './replica.ts';
import { type Exchanged, Replicator } from './replicator.ts';

/** The context of a call about connections. AccessDenied away from the machine, NotFound for a store of several machines. */
export function atConnections(context: Context): OnMachine<Context> {
  requireAtMachine(context.principal);
  const { store } = context;
  if (isMachineStore(store)) return { ...context, store };
  throw new ServiceError('NotFound', 'Only a store in a file of this machine has connections with servers.');
}

/**
 * Ends the connection of characters: they stay here, or are deleted. A server without any is removed with its key, or
 * with the member's sign-in, which ends there.
 * @param notEnded called for a server that could not be asked to end it
 * @returns their names
 */
export async function disconnect(
  { store, principal, now }: Replicating,
  replicas: readonly Pick<Replica, 'characterId' | 'name'>[],
  removes: boolean,
  notEnded: (url: string, problem: string) => void,
): Promise<string[]> {
  const before = await store.replicas.list(now());
  const ids = replicas.map(({ characterId }) => characterId);
  await store.replicas.disconnect(principal, ids, now());
  if (removes) {
    for (const id of ids) await store.characters.change(principal, id, () => ({ status: 'DELETED' }), now());
  }
  await leaveUnused(store, before, now(), notEnded);
  return replicas.map(({ name }) => name);
}

/**
 * As `disconnect`, by references, with the servers that could not be asked to end a sign-in. CharacterNotFound;
 * ConflictUnresolved: not connected, or this store decides its order, so that its memories stay.
 */
export async function disconnectNamed(given: Context, references: readonly string[], removes: boolean) {
  const context = atConnections(given);
  const connections = await context.store.replicas.list(context.now());
  const isOf = (id: string) => (one: { characterId: string }) => one.characterId === id;
  const meant: { characterId: string; name: string }[] = [];
  for (const reference of references) {
    const { id, name } = await findCharacter(context, reference);
    const isDecided = connections.some(({ decides }) => decides.some(isOf(id)));
    if (!isDecided && !connections.some(({ replicas }) => replicas.some(isOf(id)))) {
      throw new ServiceError('ConflictUnresolved', `"${name}" is not connected.`);
    }
    if (isDecided && removes) {
      throw new ServiceError('ConflictUnresolved', `This machine decides the order of "${name}": its memories stay.`);
    }
    meant.push({ characterId: id, name });
  }
  const problems: string[] = [];
  const disconnected = await disconnect(context, meant, removes, (url, problem) => {
    problems.push(stillSignedIn(url, problem));
  });
  return { disconnected, problems };
}

export const stillSignedIn = (url: string, problem: string): string =>
  `The sign-in could not be ended at ${url} (${problem}): shut this machine out in Settings there.`;

/**
 * Exchanges now with servers and folders, of one character or all, or through one connection; refused changes are offered
 * again, or only those of these memories. CharacterNotFound; ConflictUnresolved: not connected.
 */
export async function exchangeNow(
  given: Context,
  reference: string | undefined,
  memoryIds: readonly string[] | undefined,
  through?: string,
): Promise<Exchanged[]> {
  const context = atConnections(given);
  const { store, principal, now } = context;
  const only = reference === undefined ? undefined : (await findCharacter(context, reference)).id;
  const connections = (await store.replicas.list(now())).filter(({ url }) => through === undefined || url === through);
  const all = connections.flatMap(({ replicas }) => replicas);
  for (const id of only === undefined ? all.map(({ characterId }) => characterId) : [only]) {
    await store.replicas.retry(principal, id, memoryIds);
  }
  const isMeant = (one: { characterId: string }) => only === undefined || one.characterId === only;
  const isServer = connections.some((one) => connectionKind(one) === 'server');
  const exchanged = isServer
    ? await new Replicator(context).all((one, replica) => (through ?? one.url) === one.url && isMeant(replica))
    : [];
  for (const one of connections) {
    const meant = [...one.replicas, ...one.decides].filter(isMeant);
    if (connectionKind(one) !== 'folder' || meant.length === 0) continue;
    const { problem, characters = [] } = await syncKnown({ ...context, machine: thisMachine() }, one);
    for (const { name } of meant) {
      const fault = problem ?? characters.find(({ character }) => character === name)?.problem;
      exchanged.push({ url: one.url, character: name, ...(fault !== undefined && { problem: fault }) });
    }
  }
  return exchanged;
}

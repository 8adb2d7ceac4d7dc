import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../../../domain/errors.ts';
import { limits } from '../../../../domain/limits.ts';
import { isReserved } from '../../../../domain/project-rules.ts';
import {
  type AnsweredCharacter,
  isJump,
  type Manifest,
  maxBundled,
  maxBundledLength,
  type RequestedCharacter,
} from '../../domain/bundle.ts';
import type { Replica, ReplicaConnection } from '../../storage/replica-store.ts';
import { applyAnswer, applyErasures, type Replicating, requestOf } from '../replica.ts';
import { asWritten, type SharedFolder } from './shared-folder.ts';
import { makeTold, type Told, toldOf } from './told.ts';

/** The state of a character after a synchronization. */
export interface Standing {
  character: string;
  /** How many it has here. */
  memories: number;
  /** Changes that the deciding store has not answered. */
  waiting: number;
  problem?: string | undefined;
}

export interface Bounds {
  changes: number;
  length: number;
}
export const bounds: Bounds = { changes: maxBundled, length: maxBundledLength };

/** How `all` connects the characters of both sides. */
export interface Joinable {
  /** By name: one that a side lacks is created there. */
  names: string[];
  /** Both sides have made one of that name by themselves, so that it may be about something else; or it is a word like `me`. */
  others: string[];
}

/**
 * Pairs the characters of both sides: by their ids, by what identifies a repository, by name. One that is connected here
 * under another name, or beside one of its name, is in neither list.
 */
export async function joinable(context: Replicating, url: string, { characters }: Manifest): Promise<Joinable> {
  const { here, known } = await present(context, url);
  const isConnected = (id: string) => known.some(({ characterId }) => characterId === id);
  const free = here.filter(({ id }) => !isConnected(id));
  const others: string[] = [];
  const names = new Set<string>();
  const paired = new Set<string>();
  for (const there of characters) {
    const named = here.find(({ name }) => name === there.name);
    const met = known.find(({ remoteId }) => remoteId === there.id);
    const twin = met ? undefined : sameRepository(free, there);
    const theirs = named && known.find(({ characterId }) => characterId === named.id);
    // What is connected by an id that the other side does not have meets this one when it syncs.
    const isMeeting = theirs !== undefined && !characters.some(({ id }) => id === theirs.remoteId);
    if (twin) paired.add(twin.name);
    const isNew = !named && !isReserved(there.name);
    if (met ? met.characterId === named?.id : twin || isNew || named?.id === there.id || isMeeting)
      names.add(there.name);
    else if (!met) others.push(there.name);
  }
  for (const { name } of free)
    if (!paired.has(name) && !characters.some((there) => there.name === name)) names.add(name);
  return { names: [...names].toSorted(), others: others.toSorted() };
}

const active = { status: 'ACTIVE', sortBy: 'NAME', sortOrder: 'ASC', page: 0, limit: 100_000 } as const;

type Here = Told & { id: string };

/** The characters here, with what identifies their projects, and those that are connected with the folder. */
async function present(context: Replicating, url: string): Promise<{ here: Here[]; known: readonly Replica[] }> {
  const { store, principal, now } = context;
  const here: Here[] = [];
  for (const one of (await store.characters.list(principal, active)).characters)
    here.push({ id: one.id, ...(await toldOf(context, one)) });
  return { here, known: (await store.replicas.list(now())).find((one) => one.url === url)?.replicas ?? [] };
}

/** The memory here of the repository that a character of the other side is of, by its remote; of those not connected yet. */
function sameRepository(here: readonly Here[], { identities = [] }: Told): Here | undefined {
  const remotes = identities.filter((one) => one.startsWith('remote:'));
  return here.find((one) => one.identities?.some((identity) => remotes.includes(identity)));
}

/**
 * Connects characters by name, or by the remote of their repository. A character that one side lacks is created there.
 * @param beside names of which both sides have their own: the other one comes under a name with its machine
 */
export async function joinFolder(
  context: Replicating & { newId: () => string },
  { url }: SharedFolder,
  { storeId, machine: member, characters }: Manifest,
  keyFile: string,
  names: readonly string[],
  beside: readonly string[] = [],
): Promise<void> {
  const { store, principal, now } = context;
  const { here, known } = await present(context, url);
  const unknown = here.filter(({ id }) => !known.some(({ characterId }) => characterId === id));
  const connect = (characterId: string, remoteId: string) =>
    store.replicas.connect(principal, { url, storeId, member, keyFile }, [{ characterId, remoteId }], now());
  const join = async (name: string) => {
    const remote = characters.find((one) => one.name === name);
    const named = here.find((one) => one.name === name);
    const found = (remote && sameRepository(unknown, remote)) ?? named;
    if (!remote && !found) {
      throw new ServiceError('CharacterNotFound', `Neither this store nor the deciding one has a character "${name}".`);
    }
    // The one that came beside it is there again, under this name.
    const earlier = known.find(({ remoteId, characterId }) => remoteId === remote?.id && characterId !== found?.id);
    if (earlier && found) {
      await store.replicas.disconnect(principal, [earlier.characterId], now());
      await store.characters.change(principal, earlier.characterId, () => ({ status: 'DELETED' }), now());
    }
    const { id } = found ?? (await makeTold(context, remote!));
    await connect(id, remote?.id ?? id);
  };
  // What is written in one turn shares a transaction.
  for (let at = 0; at < names.length; at += joinedAtOnce) {
    const joined = await Promise.allSettled(names.slice(at, at + joinedAtOnce).map(join));
    const failed = joined.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
  for (const name of beside) {
    const remote = characters.find((one) => one.name === name);
    if (!remote) continue;
    const free = (await freeNames(context, name, member))[0] ?? name;
    await connect((await makeTold(context, { ...remote, name: free })).id, remote.id);
  }
}

/** How many names are tried for a character beside one of its name; so many joined in a unit stop others only for a moment. */
const [maxNames, joinedAtOnce] = [20, 100];

/** `atlas (laptop)`, `atlas (laptop 2)`, …: those that nobody has. */
async function freeNames({ store, principal }: Replicating, name: string, machine: string): Promise<string[]> {
  const free: string[] = [];
  for (let i = 1; i <= maxNames && free.length === 0; i++) {
    const end = ` (${machine}${i === 1 ? '' : ` ${i}`})`;
    const tried = `${[...name].slice(0, limits.characterName - [...end].length).join('')}${end}`;
    const holder =
      (await store.characters.find(principal, tried)) ?? (await store.characters.findDeleted(principal, tried));
    if (!holder) free.push(tried);
  }
  return free;
}

/**
 * The replica's half of an exchange: applies the answer in the folder and writes the next request. It may be
 * interrupted anywhere. ConflictUnresolved if another store decides now.
 */
export async function syncReplica(
  context: Replicating & { machine: string },
  folder: SharedFolder,
  connection: ReplicaConnection,
  most = bounds,
): Promise<Standing[]> {
  const { store, now } = context;
  const { url, storeId } = connection;
  const shared = await requireManifest(folder, connection);
  const own = await store.tenants.storeId();
  const { read, written } = await store.replicas.bundles(url, storeId);
  const found = await folder.answer(storeId, own, 'is needed');
  const isOdd = found !== undefined && (isJump(found.number, read) || isJump(found.answers, written));
  if (isOdd)
    folder.fault(
      'The answer was passed over: its number is far ahead of the last one. Someone else may have written it; the next sync of the deciding store writes it again.',
    );
  const answer = isOdd ? undefined : found;
  const isNew = answer !== undefined && answer.number > read;
  const problems = new Map<string, string>();
  if (isNew) {
    for (const one of answer.characters) {
      const replica = connection.replicas.find(({ remoteId }) => remoteId === one.id);
      if (replica && one.problem !== undefined) problems.set(replica.characterId, one.problem);
      else if (replica) await applyPages(context, replica, storeId, one, most);
    }
    await store.replicas.noteBundles(url, storeId, { read: answer.number, machine: shared.machine, heardAt: now() });
    await store.replicas.note(url, { contactedAt: now() });
  } else if (answer && answer.number < read) folder.fault('An older answer was passed over.');
  const replicas = await meetAgain(context, shared, connection);
  await ask(context, folder, { connection, replicas, own, answers: answer?.answers ?? 0 }, most);
  return standings(context, connection, isNew ? problems : undefined);
}

async function requireManifest(folder: SharedFolder, { storeId, url }: ReplicaConnection): Promise<Manifest> {
  const shared = await folder.manifest();
  if (!shared) {
    const message = `${url} has no manifest: the deciding store has left it, or it has not arrived yet. Nothing was exchanged.`;
    throw new ServiceError('ConflictUnresolved', message);
  }
  if (shared.storeId === storeId) return shared;
  const message = `Another store decides in ${url} than before, on ${shared.machine}: nothing was exchanged. If that is right, disconnect and sync again; memories stay.`;
  throw new ServiceError('ConflictUnresolved', message);
}

/** Applies an answer; an outdated one changes nothing. */
async function applyPages(
  context: Replicating,
  { characterId }: Replica,
  storeId: string,
  answered: AnsweredCharacter,
  most: Bounds,
): Promise<void> {
  const { store, principal, now } = context;
  const { taken, refused } = answered;
  const decided = new Set([...taken, ...refused.map(({ id }) => id)]);
  let { after: asked } = answered;
  for (const page of answered.pages) {
    const limit = page.more ? 1 : most.changes;
    const { changes, after, base } = await store.replicas.outbox(principal, characterId, limit, now());
    if (after !== asked || page.storeId !== storeId) return;
    const sent = page.more ? [] : changes.filter(({ id }) => decided.has(id));
    // Which own ones the request told is not noted: those that are erased there already have no effect.
    await applyErasures(context, characterId, undefined, page);
    await applyAnswer(context, characterId, { changes: sent, after, base }, { ...page, refused });
    asked = page.after ?? asked;
  }
}

/** The deciding store already had a character of that name, or got one from another replica first. */
async function meetAgain(
  { store, principal, now }: Replicating,
  { characters }: Manifest,
  connection: ReplicaConnection,
): Promise<Replica[]> {
  const ids = new Set(characters.map(({ id }) => id));
  return Promise.all(
    connection.replicas.map(async (replica) => {
      const met = characters.find(({ name }) => name === replica.name);
      if (ids.has(replica.remoteId) || !met) return replica;
      const pair = { characterId: replica.characterId, remoteId: met.id };
      await store.replicas.connect(principal, connection, [pair], now());
      return { ...replica, remoteId: met.id };
    }),
  );
}

interface Asking {
  connection: ReplicaConnection;
  replicas: readonly Replica[];
  /** This store. */
  own: string;
  /** The number of the last request that the deciding store has answered. */
  answers: number;
}

/** Writes the request, unless it has nothing to decide, or the folder has the same request without an answer. */
async function ask(
  context: Replicating & { machine: string },
  folder: SharedFolder,
  { connection, replicas, own, answers }: Asking,
  most: Bounds,
): Promise<void> {
  const { store, principal, machine } = context;
  const { url, storeId } = connection;
  const asked: RequestedCharacter[] = [];
  let room = most.length;
  for (const { characterId, remoteId, name } of replicas) {
    const { base: _, untold: _told, ...given } = await requestOf(context, characterId, most.changes, room);
    const character = await store.characters.find(principal, characterId);
    const told = character ? await toldOf(context, character) : { categoryPreset: 'standard' as const };
    const changes = room > 0 ? given.changes : [];
    room -= JSON.stringify(changes).length;
    asked.push({ ...told, id: remoteId, name, ...given, changes });
  }
  const characters = asWritten(asked);
  const { read: heard, written } = await store.replicas.bundles(url, storeId);
  const found = await folder.request(own, storeId);
  const before = found && isJump(found.number, written) ? undefined : found;
  const isOpen = before !== undefined && before.number > answers;
  const hasChanges = asked.some(({ changes }) => changes.length > 0);
  if (isDeepStrictEqual(before?.characters, characters) && (isOpen || !hasChanges)) return;
  const number = Math.max(before?.number ?? 0, answers, written) + 1;
  await folder.writeRequest({ from: own, to: storeId, machine, number, heard, characters });
  await store.replicas.noteBundles(url, storeId, { written: number });
}

/** @param problems of the answer that was read now */
async function standings(
  { store, principal, now }: Replicating,
  { url }: ReplicaConnection,
  problems: ReadonlyMap<string, string> | undefined,
): Promise<Standing[]> {
  const connection = (await store.replicas.list(now())).find((one) => one.url === url);
  const all: Standing[] = [];
  for (const { characterId, name, waiting, ...known } of connection?.replicas ?? []) {
    const problem = problems ? problems.get(characterId) : known.problem;
    if (problem !== known.problem) await store.replicas.noteCharacter(characterId, { problem });
    const memories = (await store.characters.find(principal, characterId))?.memoryCount ?? 0;
    all.push({ character: name, memories, waiting, ...(problem !== undefined && { problem }) });
  }
  return all;
}

import { fileURLToPath } from 'node:url';
import { counted } from '../../src/base/counted.ts';
import type { ShownConnection } from '../../src/domain/connection.ts';
import { clipped } from '../../src/domain/errors.ts';
import { isReference } from '../../src/domain/project-rules.ts';
import { isMachineStore } from '../../src/domain/stores/store.ts';
import { iso } from '../../src/domain/text.ts';
import type { ServerRevision } from '../../src/features/replicas/domain/replication.ts';
import { shownOf } from '../../src/features/replicas/domain/shown.ts';
import { revisionsOf } from '../../src/features/replicas/service/connecting.ts';
import { thisMachine } from '../../src/features/replicas/service/folder/known.ts';
import { type Exchanged, overHttp, Replicator } from '../../src/features/replicas/service/replicator.ts';
import {
  type ConnectionKind,
  connectionKind,
  type KnownRevision,
  type RefusedMemory,
} from '../../src/features/replicas/storage/replica-store.ts';
import { findMemory, findOwn } from '../../src/service/hooks/project.ts';
import { author } from '../../src/service/memories.ts';
import { backupStore } from '../../src/storage/sqlite/copies/backup.ts';
import { stampOf } from '../host-choice.ts';
import { folderOwnerAt, memoryOwnerAt, projectFiles } from '../memory-owner.ts';
import { inOwnStore, type OwnStore, requireStore } from '../store/own-store.ts';
import { type Given, Refused, textFlag, UsageError } from '../terminal/command-line.ts';
import { print, table } from '../terminal/print.ts';

/** `connections`: waiting changes, refused ones with reasons, and the last contact. */
export async function connections(given: Given): Promise<void> {
  requireStore();
  const { list, nameOf } = await inOwnStore(undefined, async (own) => {
    const context = contextOf(own);
    const { store, principal } = context;
    const shown: Listed[] = [];
    for (const connection of await store.replicas.list(Date.now())) {
      const { characters, ...server } = shownOf(connection);
      const listed = characters.map(async (one) => {
        const { memories } = await store.replicas.refused(principal, one.id, { page: 0, limit: maxRefused });
        return { ...one, memories: memories.map((memory) => ({ ...memory, refusedAt: iso(memory.refusedAt) })) };
      });
      shown.push({ ...server, characters: await Promise.all(listed) });
    }
    return { list: shown, nameOf: await shownNamesOf(context) };
  });
  print(given, { connections: list }, () =>
    list.length === 0 ? ['No character is connected with anything.'] : list.flatMap((one) => paragraphs(one, nameOf)),
  );
}

/** `connections keep CHARACTER`: it stays here even if its server no longer shares it. Refused. */
export async function keepCharacters(given: Given): Promise<void> {
  requireStore();
  const keeps = given.flags.off !== true;
  await inOwnStore(undefined, async (own) => {
    const { store, principal } = contextOf(own);
    const replicas = named(
      (await store.replicas.list(Date.now())).flatMap((one) => one.replicas),
      given.args,
    );
    for (const { characterId } of replicas) await store.replicas.keep(principal, characterId, keeps, Date.now());
    const characters = replicas.map(({ name }) => name);
    const what = keeps
      ? 'stay here also when their server shares them no more'
      : 'are deleted here a week after their server shares them no more';
    print(given, { characters, keeps }, () => [`${characters.join(', ')}: they ${what}.`]);
  });
}

/**
 * `connections resolve CHARACTER --wins here|server`: begins anew with a server that was restored from a backup. What is
 * here goes there again, or becomes as it is there, after a backup. Refused, UsageError.
 */
export async function resolveConnection(given: Given): Promise<void> {
  requireStore();
  const wins = textFlag(given, 'wins');
  if (wins !== 'here' && wins !== 'server')
    throw new UsageError('"connections resolve" needs --wins here, or --wins server');
  await inOwnStore(undefined, async (own) => {
    const context = contextOf(own);
    const { store, principal } = context;
    const list = await store.replicas.list(Date.now());
    const [replica] = named(
      list.flatMap((one) => one.replicas),
      given.args,
    );
    const connection = list.find((one) => replica && one.replicas.includes(replica));
    if (!replica || !connection) throw new Refused('nothing is connected');
    const kind = connectionKind(connection);
    if (kind !== 'server' && wins === 'server') throw new Refused('this can be said of servers alone: --wins here');
    const backup = wins === 'server' ? `${own.config.databasePath}.before-resolve-${stampOf(Date.now())}` : undefined;
    if (backup !== undefined) await backupStore(own.config.databasePath, backup);
    const there =
      wins === 'server' ? await collected(revisionsOf(overHttp(context).to(connection), replica.remoteId)) : undefined;
    await store.replicas.restart(principal, replica.characterId, there, author({ principal, now: Date.now }));
    const exchanged =
      kind === 'server'
        ? await new Replicator(context).all((_, { characterId }) => characterId === replica.characterId)
        : [];
    print(given, { character: replica.name, wins, backup, exchanged }, () => [
      wins === 'here'
        ? `What is here of ${replica.name} goes there again.`
        : `${replica.name} becomes as it is at the server.`,
      ...(backup === undefined ? [] : [`The store as it was: ${backup}`]),
      ...(exchanged.length === 0
        ? ['Run "agent-memory-service sync".']
        : [table(shownRows(exchanged), ['character', 'result'])]),
    ]);
    if (exchanged.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
  });
}

async function collected(revisions: AsyncIterable<ServerRevision>): Promise<KnownRevision[]> {
  const all: KnownRevision[] = [];
  for await (const { memoryId, revision, at } of revisions) all.push({ memoryId, revision, at });
  return all;
}

export type OwnContext = ReturnType<typeof contextOf>;

/** The own store as one side of an exchange. */
export function contextOf({ services, principal }: OwnStore) {
  const { store } = services;
  if (!isMachineStore(store)) throw new Error('the own store is a file of this machine');
  return { ...services, store, principal, machine: thisMachine() };
}

/** The same, before characters are connected: what the person's own memory is must be known then. */
export async function connectingContext(own: OwnStore): Promise<OwnContext> {
  const context = contextOf(own);
  await findOwn(context, folderOwnerAt(process.cwd()), projectFiles);
  return context;
}

/** How commands show names: the user's own memory is Personal in the dashboard. */
export async function shownNamesOf(context: OwnContext): Promise<(name: string) => string> {
  const own = (await findOwn(context, folderOwnerAt(process.cwd()), projectFiles))?.name;
  return (name) => (name === own ? `Personal (${name})` : name);
}

/** Names of characters as given: `me` and `project` stand for the memories that they mean in this folder. */
export async function namesMeant(context: OwnContext, names: readonly string[]): Promise<string[]> {
  const meant = async (name: string) => {
    if (!isReference(name)) return name;
    const owner = memoryOwnerAt({ character: name }, process.cwd());
    return (await findMemory(context, owner, projectFiles))?.name ?? name;
  };
  return Promise.all(names.map(meant));
}

/** The named connections, or all. Refused for an unknown name. */
export function named<One extends { name: string }>(
  replicas: readonly One[],
  names: readonly string[],
): readonly One[] {
  const unknown = names.find((name) => !replicas.some((one) => one.name === name));
  if (unknown !== undefined) throw new Refused(`"${unknown}" is not connected`);
  return replicas.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** The most refused memories of a character that are listed: with --json, and in the table. */
const [maxRefused, maxInWords] = [10_000, 20];

type Listed = Omit<ShownConnection, 'characters'> & {
  characters: (ShownConnection['characters'][number] & {
    memories: (Omit<RefusedMemory, 'refusedAt'> & { refusedAt: string })[];
  })[];
};

/** The kind of a connection, and the store that decides the order. */
const placeOf: Record<ConnectionKind, (member: string, decides: readonly unknown[]) => string> = {
  server: (member) => `server, as ${member}`,
  ssh: (member) => `over ssh; ${member} decides which change came last`,
  folder: (member, decides) =>
    decides.length > 0
      ? `folder of ${counted(decides.length, 'character', 'characters')}; this machine decides which change came last`
      : `folder; ${member} decides which change came last`,
};

function paragraphs(
  { kind, url, member, contactedAt, problem, decides, characters }: Listed,
  nameOf: (name: string) => string,
): string[] {
  const contact = contactedAt === undefined ? 'never answered' : `answered last at ${contactedAt}`;
  const rows = characters.map(({ name, waiting, refused, problem: why }) => ({
    character: nameOf(name),
    waiting,
    refused,
    problem: why,
  }));
  const memories = characters.flatMap(({ name, memories: refused }) =>
    refused.slice(0, maxInWords).map(({ id, content, reason }) => ({
      character: name,
      memory: id,
      text: clipped(content.replaceAll(/\s+/g, ' '), 60),
      refused: reason,
    })),
  );
  const more = characters.reduce((sum, { refused }) => sum + Math.max(0, refused - maxInWords), 0);
  return [
    `${kind === 'folder' ? fileURLToPath(url) : url} (${placeOf[kind](member, decides)}), ${contact}${problem === undefined ? '' : `\n${problem}`}`,
    ...(rows.length === 0 ? [] : [table(rows, ['character', 'waiting', 'refused', 'problem'])]),
    ...(memories.length === 0 ? [] : [table(memories, ['character', 'memory', 'text', 'refused'])]),
    ...(more > 0 ? [`${more} more refused memories: --json lists them.`] : []),
    ...characters.flatMap((one) => deletionSaid(one) ?? []),
  ];
}

/** A warning that a character will be deleted here, and how to prevent it; undefined if it will not. */
export function deletionSaid({ name, deletedAt }: ShownConnection['characters'][number]): string | undefined {
  if (deletedAt === undefined) return undefined;
  const how = `agent-memory-service connections keep ${JSON.stringify(name)}`;
  return `${JSON.stringify(name)} will be deleted here on ${deletedAt.slice(0, 10)} unless you keep it: ${how}`;
}

/** Exchanges everything with servers now. */
export const exchangeAll = (own: OwnStore): Promise<Exchanged[]> => new Replicator(contextOf(own)).all();

export const shownRows = (exchanged: readonly Exchanged[]) =>
  exchanged.map(({ problem, ...one }) => ({ ...one, result: problem ?? 'as at the server' }));

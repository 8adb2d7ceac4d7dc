import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expandHome } from '../../src/base/home.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import { isReserved } from '../../src/domain/project-rules.ts';
import type { Manifest } from '../../src/features/replicas/domain/bundle.ts';
import { decideIn } from '../../src/features/replicas/service/folder/deciding.ts';
import {
  type FolderSynced,
  settled,
  storedPassphrase,
  syncKnown,
} from '../../src/features/replicas/service/folder/known.ts';
import { joinable, joinFolder } from '../../src/features/replicas/service/folder/replica.ts';
import { SharedFolder } from '../../src/features/replicas/service/folder/shared-folder.ts';
import type { ReplicaConnection } from '../../src/features/replicas/storage/replica-store.ts';
import { findOwn } from '../../src/service/hooks/project.ts';
import { folderOwnerAt, projectFiles } from '../memory-owner.ts';
import { inOwnStore } from '../store/own-store.ts';
import { canAsk, isConfirmed } from '../terminal/asking.ts';
import { type Given, Refused, textFlag, textFlags, UsageError } from '../terminal/command-line.ts';
import { print, table } from '../terminal/print.ts';
import { connectingContext, namesMeant, type OwnContext, shownNamesOf } from './connections.ts';
import { keepSecret, readSecret } from './secrets.ts';

/**
 * `sync FOLDER`: exchanges bundles of changes with other stores through a folder. The first store there decides the order.
 * Refused, UsageError.
 */
export async function syncFolder(given: Given, place: string): Promise<void> {
  if (given.flags.watch === true) throw new UsageError('"sync" takes --watch without a FOLDER');
  await inOwnStore(undefined, async (own) => {
    const context = await connectingContext(own);
    const path = resolve(expandHome(place, homedir()));
    const find = async (url: string) => (await context.store.replicas.list(Date.now())).find((one) => one.url === url);
    const folder = await SharedFolder.open(path);
    const known = await find(folder.url);
    const passphrase = await unlock(given, folder, known);
    const shared = await folder.manifest();
    const plan = await planOf(given, { context, place, url: folder.url, known, shared });
    if (given.flags['dry-run'] === true)
      return printDry(given, folder.url, place, await rehearse(context, plan, shared));
    const keyFile = passphrase === undefined ? '' : keepSecret(own.config.databasePath, folder.url, passphrase);
    await carryOut(context, folder, plan, { known, shared, keyFile });
    const connection = await find(folder.url);
    if (!connection) throw new Refused('no character was chosen');
    let synced = await syncKnown(context, connection, folder);
    const until = Date.now() + (given.flags.wait === true ? maxWaitMs : 0);
    if (isWaiting(synced) && until > Date.now()) process.stderr.write(waitingFor(synced.decidedOn));
    while (isWaiting(synced) && Date.now() < until) {
      await setTimeout(againMs);
      synced = await syncKnown(context, connection, folder);
    }
    const shown = await shownNamesOf(context);
    const { twins, ...apart } = await apartOf(context, connection, shared);
    print(given, { ...synced, beside: plan.beside, apart }, () => [
      ...folderLines(synced, shown),
      ...besideSaid(twins, place, shown),
      ...apartSaid(apart, place, shown),
    ]);
    if (synced.problem !== undefined) process.exitCode = 1;
  });
}

/** @param nameOf the shown name of a character */
export function folderLines(synced: FolderSynced, nameOf: (name: string) => string): string[] {
  const { folder, decidedOn, decidesHere, characters, replicas, notices, problem } = synced;
  const shown = (replicas ?? []).map(({ isNew, problem: fault, ...one }) => ({
    ...one,
    result: fault ?? (isNew ? 'answered' : 'nothing new'),
  }));
  return [
    `${fileURLToPath(folder)}: of two changes to the same text the one that reaches ${decidesHere ? 'this machine' : decidedOn} later holds, and the Queue shows both.`,
    ...(characters
      ? [
          table(
            characters.map((one) => ({ ...one, character: nameOf(one.character) })),
            ['character', 'memories', 'waiting', 'result'],
          ),
        ]
      : []),
    ...(shown.length > 0 ? [table(shown, ['machine', 'taken', 'refused', 'result'])] : []),
    ...(replicas?.length === 0
      ? [
          `Next, on the other machine, with its own path of the folder: ${lineOf(fileURLToPath(folder), '--all --wait')}`,
        ]
      : []),
    ...(shown.some(({ result }) => result === 'answered')
      ? ['An agent or the dashboard there takes the answer; without them, run "agent-memory-service sync" there.']
      : []),
    ...(isWaiting(synced)
      ? [
          `Agents or the dashboard on both machines finish it; without them, run "agent-memory-service sync" on ${decidedOn} and then here, where --wait waits for it.`,
        ]
      : []),
    ...(problem !== undefined && !characters && !replicas ? [problem] : []),
    ...notices,
  ];
}

/** With --wait: how long the other machine may take, and how often the folder is read meanwhile (ms). */
const [maxWaitMs, againMs] = [10 * 60_000, 3_000];

/** Whether the deciding store has not answered everything. */
const isWaiting = ({ problem, characters = [] }: FolderSynced): boolean =>
  problem === undefined && characters.some(({ result }) => result !== settled);

const waitingFor = (machine: string) =>
  `Waiting for ${machine}: it answers while an agent or the dashboard runs there, or when "agent-memory-service sync" does. Ctrl-C ends the wait, and nothing is lost.\n`;

/** The passphrase that was given for the first time; undefined: the folder is not encrypted. */
async function unlock(
  given: Given,
  folder: SharedFolder,
  known: ReplicaConnection | undefined,
): Promise<string | undefined> {
  const isSealed = await folder.isSealed();
  const isGiven = textFlag(given, 'passphrase-file') !== undefined || given.flags.encrypt === true;
  if (known && known.keyFile === '' && (isGiven || isSealed === true)) {
    throw new Refused('this store began the folder without a passphrase: disconnect it first, and begin another one');
  }
  const wanted = isGiven || isSealed === true || (known !== undefined && known.keyFile !== '');
  if (!wanted) return undefined;
  const stored = known && !isGiven ? storedPassphrase(known.keyFile) : undefined;
  const passphrase = stored ?? (await readSecret(given, 'passphrase-file', 'Passphrase of the folder'));
  await folder.unlock(passphrase);
  return passphrase;
}

/** Which characters are added, and which side this store is on. */
interface Plan {
  decides: boolean;
  /** It was not the deciding store before, but another one was. */
  takesOver: boolean;
  names: readonly string[] | 'all';
  /** Names of which both sides have their own: the other one comes beside it. */
  beside: readonly string[];
}

interface Place {
  context: OwnContext;
  /** As it was given, and its URL. */
  place: string;
  url: string;
  known: ReplicaConnection | undefined;
  shared: Manifest | undefined;
}

/** Where nothing is named the first time: the user's own memory, and what the folder has. UsageError where there is neither. */
async function planOf(given: Given, { context, place, url, known, shared }: Place): Promise<Plan> {
  const own = await context.store.tenants.storeId();
  const isOther = shared !== undefined && shared.storeId !== own;
  const takesOver = given.flags.decide === true && isOther;
  const chosen = given.flags.all === true ? 'all' : await namesMeant(context, textFlags(given, 'character'));
  const decides = takesOver || (known ? known.decides.length > 0 : !isOther);
  const names = takesOver && chosen.length === 0 ? (known?.replicas.map(({ name }) => name) ?? []) : chosen;
  const isOpen = names.length === 0 && (!known || takesOver);
  const mine = isOpen ? await ownName(context) : undefined;
  if (decides || !shared) {
    if (isOpen && mine === undefined) throw new UsageError(`name what goes into the folder: ${lineOf(place, '--all')}`);
    return { decides, takesOver, names: mine === undefined ? names : [mine], beside: [] };
  }
  if (names !== 'all' && !isOpen) return { decides, takesOver, names, beside: [] };
  const all = await joinable(context, url, shared);
  const accepted: string[] = [];
  // One of a word like `me` always comes beside.
  const shown = all.others.filter((name) => !isReserved(name));
  for (const name of given.flags['dry-run'] === true || !canAsk(given) ? [] : shown) {
    const question = `Both this store and the one on ${shared.machine} have made a character "${name}". All who use the folder read it. Make them one?`;
    if (await isConfirmed(question)) accepted.push(name);
  }
  const beside = all.others.filter((name) => !accepted.includes(name));
  const isMeant = (name: string) => !isOpen || name === mine || shared.characters.some((one) => one.name === name);
  return { decides, takesOver, names: [...all.names.filter(isMeant), ...accepted], beside };
}

/** The user's own memory, or the only one here. */
async function ownName(context: OwnContext): Promise<string | undefined> {
  const own = await findOwn(context, folderOwnerAt(process.cwd()), projectFiles);
  const [only, ...others] = own ? [own] : await ownCharacters(context, 'all');
  return others.length === 0 ? only?.name : undefined;
}

const lineOf = (place: string, flag: string) => `agent-memory-service sync ${JSON.stringify(place)} ${flag}`;

function besideSaid(names: readonly string[], place: string, nameOf = (name: string) => name): string[] {
  if (names.length === 0) return [];
  const lines = names.slice(0, 3).map((name) => `  ${lineOf(place, `--character ${JSON.stringify(name)}`)}`);
  return [
    `Both machines have made a character of this name, so the other one is beside yours: ${names.map(nameOf).join(', ')}. If they are one, join them in Connections of "agent-memory-service ui", or here:\n${lines.join('\n')}`,
  ];
}

/** Names that are here alone, those of them that another machine's is beside, and names in the folder alone. */
interface Apart {
  here: string[];
  twins: string[];
  there: string[];
}

async function apartOf(
  context: OwnContext,
  { replicas, decides }: ReplicaConnection,
  shared: Manifest | undefined,
): Promise<Apart> {
  const local = await ownCharacters(context, 'all');
  const joined = new Set([...replicas, ...decides].map(({ characterId }) => characterId));
  const met = new Set(replicas.map(({ remoteId }) => remoteId));
  const there = decides.length > 0 ? [] : (shared?.characters ?? []).filter(({ id }) => !met.has(id));
  const besides = new Set(shared?.characters.filter(({ id }) => met.has(id)).map(({ name }) => name));
  const here = local.filter(({ id }) => !joined.has(id)).map(({ name }) => name);
  return {
    here: here.filter((name) => !besides.has(name)),
    twins: here.filter((name) => besides.has(name)),
    there: there.map(({ name }) => name),
  };
}

/** What is not synced, and the line that syncs it too. */
function apartSaid({ here, there }: Omit<Apart, 'twins'>, place: string, nameOf: (name: string) => string): string[] {
  if (here.length + there.length === 0) return [];
  return [
    ...(here.length > 0 ? [`On this machine alone: ${here.map(nameOf).join(', ')}.`] : []),
    ...(there.length > 0 ? [`In the folder, but not here: ${there.map(nameOf).join(', ')}.`] : []),
    `To sync these too: ${lineOf(place, '--all')}`,
  ];
}

async function carryOut(
  context: OwnContext,
  folder: SharedFolder,
  { decides, takesOver, names, beside }: Plan,
  { known, shared, keyFile }: { known: ReplicaConnection | undefined; shared: Manifest | undefined; keyFile: string },
): Promise<void> {
  if (takesOver) {
    const replicas = known?.replicas.map(({ characterId }) => characterId) ?? [];
    await context.store.replicas.disconnect(context.principal, replicas, Date.now());
  }
  if (names.length + beside.length === 0) return;
  if (!decides && shared && names !== 'all') return joinFolder(context, folder, shared, keyFile, names, beside);
  const local = await ownCharacters(context, names);
  await decideIn(
    context,
    folder,
    keyFile,
    local.map(({ id }) => id),
  );
  if (takesOver) await folder.removeManifest();
}

/** CharacterNotFound for a name that this store lacks. */
async function ownCharacters({ store, principal }: OwnContext, names: readonly string[] | 'all') {
  const filter = { status: 'ACTIVE', sortBy: 'NAME', sortOrder: 'ASC', page: 0, limit: 100_000 } as const;
  const { characters } = await store.characters.list(principal, filter);
  const missing = names === 'all' ? undefined : names.find((name) => !characters.some((one) => one.name === name));
  if (missing !== undefined) throw new ServiceError('CharacterNotFound', `This store has no character "${missing}".`);
  return characters.filter(({ name }) => names === 'all' || names.includes(name));
}

interface Rehearsed {
  decidesHere: boolean;
  characters: { character: string; here: number; there: number }[];
  beside: readonly string[];
}

async function rehearse(
  context: OwnContext,
  { decides, names, beside }: Plan,
  shared: Manifest | undefined,
): Promise<Rehearsed> {
  const local = await ownCharacters(context, 'all');
  const there = decides ? [] : (shared?.characters ?? []);
  const all = [...new Set([...local, ...there].map(({ name }) => name))].toSorted();
  const characters = (names === 'all' ? all : [...names, ...beside]).map((name) => ({
    character: name,
    here: local.find((one) => one.name === name)?.memoryCount ?? 0,
    there: there.find((one) => one.name === name)?.memories ?? 0,
  }));
  return { decidesHere: decides, characters, beside };
}

function printDry(given: Given, url: string, place: string, { decidesHere, characters, beside }: Rehearsed): void {
  print(given, { folder: url, dryRun: true, decidesHere, characters, beside }, () => [
    `${fileURLToPath(url)}: ${decidesHere ? 'this store would decide' : 'another store decides'} the order. Nothing was changed. Memories here and there:`,
    table(characters, ['character', 'here', 'there']),
    ...besideSaid(beside, place),
  ]);
}

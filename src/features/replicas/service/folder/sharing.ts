import { constants } from 'node:fs';
import { access, mkdir, rmdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, resolve, sep } from 'node:path';
import { expandHome } from '../../../../base/home.ts';
import { ServiceError } from '../../../../domain/errors.ts';
import { ownMemory } from '../../../../service/characters.ts';
import type { Context } from '../../../../service/context.ts';
import { atConnections } from '../connections.ts';
import { decideIn } from './deciding.ts';
import { thisMachine } from './known.ts';
import { joinable, joinFolder } from './replica.ts';
import { SharedFolder } from './shared-folder.ts';

/**
 * Connects every character with a folder of this machine, but those that are connected with something else: begins the
 * folder, or joins what another machine has begun there, as `sync FOLDER --all` does. NotFound for everybody but the person
 * at `ui`; InvalidInput for a folder that can't be made or written; ConflictUnresolved for an encrypted one.
 * @returns the URL of the connection
 */
export async function shareThrough(given: Context, place: string): Promise<string> {
  // An agent, or who is signed in at a server, must not choose where all memories go.
  if (!given.hostSetup) {
    const how = '`agent-memory-service ui` or `agent-memory-service sync FOLDER --all`';
    throw new ServiceError('NotFound', `Only the person at this machine shares through a folder, by ${how}.`);
  }
  const context = { ...atConnections(given), machine: thisMachine() };
  const path = resolve(homedir(), expandHome(place.trim(), homedir()));
  const made = await makeFolder(path);
  try {
    return await connectThrough(context, path);
  } catch (error) {
    for (let at = path; made !== undefined && at.length >= made.length; at = dirname(at))
      await rmdir(at).catch(() => undefined);
    throw error;
  }
}

type Sharing = ReturnType<typeof atConnections> & { machine: string };

async function connectThrough(context: Sharing, path: string): Promise<string> {
  const { store, principal } = context;
  const folder = await SharedFolder.open(path);
  if (await folder.isSealed()) {
    const message = `${path} is encrypted: a line in a terminal asks for its passphrase.`;
    throw new ServiceError('ConflictUnresolved', message);
  }
  // What the person's own memory is must be known before it meets that of another machine.
  await ownMemory(context);
  const active = { status: 'ACTIVE', sortBy: 'NAME', sortOrder: 'ASC', page: 0, limit: 100_000 } as const;
  const { characters } = await store.characters.list(principal, active);
  const elsewhere = (await store.replicas.list(context.now())).filter(({ url }) => url !== folder.url);
  const taken = new Set(elsewhere.flatMap((one) => [...one.replicas, ...one.decides].map((each) => each.characterId)));
  const free = characters.filter(({ id }) => !taken.has(id));
  const shared = await folder.manifest();
  if (shared && shared.storeId !== (await store.tenants.storeId())) {
    const { names, others } = await joinable(context, folder.url, shared);
    const isTaken = (name: string) => characters.some((one) => one.name === name && taken.has(one.id));
    await joinFolder(
      context,
      folder,
      shared,
      '',
      names.filter((name) => !isTaken(name)),
      others,
    );
    return folder.url;
  }
  if (free.length === 0) throw new ServiceError('InvalidInput', 'There is nothing here that is not connected already.');
  await decideIn(
    context,
    folder,
    '',
    free.map(({ id }) => id),
  );
  return folder.url;
}

/**
 * Makes a folder below the home directory, or in one that is there: a mistyped path elsewhere makes none. InvalidInput.
 * @returns the outermost folder that was made, if any
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  const isAtHome = path.startsWith(`${homedir()}${sep}`);
  const made = await mkdir(path, { recursive: isAtHome }).catch((error: NodeJS.ErrnoException) => error);
  const code = made instanceof Error ? made.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    throw new ServiceError('InvalidInput', `There is no folder ${dirname(path)}: make it first, or name another one.`);
  }
  const isUsable =
    (code === undefined || code === 'EEXIST') &&
    (await stat(path)).isDirectory() &&
    (await access(path, constants.W_OK).then(
      () => true,
      () => false,
    ));
  if (!isUsable) throw new ServiceError('InvalidInput', `${path} is no folder that can be written here.`);
  return made instanceof Error ? undefined : isAtHome ? made : path;
}

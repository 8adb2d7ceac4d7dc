import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PushResult } from '../src/domain/file.ts';
import { isMachineStore } from '../src/domain/stores/store.ts';
import { syncNow } from '../src/features/watching/operations/sync-now.ts';
import { watchPath } from '../src/features/watching/operations/watch-path.ts';
import { LocalFiles } from '../src/features/watching/service/local.ts';
import { type HostMemory, hostMemories } from '../src/hooks/host-memories.ts';
import type { Services } from '../src/service/context.ts';
import { findMemory, findOrMakeMemory } from '../src/service/hooks/project.ts';
import { thisMachine } from './host-choice.ts';
import { memoryOwnerAt, projectFiles } from './memory-owner.ts';
import { inOwnStore, type OwnStore } from './store/own-store.ts';
import { type Given, Refused, textFlag } from './terminal/command-line.ts';
import { print, table, underHome } from './terminal/print.ts';

type Target = Omit<HostMemory, 'host'> & { host?: string };
type Row = Target & { character?: string | undefined; files?: number; failed?: number };

/**
 * `watch PATH…`, `watch --hosts`: servers keep the memory in sync with files and folders, or with the notes of hosts.
 * Reads them once immediately; never writes there. Refused, ServiceError for a path that is not allowed.
 */
export async function watch(given: Given): Promise<void> {
  const named = textFlag(given, 'character');
  const targets: Target[] = given.flags.hosts
    ? hostMemories(thisMachine())
    : given.args.map((path) => ({ path: resolve(path), folder: process.cwd() }));
  const missing = targets.find(({ path }) => !existsSync(path));
  if (missing) throw new Refused(`${missing.path} does not exist`);
  const isDry = given.flags['dry-run'] === true;
  const rows = await inOwnStore(named, async (own) => {
    const done: Row[] = [];
    for (const target of targets) done.push(target.leftOut === undefined ? await watchOne(own, target, isDry) : target);
    return done;
  });
  print(given, { dryRun: isDry, watched: rows }, () => [
    rows.length === 0
      ? 'No host has noted anything on this machine.'
      : table(underHome(rows.map(({ leftOut, ...row }) => ({ ...row, 'left out': leftOut }))), [
          'host',
          'path',
          'character',
          'files',
          'failed',
          'left out',
        ]),
  ]);
}

async function watchOne(own: OwnStore, target: Target, isDry: boolean): Promise<Row> {
  const { config, services, principal } = own;
  const { store } = services;
  if (!isMachineStore(store)) throw new Refused('only a store in a file of this machine keeps watches');
  const owner = memoryOwnerAt(config, target.folder ?? thisMachine().home);
  const context = { ...services, store, principal };
  const memory = await (isDry ? findMemory : findOrMakeMemory)(context, owner, projectFiles);
  const character = memory && (await store.characters.identify(principal, memory.characterId))?.name;
  if (isDry || !memory) return { ...target, character };
  const local = new LocalFiles(store.watches, config.roots);
  const call = { services: { local } satisfies Partial<Services> };
  const { characterId } = memory;
  await own.run(watchPath, { characterId, path: target.path }, call);
  const { results } = await own.run<{ results: Partial<PushResult>[] }>(syncNow, { characterId }, call);
  const failed = results.filter((one) => 'error' in one).length;
  return { ...target, character, files: results.length - failed, ...(failed > 0 && { failed }) };
}

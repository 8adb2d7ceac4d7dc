import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMachineStore, type MachineStore } from '../../src/domain/stores/store.ts';
import { createStore } from '../../src/features/sqlite.ts';
import { LocalFiles } from '../../src/features/watching/service/local.ts';
import { syncWatches } from '../../src/features/watching/service/local-files.ts';
import { checkedCopy } from '../../src/storage/sqlite/copies/checked-copy.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { inOwnStore, type OwnStore, requireStore } from '../store/own-store.ts';
import { type Given, Refused, textFlag } from '../terminal/command-line.ts';
import { print, table } from '../terminal/print.ts';

/**
 * A character's watched files. `leftOut`: those that this version leaves out, such as templates. `touched`: its memories
 * that were added, changed or removed, as one batch.
 */
interface Row {
  character: string;
  files: number;
  leftOut?: number;
  failed?: number;
  touched: number;
  batch: string;
}

/**
 * `watch --reread`: reads the watched files again, also unchanged ones, as this version understands them. Memories that
 * a person changed stay. A dry run works on a copy of the store. Refused.
 */
export async function reread(given: Given): Promise<void> {
  requireStore();
  const isDry = given.flags['dry-run'] === true;
  const named = textFlag(given, 'character');
  const rows = await inOwnStore(named, async (own) => {
    const { store } = own.services;
    if (!isMachineStore(store)) throw new Refused('only a store in a file of this machine keeps watches');
    return isDry ? onCopy(own, (copy) => rereadIn(own, copy, named)) : rereadIn(own, store, named);
  });
  print(given, { dryRun: isDry, reread: rows }, () => [
    rows.length === 0
      ? 'No file is watched.'
      : isDry
        ? table(
            rows.map(({ batch: _, ...row }) => row),
            ['character', 'files', 'leftOut', 'failed', 'touched'],
          )
        : table(rows, ['character', 'files', 'leftOut', 'failed', 'touched', 'batch']),
  ]);
}

/** The copy is beside the store, where other users can't read it. */
async function onCopy<Result>({ config }: OwnStore, action: (copy: MachineStore) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(dirname(config.databasePath), '.reread-'));
  try {
    const path = join(folder, 'memory.db');
    await checkedCopy(config.databasePath, path);
    const copy = createStore(openConnection(path));
    return await action(copy).finally(() => copy.close());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rereadIn({ config, services, principal }: OwnStore, store: MachineStore, named: string | undefined) {
  const context = { ...services, store, principal };
  const only = named === undefined ? undefined : (await store.characters.find(principal, named))?.id;
  if (named !== undefined && only === undefined) throw new Refused(`there is no character ${named}`);
  const watches = await store.watches.list(principal, only);
  const local = new LocalFiles(store.watches, config.roots);
  const rows: Row[] = [];
  for (const characterId of new Set(watches.map((watch) => watch.characterId))) {
    const batch = services.newId();
    const own = watches.filter((watch) => watch.characterId === characterId);
    const leftOut = new Set<string>();
    const leaveOut = (path: string) => void leftOut.add(path);
    const results = await syncWatches(context, local, own, { rereadAs: batch, leaveOut });
    const failed = results.filter((one) => 'error' in one).length;
    const filter = { batchId: batch, state: 'ALL', page: 0, limit: 1 } as const;
    const touched = (await store.memories.list(principal, characterId, filter)).total;
    const character = (await store.characters.identify(principal, characterId))?.name ?? characterId;
    rows.push({
      character,
      files: results.length - failed,
      ...(leftOut.size > 0 && { leftOut: leftOut.size }),
      ...(failed > 0 && { failed }),
      touched,
      batch,
    });
  }
  return rows;
}

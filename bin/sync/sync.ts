import { type FolderSynced, syncKnown } from '../../src/features/replicas/service/folder/known.ts';
import { Replicator } from '../../src/features/replicas/service/replicator.ts';
import { connectionKind } from '../../src/features/replicas/storage/replica-store.ts';
import { inOwnStore, type OwnStore, requireStore } from '../store/own-store.ts';
import { type Given, UsageError } from '../terminal/command-line.ts';
import { print, table } from '../terminal/print.ts';
import { contextOf, exchangeAll, shownNamesOf, shownRows } from './connections.ts';
import { folderLines, syncFolder } from './folder.ts';
import { exchangeOverSsh } from './ssh.ts';

/** `sync`: exchanges everything now, or with the folder that is named; with --watch until it is stopped. */
export async function sync(given: Given): Promise<void> {
  const [folder, ...rest] = given.args;
  if (rest.length > 0) throw new UsageError(`unexpected argument "${rest[0]}"`);
  if (folder !== undefined) return syncFolder(given, folder);
  const misplaced = ['all', 'character', 'decide', 'dry-run', 'encrypt', 'passphrase-file', 'wait'].find(
    (one) => one in given.flags,
  );
  if (misplaced !== undefined) throw new UsageError(`"sync" takes --${misplaced} only with a FOLDER`);
  requireStore();
  await inOwnStore(undefined, async (own) => {
    if (given.flags.watch === true) return watchConnections(own);
    const { store } = contextOf(own);
    const list = await store.replicas.list(Date.now());
    const of = (kind: ReturnType<typeof connectionKind>) => list.filter((one) => connectionKind(one) === kind);
    const exchanged = await exchangeAll(own);
    if (of('ssh').length > 0) exchanged.push(...(await exchangeOverSsh(own)));
    const folders: FolderSynced[] = [];
    for (const one of of('folder')) folders.push(await syncKnown(contextOf(own), one));
    const shown = await shownNamesOf(contextOf(own));
    print(given, { exchanged, ...(folders.length > 0 && { folders }) }, () => [
      ...(list.length === 0 ? ['No character is connected with anything.'] : []),
      ...(exchanged.length === 0 ? [] : [table(shownRows(exchanged), ['url', 'character', 'result'])]),
      ...folders.flatMap((one) => folderLines(one, shown)),
    ]);
    const hasProblem = exchanged.some(({ problem }) => problem !== undefined) || folders.some(({ problem }) => problem);
    if (hasProblem) process.exitCode = 1;
  });
}

async function watchConnections(own: OwnStore): Promise<void> {
  const replicator = new Replicator(contextOf(own));
  replicator.start();
  await new Promise<void>((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => stop());
  });
  await replicator.stop();
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupStore } from '../../../src/storage/sqlite/copies/backup.ts';
import { eraseAgain, noteBackup } from '../../../src/storage/sqlite/copies/erasures.ts';
import { restoreStore } from '../../../src/storage/sqlite/copies/restore.ts';
import { activeContents, addition, at, id, ours, remember, withAda } from '../../support/builders.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const ada = id(1);
const choice = { memoryIds: [id(100)], words: [] };

test('a restored backup erases again what the store before it erased, and no import brings it back', async () => {
  const folder = temporaryFolder();
  const [path, copy] = [join(folder, 'memory.db'), join(folder, 'copy-of-it.db')];
  const store = openStore(path);
  await withAda(store);
  await remember(store, ['Ada plays the xylophone.', 'Ada drinks tea.']);
  await backupStore(path, copy);
  noteBackup(path, copy, 2_000);
  expect(await store.backups.last()).toStrictEqual({ file: copy, at: '1970-01-01T00:00:02.000Z' });
  expect(await store.erasing.traces(ours, ada, choice, 'store')).toStrictEqual([
    { kind: 'backup', count: 1, names: [copy], stays: true },
  ]);
  await store.erasing.begin(ours, ada, id(900), choice, at(5_000));
  while (await store.erasing.step(6_000)) {}
  await store.close();
  const { kept } = await restoreStore(path, copy, 'now');
  expect(readFileSync(path, 'latin1')).toContain('xylophone');
  expect(await eraseAgain(path, kept!, 9_000)).toBe(1);
  expect(readFileSync(path, 'latin1')).not.toContain('xylophone');
  const restored = openStore(path);
  expect(await activeContents(restored)).toStrictEqual(['Ada drinks tea.']);
  const changes = [addition(200, 'Ada plays the xylophone.', { source: { kind: 'import' } })];
  const counts = await restored.files.importMemories(ours, ada, { categories: [], changes }, at());
  expect(counts).toMatchObject({ added: 0 });
  expect((await restored.erasing.list(ours, ada, 9)).map(({ erasedBy }) => erasedBy)).toStrictEqual([
    'restore',
    'tester',
  ]);
  await restored.close();
  expect(await eraseAgain(path, kept!, 9_000)).toBe(0);
});

test('a restored backup keeps everything where nothing was erased', async () => {
  const folder = temporaryFolder();
  const [path, copy] = [join(folder, 'memory.db'), join(folder, 'copy.db')];
  const store = openStore(path);
  await withAda(store);
  await remember(store, ['Ada drinks tea.']);
  await backupStore(path, copy);
  await store.close();
  const { kept } = await restoreStore(path, copy, 'now');
  expect(await eraseAgain(path, kept!, 9_000)).toBe(0);
  const restored = openStore(path);
  expect(await activeContents(restored)).toStrictEqual(['Ada drinks tea.']);
  await restored.close();
});

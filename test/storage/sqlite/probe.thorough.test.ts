import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupStore } from '../../../src/storage/sqlite/copies/backup.ts';
import { restoreStore } from '../../../src/storage/sqlite/copies/restore.ts';
import { readingFault, requireReadable } from '../../../src/storage/sqlite/disk/probe.ts';
import { hookFacts } from '../../../src/storage/sqlite/examine/hook-facts.ts';
import { endlessSchema, endlessTable } from '../../support/hostile-sqlite.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const folder = () => {
  const path = temporaryFolder();
  return {
    file: (name: string, bytes: Buffer) => {
      writeFileSync(join(path, name), bytes);
      return join(path, name);
    },
    path: (name: string) => join(path, name),
  };
};

test('a file that SQLite would read for ever times out', async () => {
  const hostile = folder().file('endless.db', endlessSchema());
  expect(await readingFault(hostile, undefined, 1_000)).toContain("can't be read through within 1 s");
  const cancelled = requireReadable(hostile, AbortSignal.abort(new Error('cancelled')));
  await expect(cancelled).rejects.toThrow('cancelled');
});

test('a page used twice is refused, in a copy’s source and in the backup file to be replaced', async () => {
  const { file, path } = folder();
  const hostile = file('endless.db', endlessTable());
  const store = path('memory.db');
  await openStore(store).close();
  await expect(requireReadable(hostile)).rejects.toThrow('is damaged');
  await expect(restoreStore(store, hostile, 'now')).rejects.toThrow('is damaged');
  await expect(backupStore(store, hostile)).rejects.toThrow('is damaged');
  expect(await hookFacts(hostile, [], 0)).toBeUndefined();
});

test('a store in use passes, and a file that is no database is left to opening', async () => {
  const { file, path } = folder();
  const store = openStore(path('memory.db'));
  await expect(requireReadable(path('memory.db'))).resolves.toBeUndefined();
  await store.close();
  await expect(requireReadable(path('missing.db'))).resolves.toBeUndefined();
  await expect(requireReadable(file('notes.txt', Buffer.from('no database')))).resolves.toBeUndefined();
});

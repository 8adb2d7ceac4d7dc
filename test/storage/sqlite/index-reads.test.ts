import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from '../../../src/features/sqlite.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { addition, at, id, newCharacter, ours, withAda } from '../../support/builders.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

test('each search reports whether its character was cached, also after memories were added to it', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const reads: boolean[] = [];
  const store = createStore(openConnection(path), (isKept) => reads.push(isKept));
  const other = openStore(path);
  onTestFinished(async () => {
    await Promise.all([store.close(), other.close()]);
  });
  await withAda(store);
  const search = () => store.search.read(ours, id(1), analyzeQuery('tea', 0), undefined);
  await search();
  await search();
  await store.memories.write(ours, id(1), [addition(11, 'Ada drinks tea')], at());
  await search();
  await search();
  await other.memories.write(ours, id(1), [addition(12, 'Ada drinks milk')], at());
  await search();
  // Writes of others elsewhere do not affect a search.
  await other.tenants.ensure('another', 'BUSINESS', 0);
  await search();
  await other.characters.create(ours, newCharacter(2, 'Bo'), 'BUSINESS', 600);
  await other.memories.write(ours, id(2), [addition(13, 'Bo drinks tea')], at());
  await search();
  expect(reads).toStrictEqual([false, true, true, true, true, true, true]);
});

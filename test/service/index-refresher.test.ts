import { expect, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import { IndexRefresher } from '../../src/service/background/index-refresher.ts';
import { openSession } from '../support/harness.ts';

const characterId = 'Ada';

test('a store of an older analyser is reindexed while searches go on', async () => {
  const session = await openSession({ character: 'Ada' });
  for (let i = 0; i < 120; i++) {
    await session.call('add_memory_direct', { content: `umbrella number${i}`, category: 'general' });
  }
  const { memories } = await session.call<{ memories: { id: string }[] }>('list_memories', { limit: 1 });
  await session.call('delete_memory', { memoryId: memories[0]?.id });
  // As an older program left it: under another version, with postings that this analyser would not make.
  const raw = new Database(session.path);
  raw.exec(`UPDATE memories SET index_version = 0; UPDATE search_postings SET term = 'old' || term`);
  raw.close();
  const total = async () =>
    (await session.call<{ total: number }>('search_memories', { characterId, query: 'umbrella' })).total;
  expect(await total()).toBeLessThan(119);

  const refreshers = [new IndexRefresher(session.services), new IndexRefresher(session.services)];
  for (const refresher of refreshers) refresher.start();
  while (session.logged.length === 0) {
    expect(await total()).toBeLessThanOrEqual(119);
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const refresher of refreshers) await refresher.stop();
  expect(await total()).toBe(119);
  expect(session.logged[0]).toMatchObject({ level: 'info', message: 'search index brought up to date' });

  session.logged.length = 0;
  const again = new IndexRefresher(session.services);
  again.start();
  await again.stop();
  expect(session.logged).toStrictEqual([]);
});

import { expect, onTestFinished, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import { openStore } from '../../../src/storage/postgres/open.ts';
import { activeContents, addition, id, ours, withAda } from '../../support/builders.ts';
import { embeddedPostgres } from '../../support/pglite.ts';

/** A store with Ada, and how many units it has written. */
async function counted() {
  const postgres = await embeddedPostgres();
  const schema = await postgres.schema('queue');
  let units = 0;
  const driver = {
    async take() {
      const session = await postgres.take(schema);
      const script = (sql: string) => {
        if (sql.includes('pg_current_xact_id')) units++;
        return session.script(sql);
      };
      return { ...session, script };
    },
    close: async () => undefined,
  };
  const { store } = await openStore(driver, { place: schema });
  onTestFinished(() => store.close());
  await withAda(store);
  return { store, units: () => units };
}

const by = (changedBy: string, now: number) => ({ changedBy, now });

test('queued writes of one character are committed together, each with its own result and author', async () => {
  const { store, units } = await counted();
  const before = units();
  const writes = Array.from({ length: 40 }, (_, i) =>
    store.memories.write(ours, id(1), [addition(100 + i, `text ${i % 30}`)], by(`writer ${i}`, 1_000 + i)),
  );
  const operations = (await Promise.all(writes)).map(([outcome]) => outcome!.operation);
  expect(operations).toStrictEqual(Array.from({ length: 40 }, (_, i) => (i < 30 ? 'ADD' : 'NONE')));
  expect(units() - before).toBe(2);
  const [revision] = await store.memories.history(ours, id(1), id(117));
  expect(revision).toMatchObject({ changedBy: 'writer 17', createdAt: new Date(1_017).toISOString() });
  expect(await store.characters.find(ours, 'Ada')).toMatchObject({
    memoryCount: 30,
    lastMemoryAt: new Date(1_029).toISOString(),
  });
});

test('a refused write does not affect the others of its group, and leaves nothing', async () => {
  const { store } = await counted();
  const missing: MemoryChange = { kind: 'delete', memoryId: id(9_999) };
  const write = (i: number, ...changes: MemoryChange[]) => store.memories.write(ours, id(1), changes, by('one', i));
  const outcomes = await Promise.allSettled([
    write(1, addition(101, 'first')),
    write(2, addition(102, 'second')),
    write(3, addition(103, 'never'), missing),
    write(4, { kind: 'update', memoryId: id(102), fields: { content: 'changed' }, expectedRevision: 1 }),
    write(5, { kind: 'update', memoryId: id(102), fields: { content: 'lost' }, expectedRevision: 1 }),
    write(6, addition(106, 'last')),
  ]);
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.type))).toStrictEqual([
    'done',
    'done',
    'MemoryNotFound',
    'done',
    'ConflictUnresolved',
    'done',
  ]);
  expect((await activeContents(store)).toSorted()).toStrictEqual(['changed', 'first', 'last']);
});

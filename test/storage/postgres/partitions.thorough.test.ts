import { expect, onTestFinished, test } from 'vitest';
import { reconcile } from '../../../src/files/reconcile.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import { addition, at, id, newPiece, newSnapshot, ours, remember, withAda } from '../../support/builders.ts';
import { partitioned } from '../../support/partitioned.ts';
import { embeddedPlace, embeddedPostgres } from '../../support/pglite.ts';

test('a store partitioned by ops/partition.sql works as before, with rows in the partitions', async () => {
  const { open, schema } = await embeddedPlace({ schema: partitioned });
  const store = await open();
  onTestFinished(() => store.close());
  await withAda(store);
  await remember(
    store,
    Array.from({ length: 70 }, (_, i) => `note number ${i} about the harbour`),
  );
  await store.memories.write(ours, id(1), [addition(500, 'one more'), { kind: 'delete', memoryId: id(101) }], at());
  await store.files.push(ours, id(1), newSnapshot(10, [newPiece(600, 'from a file')]), reconcile, at());
  const { total } = await store.memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 1 });
  expect(total).toBe(71);
  const { material } = await store.search.read(ours, id(1), analyzeQuery('harbour', 0), undefined);
  expect(material.terms[0]?.occurrences.passages.length).toBe(69);
  const postgres = await embeddedPostgres();
  const rows = await postgres.script<{ whole: string }>(
    `SELECT parts.relname AS part, parts.relkind AS kind, whole.relkind AS whole FROM pg_inherits
     JOIN pg_class parts ON parts.oid = inhrelid JOIN pg_class whole ON whole.oid = inhparent
     WHERE whole.oid = to_regclass('memories')`,
    schema,
  );
  expect(rows).toHaveLength(8);
  expect(new Set(rows.map(({ whole }) => whole))).toStrictEqual(new Set(['p']));
});

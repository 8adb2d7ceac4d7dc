import { join } from 'node:path';
import { getLoadablePath } from 'sqlite-vec';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from '../../../src/base/sqlite.ts';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import {
  cosinesOf,
  encodeVector,
  normalized,
  partsOf,
  scaledVector,
  signBits,
  vectorRows,
} from '../../../src/storage/sqlite/embeddings/codec.ts';
import { addition, at, id, ours, vectorOf, withAda } from '../../support/builders.ts';
import { cosinesIn } from '../../support/cosines.ts';
import { fc, holds } from '../../support/law.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const model = { name: 'test-model', dimensions: 64 };
const cosine = (query: Float32Array, vector: Uint8Array) =>
  cosinesOf(vectorRows([scaledVector({ memoryNo: 1, vector })]), query).values[0]!;

/** A store with Ada and a model, and how many rows a table holds. */
async function openEmbeddings() {
  const path = join(temporaryFolder(), 'memory.db');
  const store = openStore(path);
  onTestFinished(() => store.close());
  await withAda(store);
  await store.embeddings.useModel(model);
  const write = (...changes: MemoryChange[]) => store.memories.write(ours, id(1), changes, at());
  const add = (from: number, to: number) =>
    write(...Array.from({ length: to - from + 1 }, (_, i) => addition(1_000 + from + i, `Text ${from + i}`)));
  const embedAll = async () => {
    for (;;) {
      const waiting = await store.embeddings.takeWaiting(model, ours.tenantId, 500, 1_000_000);
      if (waiting.length === 0) return;
      await store.embeddings.save(
        model,
        waiting.map((one) => ({ ...one, vector: vectorOf(one.content) })),
      );
    }
  };
  const count = (table: string) => {
    const db = new Database(path, { readonly: true });
    db.loadExtension(getLoadablePath());
    const rows = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    db.close();
    return rows;
  };
  return { store, path, write, add, embedAll, count };
}

test('a character that grows large moves into the coarse index with all embeddings', async () => {
  const { add, embedAll, count } = await openEmbeddings();
  await add(1, 900);
  await embedAll();
  expect(count('memory_bits')).toBe(0);
  await add(901, 1_100);
  await embedAll();
  expect([count('memory_bits'), count('embeddings')]).toStrictEqual([1_100, 1_100]);
});

test('updated, deleted and restored memories keep one embedding each', async () => {
  const { write, add, embedAll, count } = await openEmbeddings();
  await add(1, 1_200);
  await embedAll();
  await write({ kind: 'update', memoryId: id(1_001), fields: { content: 'Changed' } });
  await write({ kind: 'delete', memoryId: id(1_002) });
  expect(count('embeddings')).toBe(1_198);
  await embedAll();
  await write({ kind: 'restore', memoryId: id(1_002) });
  await embedAll();
  expect([count('embeddings'), count('memory_bits'), count('embedding_removals')]).toStrictEqual([1_200, 1_200, 0]);
});

test('a large character gets the candidates whose bits differ least, as sqlite-vec chooses them', async () => {
  const { store, path, write, add, embedAll } = await openEmbeddings();
  await add(1, 2_600);
  await embedAll();
  await write({ kind: 'delete', memoryId: id(1_007) });
  await add(2_601, 2_602);
  await embedAll();
  const db = new Database(path, { readonly: true });
  onTestFinished(() => void db.close());
  db.loadExtension(getLoadablePath());
  const distances = db
    .prepare<unknown[], number>('SELECT distance FROM memory_bits WHERE bits MATCH vec_bit(?) AND k = 300')
    .pluck();
  const one = db
    .prepare<unknown[], number>('SELECT vec_distance_hamming(vec_bit(?), bits) FROM memory_bits WHERE memory_no = ?')
    .pluck();
  const ascending = (numbers: (number | undefined)[]) => numbers.map(Number).sort((a, b) => a - b);
  for (const text of ['Text 1', 'Text 7', 'nothing', 'Text 2600']) {
    const vector = vectorOf(text);
    const cosines = cosinesIn(await store.embeddings.nearest(model, ours, id(1), vector, 300, []));
    const found = [...cosines.keys()].map((memoryNo) => one.get(signBits(vector), BigInt(memoryNo)));
    expect(ascending(found)).toStrictEqual(ascending(distances.all(signBits(vector))));
  }
});

test('vectors whose length is no whole number of bytes are found in a large character', async () => {
  const odd = { name: 'test-model', dimensions: 13 };
  const { store, add, count } = await openEmbeddings();
  await store.embeddings.useModel(odd);
  await add(1, 1_100);
  const waiting = await store.embeddings.takeWaiting(odd, ours.tenantId, 2_000, 1_000_000);
  const vector = (text: string) => vectorOf(text, odd.dimensions);
  const kept = await store.embeddings.save(
    odd,
    waiting.map((one) => ({ ...one, vector: vector(one.content) })),
  );
  expect([kept, count('memory_bits')]).toStrictEqual([1_100, 1_100]);
  for (const { memoryNo, content } of waiting.slice(0, 20)) {
    const cosines = cosinesIn(await store.embeddings.nearest(odd, ours, id(1), vector(content), 5, []));
    expect([...cosines][0]).toStrictEqual([memoryNo, expect.closeTo(1, 2)]);
  }
});

test('a stored vector keeps its direction', () => {
  const a = vectorOf('a');
  const b = vectorOf('b').map((part) => part * 1_000);
  const exact = normalized(a).reduce((sum, part, i) => sum + part * (normalized(b)[i] ?? 0), 0);
  expect(cosine(normalized(a), encodeVector(b))).toBeCloseTo(exact, 2);
  expect(signBits(Float32Array.of(1, -1, 0, 2, -3, 4, 5, 6))).toStrictEqual(Buffer.of(0b11101001));
  expect(signBits(Float32Array.of(1, -1, 0, 2, -3, 4, 5, 6, -1, 1))).toStrictEqual(Buffer.of(0b11101001, 0b10));
});

test('a cosine is never above 1, and 1 for the same vector', async () => {
  const part = fc.float({ min: Math.fround(-1), max: 1, noNaN: true });
  const vectors = fc.array(part, { minLength: 8, maxLength: 64 }).map((parts) => Float32Array.from(parts));
  const long = vectors.filter((vector) => vector.some((one) => Math.abs(one) > 1e-3));
  await holds(
    fc.property(long, (vector) => {
      const stored = encodeVector(vector);
      const scale = stored.readFloatLE();
      const length = Math.hypot(...partsOf(stored)) * scale;
      expect(length).toBeCloseTo(1, 6);
      const itself = cosine(normalized(vector), stored);
      expect(itself).toBeLessThanOrEqual(1);
      expect(itself).toBeGreaterThan(0.999);
      expect(cosine(normalized(vector.map((one) => -one)), stored)).toBe(-itself);
      stored.writeFloatLE(scale * 1.01);
      expect(cosine(normalized(vector), stored)).toBeLessThanOrEqual(1);
    }),
    300,
  );
  expect(cosine(normalized(Float32Array.of(1, 0)), encodeVector(Float32Array.of(0, 0)))).toBe(0);
});

test.each([20, 1_100])(
  'a search among %i memories has the embeddings that another process has changed',
  async (size) => {
    const { store, path, add, embedAll } = await openEmbeddings();
    const other = openStore(path);
    onTestFinished(() => other.close());
    const nearest = async (text: string) => {
      const cosines = cosinesIn(await store.embeddings.nearest(model, ours, id(1), vectorOf(text), 3, [1, 2]));
      const [[memoryNo, similarity] = [0, 0]] = cosines;
      return { text: (await store.search.fetch(ours, id(1), [memoryNo])).get(memoryNo)?.content, similarity };
    };
    await add(1, size);
    await embedAll();
    for (let again = 0; again < 2; again++) expect((await nearest('Text 5')).text).toBe('Text 5');
    await other.memories.write(
      ours,
      id(1),
      [{ kind: 'update', memoryId: id(1_005), fields: { content: 'New' } }],
      at(),
    );
    expect((await nearest('New')).similarity).toBeLessThan(0.9);
    const waiting = await other.embeddings.takeWaiting(model, ours.tenantId, 10, 1_000);
    await other.embeddings.save(
      model,
      waiting.map((one) => ({ ...one, vector: vectorOf(one.content) })),
    );
    expect(await nearest('New')).toStrictEqual({ text: 'New', similarity: expect.closeTo(1, 2) });
    await other.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(1_005) }], at());
    expect((await nearest('New')).text).not.toBe('New');
  },
);

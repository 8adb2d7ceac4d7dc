import { join } from 'node:path';
import Database from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import { expect, onTestFinished, test } from 'vitest';
import { presets } from '../../src/domain/category.ts';
import { emptyProfile } from '../../src/domain/character.ts';
import { serviceScope } from '../../src/domain/tenant.ts';
import { cosine, encodeVector, normalized, partsOf, signBits } from '../../src/storage/sqlite/vectors/codec.ts';
import { openStore, temporaryFolder } from '../support/harness.ts';
import { fc, holds } from '../support/law.ts';

const dimensions = 64;
const now = Date.parse('2026-01-15T10:00:00Z');
const by = { changedBy: 'test', now };
const model = { name: 'test-model', dimensions };

/** Directions that depend on the text alone. */
function vectorOf(text: string): Float32Array {
  let seed = [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619), 2_166_136_261);
  return Float32Array.from({ length: dimensions }, () => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return seed / 2 ** 31;
  });
}

const exact = (a: Float32Array, b: Float32Array) =>
  normalized(a).reduce((sum, part, i) => sum + part * (normalized(b)[i] ?? 0), 0);

async function openEmbeddings() {
  const path = join(temporaryFolder(), 'memory.db');
  const store = openStore(path);
  onTestFinished(() => store.close());
  await store.tenants.ensure('local', 'BUSINESS', now);
  const made = { id: crypto.randomUUID(), name: 'Ada', tags: [], profile: emptyProfile };
  const created = { ...made, categoryPreset: 'standard' as const, categories: presets.standard };
  const { id: characterId } = await store.characters.create(serviceScope('local'), created, 'BUSINESS', now);
  await store.embeddings.useModel(model);
  let stored = 0;
  const add = async (count: number) => {
    const changes = Array.from({ length: count }, () => {
      stored += 1;
      const memory = {
        id: crypto.randomUUID(),
        content: `Text ${stored}`,
        salience: 0.5,
        importance: 'NORMAL' as const,
      };
      return { kind: 'add' as const, memory: { ...memory, source: { kind: 'direct' as const } } };
    });
    const outcomes = await store.memories.write(serviceScope('local'), characterId, changes, by);
    return outcomes.map(({ memory }) => memory);
  };
  const embedAll = async () => {
    for (;;) {
      const waiting = await store.embeddings.takeWaiting('local', 500, 1_000_000);
      if (waiting.length === 0) return;
      await store.embeddings.save(waiting.map((one) => ({ ...one, vector: vectorOf(one.content) })));
    }
  };
  const nearest = async (text: string, limit = 5) => {
    const found = await store.embeddings.nearest(serviceScope('local'), characterId, vectorOf(text), limit);
    const memories = await store.search.fetch(serviceScope('local'), characterId, [...found.keys()]);
    return [...found].map(([no, similarity]) => ({ content: memories.get(no)?.content, similarity }));
  };
  const count = (table: string) => {
    const db = new Database(path, { readonly: true });
    db.loadExtension(getLoadablePath());
    const { n } = db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
    db.close();
    return n;
  };
  return { store, path, characterId, add, embedAll, nearest, count };
}

test.each([300, 1_400])('among %i memories the nearest is found, with its cosine', async (size) => {
  const { add, embedAll, nearest, count } = await openEmbeddings();
  await add(size);
  await embedAll();
  for (const text of ['Text 7', `Text ${size - 1}`, 'Text 150']) {
    const [first] = await nearest(text);
    expect(first?.content).toBe(text);
    expect(first?.similarity).toBeCloseTo(1, 2);
  }
  const found = await nearest('Something else', 10);
  for (const { content = '', similarity } of found) {
    expect(similarity).toBeCloseTo(exact(vectorOf('Something else'), vectorOf(content)), 2);
  }
  expect(found.map(({ similarity }) => similarity)).toEqual(
    found.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
  );
  expect(count('embeddings')).toBe(size);
});

test('a character that grows large moves into the coarse index with all it has', async () => {
  const { add, embedAll, nearest, count } = await openEmbeddings();
  await add(900);
  await embedAll();
  expect(count('memory_bits')).toBe(0);
  await add(200);
  await embedAll();
  expect(count('memory_bits')).toBe(1_100);
  for (const text of ['Text 1', 'Text 900', 'Text 1100']) expect((await nearest(text, 1))[0]?.content).toBe(text);
});

test('changed, deleted and restored memories leave exactly one embedding each', async () => {
  const { store, characterId, add, embedAll, nearest, count } = await openEmbeddings();
  const [first, second] = await add(1_200);
  await embedAll();
  const change = (changes: Parameters<typeof store.memories.write>[2]) =>
    store.memories.write(serviceScope('local'), characterId, changes, by);
  await change([{ kind: 'update', memoryId: first?.id ?? '', fields: { content: 'Changed' } }]);
  await change([{ kind: 'delete', memoryId: second?.id ?? '' }]);
  expect(await store.embeddings.countWaiting('local')).toBe(1);
  expect((await nearest('Text 1', 1))[0]?.content).not.toBe('Text 1');
  expect((await nearest('Text 2', 1))[0]?.content).not.toBe('Text 2');
  await embedAll();
  expect((await nearest('Changed', 1))[0]?.content).toBe('Changed');
  await change([{ kind: 'restore', memoryId: second?.id ?? '' }]);
  await embedAll();
  expect((await nearest('Text 2', 1))[0]?.content).toBe('Text 2');
  expect([count('embeddings'), count('memory_bits'), count('embedding_removals')]).toEqual([1_200, 1_200, 0]);
});

test('an embedding of a text that has changed meanwhile, or that is there already, is not kept', async () => {
  const { store, characterId, add, count } = await openEmbeddings();
  const [memory] = await add(1);
  const [waiting] = await store.embeddings.takeWaiting('local', 10, 1_000);
  if (!waiting || !memory) throw new Error('nothing waits');
  const change = { kind: 'update' as const, memoryId: memory.id, fields: { content: 'Changed' } };
  await store.memories.write(serviceScope('local'), characterId, [change], by);
  const embedded = { ...waiting, vector: vectorOf(waiting.content) };
  await store.embeddings.save([embedded]);
  expect(count('embeddings')).toBe(0);
  const again = { ...embedded, content: 'Changed' };
  await store.embeddings.save([again, again]);
  await store.embeddings.save([again]);
  expect(count('embeddings')).toBe(1);
  expect(await store.embeddings.countWaiting('local')).toBe(0);
});

test('one holder at a time has the lease, until it ends or is given back', async () => {
  const { store } = await openEmbeddings();
  const { embeddings } = store;
  expect(await embeddings.lease('a', 0, 100)).toBe(true);
  expect(await embeddings.lease('b', 50, 150)).toBe(false);
  expect(await embeddings.lease('a', 90, 190)).toBe(true);
  expect(await embeddings.lease('b', 190, 290)).toBe(true);
  expect(await embeddings.lease('a', 200, 300)).toBe(false);
  await embeddings.release('b');
  expect(await embeddings.lease('a', 200, 300)).toBe(true);
});

test('another model makes every memory wait again', async () => {
  const { store, add, embedAll, nearest } = await openEmbeddings();
  await add(20);
  await embedAll();
  await store.embeddings.useModel(model);
  expect(await store.embeddings.countWaiting('local')).toBe(0);
  await store.embeddings.useModel({ name: 'newer', dimensions });
  expect(await store.embeddings.countWaiting('local')).toBe(20);
  expect(await nearest('Text 1')).toEqual([]);
  await embedAll();
  expect((await nearest('Text 1', 1))[0]?.content).toBe('Text 1');
});

test('a batch is bounded by its number and by its text', async () => {
  const { store, add } = await openEmbeddings();
  await add(20);
  expect(await store.embeddings.takeWaiting('local', 5, 1_000)).toHaveLength(5);
  expect(await store.embeddings.takeWaiting('local', 20, 14)).toHaveLength(2);
  expect(await store.embeddings.takeWaiting('local', 20, 1)).toHaveLength(1);
  expect(await store.embeddings.takeWaiting('nobody', 20, 1_000)).toHaveLength(0);
});

test('a stored vector keeps its direction', () => {
  const a = vectorOf('a');
  const b = vectorOf('b').map((part) => part * 1_000);
  expect(cosine(normalized(a), encodeVector(b))).toBeCloseTo(exact(a, b), 2);
  expect(signBits(Float32Array.of(1, -1, 0, 2, -3, 4, 5, 6))).toEqual(Buffer.of(0b11101001));
});

test('a cosine is never beyond 1, and 1 for the very vector', async () => {
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

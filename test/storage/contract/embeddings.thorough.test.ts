import { expect, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import type { EmbeddingModel } from '../../../src/domain/stores/embeddings.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { addition, at, id, newCharacter, ours, rejection, theirs, vectorOf, withAda } from '../../support/builders.ts';
import { cosinesIn } from '../../support/cosines.ts';
import { contract } from '../../support/engines.ts';

const dimensions = 64;
const model = { name: 'test-model', dimensions };
const tenant = ours.tenantId;
const similarity = (a: Float32Array, b: Float32Array) => {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, part, i) => sum + part * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

async function withModel(store: Store): Promise<Store> {
  await withAda(store);
  await store.embeddings.useModel(model);
  return store;
}

/** Memories "Text 1" to "Text `to`", numbered from 1 as well. */
const texts = (from: number, to: number): MemoryChange[] =>
  Array.from({ length: to - from + 1 }, (_, i) => addition(1_000 + from + i, `Text ${from + i}`));
const write = (store: Store, ...changes: MemoryChange[]) => store.memories.write(ours, id(1), changes, at());

async function embedAll(store: Store, of = model): Promise<void> {
  for (;;) {
    const waiting = await store.embeddings.takeWaiting(of, tenant, 500, 1_000_000);
    if (waiting.length === 0) return;
    await store.embeddings.save(
      of,
      waiting.map((one) => ({ ...one, vector: vectorOf(one.content) })),
    );
  }
}

async function nearest(store: Store, text: string, limit = 5, of = model) {
  const cosines = cosinesIn(await store.embeddings.nearest(of, ours, id(1), vectorOf(text), limit, []));
  const found = [...cosines].slice(0, limit);
  const memories = await store.search.fetch(ours, id(1), [...cosines.keys()]);
  return found.map(([no, similarity]) => ({ content: memories.get(no)?.content ?? '', similarity }));
}
const first = async (store: Store, text: string) => (await nearest(store, text, 1))[0]?.content;

contract('embeddings', (open) => {
  test('dropping all embeddings leaves no model, and every memory waits again', async () => {
    const store = await withModel((await open()).store);
    await write(store, ...texts(1, 3));
    await embedAll(store);
    expect(await first(store, 'Text 2')).toBe('Text 2');
    await store.embeddings.dropAll();
    expect(await store.embeddings.currentModel()).toBeUndefined();
    expect(await nearest(store, 'Text 2')).toStrictEqual([]);
    for (const of of [model, { name: 'another', dimensions }]) {
      expect(await store.embeddings.countWaiting(of, ours)).toBe(3);
      await store.embeddings.useModel(of);
      await embedAll(store, of);
      expect((await nearest(store, 'Text 2', 1, of))[0]?.content).toBe('Text 2');
    }
  });

  test('nothing is compared while many memories of a character wait for their vectors', async () => {
    const store = await withModel((await open()).store);
    await write(store, ...texts(1, 20));
    await embedAll(store);
    await write(store, ...texts(21, 36));
    expect(await first(store, 'Text 2')).toBe('Text 2');
    await write(store, ...texts(37, 37));
    expect(await nearest(store, 'Text 2')).toStrictEqual([]);
    await embedAll(store);
    expect(await first(store, 'Text 37')).toBe('Text 37');
  });

  test.each([300, 1_400])('the nearest of %i memories is found with its cosine', async (size) => {
    const store = await withModel((await open()).store);
    await write(store, ...texts(1, size));
    await embedAll(store);
    for (const text of ['Text 7', `Text ${size - 1}`, 'Text 150']) {
      const [best] = await nearest(store, text);
      expect(best?.content).toBe(text);
      expect(best?.similarity).toBeCloseTo(1, 2);
    }
    const found = await nearest(store, 'Something else', 10);
    expect(found).toHaveLength(10);
    for (const one of found) {
      expect(one.similarity).toBeCloseTo(similarity(vectorOf('Something else'), vectorOf(one.content)), 2);
    }
    const cosines = found.map((one) => one.similarity);
    expect(cosines).toStrictEqual(cosines.toSorted((a, b) => b - a));
    await expectMean(store, size);
  });

  /** The mean is known, and memories that are left out are no nearer. */
  async function expectMean(store: Store, size: number): Promise<void> {
    const sample = [1, 100, 200, 5_000];
    const vector = vectorOf('Text 7');
    const nearness = await store.embeddings.nearest(model, ours, id(1), vector, 50, sample);
    const cosines = cosinesIn(nearness);
    const { beyond } = nearness;
    const usual = [...nearness.usual.memoryNos];
    if (size < 1_000) {
      expect({ known: cosines.size, usual: usual.length, beyond }).toStrictEqual({
        known: size,
        usual: size,
        beyond: undefined,
      });
      return;
    }
    expect(new Set(usual)).toStrictEqual(new Set([1, 100, 200]));
    expect(cosines.size).toBeLessThanOrEqual(53);
    expect([...cosines.values()].filter((cosine) => cosine >= beyond!).length).toBeGreaterThanOrEqual(50);
  }

  test('a character that grows large keeps all embeddings', async () => {
    const store = await withModel((await open()).store);
    await write(store, ...texts(1, 900));
    await embedAll(store);
    await write(store, ...texts(901, 1_100));
    await embedAll(store);
    for (const text of ['Text 1', 'Text 900', 'Text 1100']) expect(await first(store, text)).toBe(text);
  });

  test('updated, deleted and restored memories are found in their current state', async () => {
    const store = await withModel((await open()).store);
    await write(store, ...texts(1, 1_200));
    await embedAll(store);
    await write(store, { kind: 'update', memoryId: id(1_001), fields: { content: 'Changed' } });
    await write(store, { kind: 'delete', memoryId: id(1_002) });
    expect(await store.embeddings.countWaiting(model, ours)).toBe(1);
    for (const text of ['Text 1', 'Text 2']) expect(await first(store, text)).not.toBe(text);
    await embedAll(store);
    expect(await first(store, 'Changed')).toBe('Changed');
    await write(store, { kind: 'restore', memoryId: id(1_002) });
    expect(await store.embeddings.countWaiting(model, ours)).toBe(1);
    await embedAll(store);
    expect(await first(store, 'Text 2')).toBe('Text 2');
    // Weights and category are no part of the text.
    await write(store, { kind: 'update', memoryId: id(1_002), fields: { salience: 1, category: 'facts' } });
    expect(await store.embeddings.countWaiting(model, ours)).toBe(0);
  });

  test('an embedding of an outdated text, or a second one, is not stored', async () => {
    const store = await withModel((await open()).store);
    await write(store, ...texts(1, 1));
    const [waiting] = await store.embeddings.takeWaiting(model, tenant, 10, 1_000);
    if (!waiting) throw new Error('nothing waits');
    await write(store, { kind: 'update', memoryId: id(1_001), fields: { content: 'Changed' } });
    await store.embeddings.save(model, [{ ...waiting, vector: vectorOf('Text 1') }]);
    expect(await nearest(store, 'Text 1')).toStrictEqual([]);
    expect(await store.embeddings.countWaiting(model, ours)).toBe(1);
    const changed = { ...waiting, content: 'Changed', vector: vectorOf('Changed') };
    const late = { ...changed, vector: vectorOf('something else') };
    await store.embeddings.save(model, [changed, late]);
    await store.embeddings.save(model, [late]);
    expect(await nearest(store, 'Changed')).toMatchObject([{ content: 'Changed', similarity: expect.closeTo(1, 2) }]);
    expect(await store.embeddings.countWaiting(model, ours)).toBe(0);
    await store.embeddings.save(model, [{ ...changed, memoryNo: waiting.memoryNo + 1 }]);
  });

  test('a tenant’s backlog has the number of waiting memories and the oldest’s time', async () => {
    const store = await withModel((await open()).store);
    const backlog = () => store.embeddings.backlog(model, tenant);
    expect(await backlog()).toStrictEqual({ waiting: 0, since: undefined });
    await store.memories.write(ours, id(1), texts(1, 2), at(2_000));
    await store.memories.write(ours, id(1), texts(3, 3), at(3_000));
    expect(await backlog()).toStrictEqual({ waiting: 3, since: 2_000 });
    const first = (await store.embeddings.takeWaiting(model, tenant, 3, 1_000)).at(-1);
    await store.embeddings.save(model, [{ ...first!, vector: vectorOf('Text 1') }]);
    await write(store, { kind: 'delete', memoryId: id(1_002) });
    expect(await backlog()).toStrictEqual({ waiting: 1, since: 3_000 });
    expect(await store.embeddings.backlog(model, 'another')).toStrictEqual({ waiting: 0, since: undefined });
  });

  test('a rejected text does not wait again until it changes', async () => {
    const store = await withModel((await open()).store);
    await write(store, ...texts(1, 1));
    const [waiting] = await store.embeddings.takeWaiting(model, tenant, 10, 1_000);
    if (!waiting) throw new Error('nothing waits');
    await store.embeddings.save(model, [waiting]);
    expect(await store.embeddings.countWaiting(model, ours)).toBe(0);
    expect(await nearest(store, 'Text 1')).toStrictEqual([]);
    await write(store, { kind: 'update', memoryId: id(1_001), fields: { content: 'Changed' } });
    expect(await store.embeddings.countWaiting(model, ours)).toBe(1);
  });

  test('one holder at a time has a tenant’s lease, until it expires or is released', async () => {
    const { store, reopen } = await open();
    const { embeddings } = store;
    const other = (await reopen()).embeddings;
    expect(await embeddings.lease('a', tenant, 0, 100)).toBe(true);
    expect(await other.lease('b', tenant, 50, 150)).toBe(false);
    expect(await embeddings.lease('a', tenant, 90, 190)).toBe(true);
    expect(await other.lease('b', tenant, 190, 290)).toBe(true);
    expect(await embeddings.lease('a', tenant, 200, 300)).toBe(false);
    await embeddings.release('a');
    expect(await embeddings.lease('a', tenant, 200, 300)).toBe(false);
    expect(await embeddings.lease('a', 'another tenant', 200, 300)).toBe(true);
    await other.release('b');
    expect(await embeddings.lease('a', tenant, 200, 300)).toBe(true);
  });

  test('another model makes every memory wait again', async () => {
    const store = await withModel((await open()).store);
    await write(store, ...texts(1, 20));
    await embedAll(store);
    await store.embeddings.useModel(model);
    expect(await store.embeddings.countWaiting(model, ours)).toBe(0);
    const newer = { name: 'newer', dimensions };
    await store.embeddings.useModel(newer);
    expect(await store.embeddings.countWaiting(newer, ours)).toBe(20);
    expect(await nearest(store, 'Text 1', 5, newer)).toStrictEqual([]);
    await embedAll(store, newer);
    expect((await nearest(store, 'Text 1', 1, newer))[0]?.content).toBe('Text 1');
  });

  test.each([10, 1_100])(
    'vectors of another model or length are never compared with those of %i memories, nor stored',
    async (size) => {
      const store = await withModel((await open()).store);
      await write(store, ...texts(1, size));
      await embedAll(store);
      const near = async (of: EmbeddingModel, vector: Float32Array) =>
        cosinesIn(await store.embeddings.nearest(of, ours, id(1), vector, 5, [1, 2])).size;
      const vector = vectorOf('Text 1');
      const longer = vectorOf('Text 1', 72);
      const other = { name: 'newer', dimensions: undefined };
      expect(await near({ ...model, dimensions: undefined }, vector)).toBeGreaterThan(0);
      expect([
        await near(model, longer),
        await near(model, vectorOf('Text 1', 3)),
        await near(other, vector),
      ]).toStrictEqual([0, 0, 0]);
      await write(store, ...texts(size + 1, size + 1));
      const [waiting] = await store.embeddings.takeWaiting(model, tenant, 10, 1_000);
      if (!waiting) throw new Error('nothing waits');
      expect(await store.embeddings.save({ ...model, dimensions: 72 }, [{ ...waiting, vector: longer }])).toBe(0);
      expect(await store.embeddings.save(other, [{ ...waiting, vector }])).toBe(0);
      expect(await store.embeddings.countWaiting(model, ours)).toBe(1);
      expect(await store.embeddings.save(model, [{ ...waiting, vector }])).toBe(1);
    },
  );

  test('another model or length makes all memories wait, and drops nothing before it is used', async () => {
    const store = await withModel((await open()).store);
    expect(await store.embeddings.currentModel()).toStrictEqual(model);
    await write(store, ...texts(1, 20));
    await embedAll(store);
    await write(store, { kind: 'delete', memoryId: id(1_001) });
    for (const other of [
      { name: 'newer', dimensions: undefined },
      { ...model, dimensions: 72 },
    ]) {
      expect(await store.embeddings.countWaiting(other, ours)).toBe(19);
      expect(await store.embeddings.waitingTenants(other, 0)).toStrictEqual([{ tenantId: tenant, tier: 'BUSINESS' }]);
      const taken = await store.embeddings.takeWaiting(other, tenant, 3, 1_000);
      expect(taken.map(({ content }) => content)).toStrictEqual(['Text 20', 'Text 19', 'Text 18']);
    }
    expect(await store.embeddings.countWaiting({ ...model, dimensions: undefined }, ours)).toBe(0);
    expect(await first(store, 'Text 7')).toBe('Text 7');
  });

  test('a batch has the newest memories, limited by number and text', async () => {
    const store = await withModel((await open()).store);
    await write(store, ...texts(1, 20));
    const take = (limit: number, maxChars: number) => store.embeddings.takeWaiting(model, tenant, limit, maxChars);
    expect((await take(5, 1_000)).map(({ content }) => content)).toStrictEqual(
      [20, 19, 18, 17, 16].map((n) => `Text ${n}`),
    );
    expect(await take(20, 14)).toHaveLength(2);
    expect(await take(20, 1)).toHaveLength(1);
    expect(await store.embeddings.takeWaiting(model, 'nobody', 20, 1_000)).toHaveLength(0);
  });

  test('waiting tenants are listed with their current tier, and other tenants’ characters not found', async () => {
    const store = await withModel((await open()).store);
    expect(await store.embeddings.waitingTenants(model, 0)).toStrictEqual([]);
    await write(store, ...texts(1, 2));
    await store.characters.create(theirs, newCharacter(2, 'Bea'), 'BUSINESS', 0);
    await store.tenants.setTier(tenant, 'FREE', 100, 0);
    expect(await store.embeddings.waitingTenants(model, 99)).toStrictEqual([{ tenantId: tenant, tier: 'BUSINESS' }]);
    expect(await store.embeddings.waitingTenants(model, 100)).toStrictEqual([{ tenantId: tenant, tier: 'FREE' }]);
    expect(await store.embeddings.countWaiting(model, theirs)).toBe(0);
    expect(await rejection(store.embeddings.nearest(model, theirs, id(1), vectorOf('x'), 1, []))).toBe(
      'CharacterNotFound',
    );
  });
});

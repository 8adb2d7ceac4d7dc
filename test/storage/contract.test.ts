import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { presets } from '../../src/domain/category.ts';
import { emptyProfile } from '../../src/domain/character.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { MemoryChange, NewMemory } from '../../src/domain/memory.ts';
import { serviceScope } from '../../src/domain/principal.ts';
import type { Store } from '../../src/domain/store.ts';
import { openStore, temporaryFolder } from '../support/harness.ts';

/** Every engine must pass these: what the comments of the Store interface promise. */
const engines: [string, () => Store][] = [['sqlite', () => openStore(join(temporaryFolder(), 'memory.db'))]];

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const by = { changedBy: 'tester', now: 1_000 };
const added = (n: number, content: string, more: Partial<NewMemory> = {}): MemoryChange => ({
  kind: 'add',
  memory: { id: id(n), content, salience: 0.5, importance: 'NORMAL', source: { kind: 'direct' }, ...more },
});

const character = (n: number, name: string) => ({
  id: id(n),
  name,
  categoryPreset: 'standard' as const,
  tags: [],
  profile: emptyProfile,
  categories: presets.standard,
});

async function rejected(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new Error('it resolved'),
    (reason: unknown) => reason,
  );
  return error instanceof ServiceError ? error.type : String(error);
}

describe.each(engines)('%s', (_, open) => {
  async function prepared(): Promise<Store> {
    const store = open();
    onTestFinished(() => store.close());
    for (const tenant of ['t1', 't2']) await store.tenants.ensure(tenant, 'BUSINESS', 0);
    await store.characters.create(serviceScope('t1'), character(1, 'Ada'), 'BUSINESS', 500);
    return store;
  }

  test('changes of one write are applied in order, all or none', async () => {
    const store = await prepared();
    const outcomes = await store.memories.write(
      serviceScope('t1'),
      id(1),
      [added(11, 'one'), added(12, 'two'), added(13, 'One ')],
      by,
    );
    expect(outcomes.map(({ operation }) => operation)).toStrictEqual(['ADD', 'ADD', 'ADD']);
    const failing: MemoryChange[] = [
      added(14, 'four'),
      { kind: 'delete', memoryId: id(11) },
      { kind: 'update', memoryId: id(99), fields: { content: 'x' } },
    ];
    expect(await rejected(store.memories.write(serviceScope('t1'), id(1), failing, by))).toBe('MemoryNotFound');
    const { memories } = await store.memories.list(serviceScope('t1'), id(1), { state: 'ALL', page: 0, limit: 100 });
    expect(memories.map(({ content, state }) => `${content}:${state}`).sort()).toStrictEqual([
      'One :ACTIVE',
      'one:ACTIVE',
      'two:ACTIVE',
    ]);
    expect(await store.characters.find(serviceScope('t1'), 'Ada')).toMatchObject({ memoryCount: 3 });
    expect((await store.memories.history(serviceScope('t1'), id(1), id(11))).length).toBe(1);
  });

  test('within one write later changes see earlier ones', async () => {
    const store = await prepared();
    const outcomes = await store.memories.write(
      serviceScope('t1'),
      id(1),
      [
        added(11, 'one'),
        added(12, 'one'),
        { kind: 'update', memoryId: id(11), fields: { content: 'two' } },
        { kind: 'delete', memoryId: id(11) },
        added(13, 'two'),
        { kind: 'restore', memoryId: id(13) },
      ],
      by,
    );
    expect(outcomes.map(({ operation }) => operation)).toStrictEqual([
      'ADD',
      'NONE',
      'UPDATE',
      'DELETE',
      'ADD',
      'NONE',
    ]);
    expect(outcomes[1]?.memory.id).toBe(id(11));
  });

  test('what belongs to another tenant does not exist', async () => {
    const store = await prepared();
    await store.memories.write(serviceScope('t1'), id(1), [added(11, 'secret')], by);
    await store.characters.change(serviceScope('t1'), id(1), () => ({ aliases: [{ alias: 'al' }] }), 600);
    for (const reference of [id(1), 'Ada', 'al'])
      expect(await store.characters.find(serviceScope('t2'), reference)).toBeUndefined();
    expect(await store.characters.findByAlias(serviceScope('t2'), 'al')).toBeUndefined();
    expect(await store.characters.names(serviceScope('t2'), '', 10)).toStrictEqual([]);
    const refused: Promise<unknown>[] = [
      store.memories.write(serviceScope('t2'), id(1), [added(12, 'x')], by),
      store.memories.get(serviceScope('t2'), id(1), id(11)),
      store.memories.list(serviceScope('t2'), id(1), { state: 'ALL', page: 0, limit: 10 }),
      store.memories.forExport(serviceScope('t2'), id(1), undefined),
      store.memories.history(serviceScope('t2'), id(1), id(11)),
      store.categories.list(serviceScope('t2'), id(1)),
      store.categories.add(
        serviceScope('t2'),
        id(1),
        { name: 'n', description: '', importance: 'LOW', hints: [], isDefault: false },
        0,
      ),
      store.categories.change(serviceScope('t2'), id(1), 'facts', { description: 'd' }, 0),
      store.categories.remove(serviceScope('t2'), id(1), 'facts', undefined, by),
      store.characters.change(serviceScope('t2'), id(1), () => ({ tags: ['x'] }), 0),
      store.characters.clone(serviceScope('t2'), id(1), { id: id(3), name: 'c', copyTags: false }, 'BUSINESS', 0),
    ];
    for (const one of refused) expect(await rejected(one)).toBe('CharacterNotFound');
    await store.characters.create(serviceScope('t2'), character(2, 'Ada'), 'BUSINESS', 500);
    await store.characters.change(serviceScope('t2'), id(2), () => ({ aliases: [{ alias: 'AL' }] }), 600);
    expect((await store.characters.find(serviceScope('t2'), 'al'))?.id).toBe(id(2));
    expect(await store.tenants.usage('t2', 0)).toMatchObject({ characters: 1, memories: 0, storageBytes: 0 });
    expect(await store.tenants.usage('t1', 0)).toMatchObject({ characters: 1, memories: 1, storageBytes: 6 });
  });

  test('a change that throws leaves the character as it was', async () => {
    const store = await prepared();
    const change = () => {
      throw new ServiceError('InvalidInput', 'no');
    };
    expect(await rejected(store.characters.change(serviceScope('t1'), id(1), change, 900))).toBe('InvalidInput');
    expect(await store.characters.find(serviceScope('t1'), 'Ada')).toMatchObject({
      updatedAt: '1970-01-01T00:00:00.500Z',
    });
  });

  test('writes of one process happen in the order in which they were asked for', async () => {
    const store = await prepared();
    const writes = Array.from({ length: 200 }, (_, i) =>
      store.memories.write(serviceScope('t1'), id(1), [added(100 + i, `m${i}`)], { ...by, now: 1_000 + i }),
    );
    await Promise.all(writes);
    const { memories, total } = await store.memories.list(serviceScope('t1'), id(1), {
      state: 'ACTIVE',
      page: 0,
      limit: 100,
    });
    expect(total).toBe(200);
    expect(memories.map(({ content }) => content)).toStrictEqual(Array.from({ length: 100 }, (_, i) => `m${199 - i}`));
    expect(await store.characters.find(serviceScope('t1'), 'Ada')).toMatchObject({
      memoryCount: 200,
      lastMemoryAt: '1970-01-01T00:00:01.199Z',
    });
  });

  test('exports come by category, most salient first', async () => {
    const store = await prepared();
    await store.memories.write(
      serviceScope('t1'),
      id(1),
      [
        added(1, 'b', { category: 'goals', salience: 0.1 }),
        added(2, 'c', { category: 'facts', salience: 0.1 }),
        added(3, 'a', { category: 'facts', salience: 0.9 }),
        added(4, 'z', { category: 'facts', salience: 0.1, occurredAt: 5_000 }),
        added(5, 'gone', { category: 'facts' }),
        { kind: 'delete', memoryId: id(5) },
      ],
      by,
    );
    const contents = (await store.memories.forExport(serviceScope('t1'), id(1), undefined)).map(
      ({ content }) => content,
    );
    expect(contents).toStrictEqual(['a', 'z', 'c', 'b']);
    expect((await store.memories.forExport(serviceScope('t1'), id(1), 'GOALS')).length).toBe(1);
    expect(await rejected(store.memories.forExport(serviceScope('t1'), id(1), 'nope'))).toBe('CategoryNotConfigured');
  });
});

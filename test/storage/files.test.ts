import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { presets } from '../../src/domain/category.ts';
import { emptyProfile } from '../../src/domain/character.ts';
import type { NewPiece, NewSnapshot } from '../../src/domain/file-store.ts';
import type { NewMemory } from '../../src/domain/store.ts';
import { serviceScope } from '../../src/domain/tenant.ts';
import { pieceKeys } from '../../src/files/piece.ts';
import { reconcile } from '../../src/files/reconcile.ts';
import { openStore, temporaryFolder } from '../support/harness.ts';

const by = { changedBy: 'test', now: 1_000_000 };
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

async function withCharacter(path = join(temporaryFolder(), 'memory.db')) {
  const store = openStore(path);
  onTestFinished(() => store.close());
  let ids = 1;
  for (const tenant of ['local', 'other']) {
    await store.tenants.ensure(tenant, 'BUSINESS', by.now);
    const made = { id: id(ids++), name: 'Ada', categoryPreset: 'standard', tags: [], profile: emptyProfile } as const;
    await store.characters.create(
      serviceScope(tenant),
      { ...made, tags: [], categories: presets.standard },
      'BUSINESS',
      by.now,
    );
  }
  const memory = (content: string, category?: string): NewMemory => ({
    id: id(1_000 + ids++),
    content,
    category,
    salience: 0.5,
    importance: 'NORMAL',
    source: { kind: 'file' },
  });
  const piece = (body: string, category?: string): NewPiece => ({
    ...pieceKeys({ body, context: [] }),
    memory: memory(body, category),
  });
  const snapshot = (bodies: string[], more: Partial<NewSnapshot> = {}): NewSnapshot => ({
    fileId: id(100 + ids++),
    path: 'a.md',
    content: Buffer.from(bodies.join('\n')),
    contentHash: bodies.join('\n'),
    capture: false,
    pieces: bodies.map((body) => piece(body)),
    ...more,
  });
  const push = (given: NewSnapshot, now = by.now) =>
    store.files.push(serviceScope('local'), id(1), given, reconcile, { ...by, now });
  const total = async () =>
    (await store.memories.list(serviceScope('local'), id(1), { state: 'ACTIVE', page: 0, limit: 1 })).total;
  return { store, snapshot, push, piece, memory, total, path };
}

test('a snapshot is stored with all its memories or not at all', async () => {
  const { store, snapshot, push, piece, total } = await withCharacter();
  const broken = snapshot(['one'], { pieces: [piece('one'), piece('two', 'no such category')] });
  await expect(push(broken)).rejects.toMatchObject({ type: 'CategoryNotConfigured' });
  expect(await total()).toBe(0);
  expect(await store.files.find(serviceScope('local'), id(1), 'a.md')).toBeUndefined();
});

test('an import is stored whole or not at all, and counting it leaves nothing', async () => {
  const { store, memory, total } = await withCharacter();
  const category = { name: 'New', description: 'd', importance: 'LOW' as const, hints: [], isDefault: false };
  const add = (one: NewMemory) => ({ kind: 'add' as const, memory: one });
  const give = (changes: ReturnType<typeof add>[]) =>
    store.files.importMemories(serviceScope('local'), id(1), { categories: [category], changes }, by);
  const count = (memories: NewMemory[]) => store.files.countImport(serviceScope('local'), id(1), [category], memories);
  expect(await count([memory('a', 'New'), memory('b'), memory('b')])).toStrictEqual({ added: 2, duplicates: 1 });
  await expect(count([memory('a', 'nope')])).rejects.toMatchObject({ type: 'CategoryNotConfigured' });
  await expect(give([add(memory('a')), add(memory('b', 'nope'))])).rejects.toMatchObject({
    type: 'CategoryNotConfigured',
  });
  expect(await total()).toBe(0);
  expect((await store.categories.list(serviceScope('local'), id(1))).map(({ name }) => name)).not.toContain('New');
});

test('of many pushes at once from two processes, each content is stored once and versions have no gaps', async () => {
  const one = await withCharacter();
  const other = openStore(one.path);
  onTestFinished(() => other.close());
  const pushes = Array.from({ length: 40 }, (_, i) => {
    const store = i % 2 === 0 ? one.store : other;
    return store.files.push(serviceScope('local'), id(1), one.snapshot([`line ${Math.floor(i / 4)}`]), reconcile, by);
  });
  const results = await Promise.all(pushes);
  const versions = results.filter(({ changed }) => changed).map(({ version }) => version);
  expect(versions.toSorted((a, b) => a - b)).toStrictEqual(Array.from({ length: versions.length }, (_, i) => i + 1));
  expect(await one.total()).toBe(1);
});

test('what belongs to another tenant does not exist', async () => {
  const { store, snapshot, push } = await withCharacter();
  const { fileId } = await push(snapshot(['one']));
  await expect(store.files.get(serviceScope('other'), fileId)).rejects.toMatchObject({ type: 'FileNotFound' });
  await expect(store.files.list(serviceScope('other'), id(1), { page: 0, limit: 1 })).rejects.toMatchObject({
    type: 'CharacterNotFound',
  });
  await expect(store.files.push(serviceScope('other'), id(1), snapshot(['x']), reconcile, by)).rejects.toMatchObject({
    type: 'CharacterNotFound',
  });
});

test('a clock that was set back does not lock a file', async () => {
  const { snapshot, push } = await withCharacter();
  const interval = 'FREE' as const;
  await push(snapshot(['one'], { interval }), 10_000_000);
  await expect(push(snapshot(['two'], { interval }), 10_059_999)).rejects.toMatchObject({ retryAt: 10_060_000 });
  expect(await push(snapshot(['two'], { interval }), 1_000)).toMatchObject({ version: 2 });
});

test('a text that another memory took over is not lost when its piece moves onto it', async () => {
  const { store, push, snapshot, piece, total } = await withCharacter();
  const moving = (context: string[]) => ({ ...piece(`${context.join('')}: x`), ...pieceKeys({ body: 'x', context }) });
  await push(snapshot(['1'], { pieces: [moving(['A'])] }));
  await store.memories.write(serviceScope('local'), id(1), [{ kind: 'add', memory: piece('B: x').memory }], by);
  expect(await push(snapshot(['2'], { pieces: [moving(['B'])] }))).toMatchObject({ memoriesRemoved: 1 });
  expect(await total()).toBe(1);
});

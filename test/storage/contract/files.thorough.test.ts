import { describe, expect, test } from 'vitest';
import { maxVersions } from '../../../src/domain/file.ts';
import type { MemoryChange, NewMemory } from '../../../src/domain/memory.ts';
import type { NewPiece, NewSnapshot, SnapshotIdentity } from '../../../src/domain/stores/files.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { reconcile, reconcileStatement } from '../../../src/files/reconcile.ts';
import {
  activeContents,
  addition,
  at,
  id,
  newMemory,
  newPiece,
  newSnapshot,
  ours,
  rejection,
  rejections,
  theirs,
  withAda,
} from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const push = (store: Store, snapshot: NewSnapshot, now = 1_000) =>
  store.files.push(ours, id(1), snapshot, reconcile, at(now));
/** Pushes `a.md` with these pieces. */
const pushed = (store: Store, pieces: NewPiece[], more: Partial<NewSnapshot> = {}, now?: number) =>
  push(store, newSnapshot(10, pieces, more), now);
const write = (store: Store, ...changes: MemoryChange[]) => store.memories.write(ours, id(1), changes, at());
const edit = (n: number, content: string): MemoryChange => ({ kind: 'update', memoryId: id(n), fields: { content } });
const archived = () => ({ status: 'ARCHIVED' as const });

contract('files', (open) => {
  describe('a push', () => {
    test('a push stores the next version and returns it', async () => {
      const { store } = await open();
      await withAda(store);
      const made = await pushed(store, [newPiece(11, 'one')], { label: 'notes' });
      expect(made).toStrictEqual({
        fileId: id(10),
        characterId: id(1),
        path: 'a.md',
        label: 'notes',
        version: 1,
        contentHash: 'one',
        sizeBytes: 3,
        capturedAt: '1970-01-01T00:00:01.000Z',
        changed: true,
        memoriesAdded: 1,
        memoriesRemoved: 0,
      });
      const next = await pushed(store, [newPiece(12, 'two')], { fileId: id(99) }, 2_000);
      expect(next).toMatchObject({ fileId: id(10), version: 2, label: 'notes', memoriesAdded: 1, memoriesRemoved: 1 });
      expect(await store.memories.get(ours, id(1), id(12))).toMatchObject({ source: { kind: 'file', fileId: id(10) } });
    });

    test('a push is stored with all its memories or not at all', async () => {
      const { store } = await open();
      await withAda(store);
      const broken = [newPiece(11, 'one'), newPiece(12, 'two', [], { category: 'nope' })];
      expect(await rejection(pushed(store, broken))).toBe('CategoryNotConfigured');
      expect(await activeContents(store)).toStrictEqual([]);
      expect(await store.files.find(ours, id(1), 'a.md')).toBeUndefined();
    });

    test('a push checks its base first, then for changes, then the interval', async () => {
      const { store } = await open();
      await withAda(store);
      const one = [newPiece(11, 'one')];
      const two = [newPiece(12, 'two')];
      const interval = 'FREE' as const;
      expect(await rejection(pushed(store, one, { baseVersion: 1 }))).toBe('SnapshotConflict');
      await pushed(store, one, { baseVersion: 0, interval }, 10_000);
      expect(await rejection(pushed(store, one, { baseVersion: 0 }, 10_001))).toBe('SnapshotConflict');
      const same = await pushed(store, one, { baseVersion: 1, interval, label: 'new' }, 10_001);
      expect(same).toMatchObject({ changed: false, version: 1, label: 'new', capturedAt: '1970-01-01T00:00:10.000Z' });
      expect(await store.files.find(ours, id(1), 'a.md')).toMatchObject({ label: 'new' });
      await expect(pushed(store, two, { baseVersion: 1, interval }, 69_999)).rejects.toMatchObject({
        type: 'TierLimitExceeded',
        retryAt: 70_000,
      });
      expect(await pushed(store, two, { baseVersion: 1, interval }, 70_000)).toMatchObject({ version: 2 });
    });

    test('a clock that was set back does not block a push', async () => {
      const { store } = await open();
      await withAda(store);
      await pushed(store, [newPiece(11, 'one')], { interval: 'FREE' }, 10_000_000);
      expect(await pushed(store, [newPiece(12, 'two')], { interval: 'FREE' }, 1_000)).toMatchObject({ version: 2 });
    });

    test('many concurrent pushes of two processes store each content once, without gaps in versions', async () => {
      const { store, reopen } = await open();
      await withAda(store);
      const other = await reopen();
      const pushes = Array.from({ length: 40 }, (_, i) =>
        pushed(i % 2 === 0 ? store : other, [newPiece(100 + i, `line ${Math.floor(i / 4)}`)]),
      );
      const versions = (await Promise.all(pushes)).filter(({ changed }) => changed).map(({ version }) => version);
      expect(versions.toSorted((a, b) => a - b)).toStrictEqual(
        Array.from({ length: versions.length }, (_, i) => i + 1),
      );
      expect(await activeContents(store)).toHaveLength(1);
    });
  });

  test('an unchanged file is confirmed, with its label and presence', async () => {
    const { store } = await open();
    await withAda(store);
    const confirm = (more: Partial<SnapshotIdentity> = {}) =>
      store.files.confirm(ours, id(1), { path: 'a.md', contentHash: 'one', ...more });
    expect(await confirm()).toBeUndefined();
    await pushed(store, [newPiece(11, 'one')], { label: 'notes' });
    const record = await store.files.find(ours, id(1), 'a.md');
    const same = { ...record, changed: false, memoriesAdded: 0, memoriesRemoved: 0 };
    expect(await confirm({ baseVersion: 1 })).toStrictEqual(same);
    expect(await confirm({ contentHash: 'other' })).toBeUndefined();
    for (const contentHash of ['one', 'other']) {
      expect(await rejection(confirm({ contentHash, baseVersion: 0 }))).toBe('SnapshotConflict');
    }
    expect(await confirm({ label: 'new' })).toStrictEqual({ ...same, label: 'new' });
    expect(await store.files.find(ours, id(1), 'a.md')).toStrictEqual({ ...record, label: 'new' });
  });

  test('a finished push leaves no staging to abandon', async () => {
    const { store } = await open();
    await withAda(store);
    const many = Array.from({ length: 600 }, (_, n) => newPiece(1_000 + n, `line ${n}`));
    expect(await pushed(store, many)).toMatchObject({ memoriesAdded: 600 });
    expect(await store.files.clearAbandoned(at().now + 3_600_000)).toBe(0);
    expect(await activeContents(store)).toHaveLength(600);
  });

  describe('the memory of a piece', () => {
    test('the memory of a piece is kept, moved or deleted with it', async () => {
      const { store } = await open();
      await withAda(store);
      await pushed(store, [newPiece(11, 'kept'), newPiece(12, 'moved'), newPiece(13, 'gone')]);
      const next = [newPiece(21, 'kept'), newPiece(22, 'moved', ['Heading'], { category: 'facts' })];
      expect(await pushed(store, next)).toMatchObject({ memoriesAdded: 0, memoriesRemoved: 1 });
      expect(await store.memories.get(ours, id(1), id(11))).toMatchObject({ content: 'kept', revision: 1 });
      expect(await store.memories.get(ours, id(1), id(12))).toMatchObject({
        content: 'Heading: moved',
        category: 'facts',
        revision: 2,
      });
      expect(await rejection(store.memories.get(ours, id(1), id(13)))).toBe('MemoryNotFound');
    });

    test('a file that wins changes and deletes what was edited here or stored before it', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(5, 'one'));
      const won = (path: string, texts: string[], n: number) => {
        const pieces = texts.map((text, i) => newPiece(n + i, text));
        const snapshot = newSnapshot(10, pieces, { path, wins: true, fileId: id(n + 50) });
        return store.files.push(ours, id(1), snapshot, reconcileStatement, at(n));
      };
      await won('a.md', ['one'], 100);
      await write(store, edit(5, 'one, edited'));
      await won('a.md', ['one, by a colleague'], 200);
      expect(await store.memories.get(ours, id(1), id(5))).toMatchObject({ content: 'one, by a colleague' });
      await write(store, { kind: 'delete', memoryId: id(5) });
      expect(await won('a.md', ['one again'], 300)).toMatchObject({ memoriesRemoved: 0 });
      expect(await activeContents(store)).toStrictEqual(['one again']);
      await won('a.md', [], 400);
      expect(await activeContents(store)).toStrictEqual([]);
    });

    test('an edited memory neither moves nor is deleted with its piece', async () => {
      const { store } = await open();
      await withAda(store);
      await pushed(store, [newPiece(11, 'moved'), newPiece(12, 'gone')]);
      await write(store, edit(11, 'moved, edited'), edit(12, 'gone, edited'));
      expect(await pushed(store, [newPiece(21, 'moved', ['Heading'])])).toMatchObject({ memoriesRemoved: 0 });
      expect(await activeContents(store)).toStrictEqual(['gone, edited', 'moved, edited']);
    });

    test('a memory that existed before, or that another piece shares, stays', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(20, 'mine'));
      await pushed(store, [newPiece(11, 'mine'), newPiece(12, 'shared')]);
      await push(store, newSnapshot(30, [newPiece(31, 'shared')], { path: 'b.md' }));
      expect(await pushed(store, [])).toMatchObject({ memoriesRemoved: 0 });
      expect(await activeContents(store)).toStrictEqual(['mine', 'shared']);
      expect(await push(store, newSnapshot(30, [], { path: 'b.md' }))).toMatchObject({ memoriesRemoved: 1 });
    });

    test('a memory is not lost when its piece moves onto a text that another memory took over', async () => {
      const { store } = await open();
      await withAda(store);
      await pushed(store, [newPiece(11, 'x', ['A'])]);
      await write(store, addition(20, 'B: x'));
      expect(await pushed(store, [newPiece(12, 'x', ['B'])])).toMatchObject({ memoriesRemoved: 1 });
      expect(await activeContents(store)).toStrictEqual(['B: x']);
    });
  });

  test('the latest versions are kept with their contents', async () => {
    const { store } = await open();
    await withAda(store);
    const last = maxVersions + 1;
    for (let n = 1; n <= last; n++) await pushed(store, [newPiece(100 + n, `text ${n}`)]);
    const content = async (version?: number) =>
      Buffer.from((await store.files.get(ours, id(10), version)).bytes).toString();
    expect([await content(), await content(2), await content(last)]).toStrictEqual([
      `text ${last}`,
      'text 2',
      `text ${last}`,
    ]);
    expect(await store.files.get(ours, id(10), 2)).toMatchObject({ version: 2, contentHash: 'text 2', sizeBytes: 6 });
    for (const version of [0, 1, last + 1]) {
      expect(await rejection(store.files.get(ours, id(10), version))).toBe('FileNotFound');
    }
    expect(await store.tenants.usage(ours, 0)).toMatchObject({ files: 1 });
  });

  test('lists are sorted by path, the status by time', async () => {
    const { store } = await open();
    await withAda(store);
    for (const [n, path] of ['b/z.md', 'b/y/x.md', 'b.md', 'bz', 'a'].entries()) {
      await push(store, { ...newSnapshot(10 + n, [newPiece(20 + n, path)]), path }, 1_000 + n);
    }
    const listed = await store.files.list(ours, id(1), { page: 1, limit: 2 });
    expect([listed.files.map(({ path }) => path), listed.total]).toStrictEqual([['b/y/x.md', 'b/z.md'], 5]);
    const status = await store.files.status(ours, id(1), 2);
    expect(status).toMatchObject({
      characterId: id(1),
      totalFiles: 5,
      totalSizeBytes: 6 + 8 + 4 + 2 + 1,
      latestSyncAt: '1970-01-01T00:00:01.004Z',
      capture: { pending: 0, failed: [] },
    });
    expect(status.files.map(({ path }) => path)).toStrictEqual(['a', 'bz']);
  });

  describe('an import', () => {
    const category = { name: 'New', description: 'd', importance: 'LOW', hints: ['h'], isDefault: true } as const;
    const brought = (name: string = category.name) => [{ ...category, hints: ['h'], name }];
    const give = (store: Store, changes: MemoryChange[], name?: string) =>
      store.files.importMemories(ours, id(1), { categories: brought(name), changes }, at());
    const count = (store: Store, ...memories: NewMemory[]) => store.files.countImport(ours, id(1), brought(), memories);
    const categories = async (store: Store) => (await store.categories.list(ours, id(1))).map(({ name }) => name);

    test('an import is stored whole, with counts', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(20, 'c'));
      const changes = [addition(11, 'a', { category: 'New' }), addition(12, 'b'), addition(13, 'b'), addition(14, 'c')];
      expect(await give(store, changes)).toStrictEqual({ added: 2, duplicates: 2 });
      expect(await activeContents(store)).toStrictEqual(['a', 'b', 'c']);
      expect(await store.categories.list(ours, id(1))).toContainEqual({
        ...category,
        isDefault: false,
        memoryCount: 1,
      });
    });

    test('a dry run of an import is counted and leaves nothing', async () => {
      const { store } = await open();
      await withAda(store);
      await write(store, addition(20, 'c'));
      const named = newMemory(11, 'a', { category: ' NEW ' });
      const memories = [named, newMemory(12, 'b'), newMemory(13, 'b'), newMemory(14, 'c')];
      expect(await count(store, ...memories)).toStrictEqual({ added: 2, duplicates: 2, ids: [id(11), id(12)] });
      expect(await rejection(count(store, newMemory(15, 'd', { category: 'nope' })))).toBe('CategoryNotConfigured');
      expect(await activeContents(store)).toStrictEqual(['c']);
      expect(await categories(store)).not.toContain('New');
    });

    test('an import is not stored when a part of it is refused', async () => {
      const { store } = await open();
      await withAda(store);
      const changes = [addition(11, 'a', { category: 'New' }), addition(12, 'b'), addition(13, 'b')];
      expect(await rejection(give(store, [...changes, addition(14, 'd', { category: 'nope' })]))).toBe(
        'CategoryNotConfigured',
      );
      expect(await activeContents(store)).toStrictEqual([]);
      expect(await categories(store)).not.toContain('New');
    });

    test('an import replaces an unchanged category of a preset, and keeps a changed one', async () => {
      const { store } = await open();
      await withAda(store);
      await store.categories.change(ours, id(1), 'goals', { description: 'mine' }, 0);
      for (const name of ['FACTS', 'goals']) await give(store, [], name);
      const listed = await store.categories.list(ours, id(1));
      expect(listed.find(({ name }) => name === 'facts')).toMatchObject({ description: 'd', importance: 'LOW' });
      expect(listed.find(({ name }) => name === 'goals')).toMatchObject({ description: 'mine' });
    });
  });

  test('an archived character’s files are read-only, another tenant’s not found', async () => {
    const { store } = await open();
    await withAda(store);
    const { fileId } = await pushed(store, [newPiece(11, 'one')]);
    const nothing = { categories: [], changes: [] };
    const same = { path: 'a.md', contentHash: 'one' };
    const writes = (scope: typeof ours) => [
      store.files.push(scope, id(1), newSnapshot(12, []), reconcile, at()),
      store.files.importMemories(scope, id(1), nothing, at()),
      store.files.countImport(scope, id(1), [], []),
      store.files.confirm(scope, id(1), same),
    ];
    const reads = [
      store.files.find(theirs, id(1), 'a.md'),
      store.files.list(theirs, id(1), { page: 0, limit: 1 }),
      store.files.status(theirs, id(1), 1),
    ];
    expect(await rejections([...writes(theirs), ...reads])).toStrictEqual(['CharacterNotFound']);
    expect(await rejection(store.files.get(theirs, fileId))).toBe('FileNotFound');
    await store.characters.change(ours, id(1), archived, 600);
    expect(await rejections(writes(ours))).toStrictEqual(['CharacterArchived']);
    expect(await store.files.get(ours, fileId.toUpperCase())).toMatchObject({ path: 'a.md' });
  });
});

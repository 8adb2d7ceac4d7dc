import { expect, test } from 'vitest';
import type { NewPiece, NewSnapshot } from '../../../src/domain/stores/files.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { reconcile } from '../../../src/files/reconcile.ts';
import {
  activeContents,
  at,
  id,
  newCharacter,
  newPiece,
  newSnapshot,
  ours,
  rejection,
  rejections,
  theirs,
  withAda,
} from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const push = (store: Store, snapshot: NewSnapshot, now: number) =>
  store.files.push(ours, id(1), snapshot, reconcile, at(now));
const pushed = (store: Store, pieces: NewPiece[], now: number) => push(store, newSnapshot(10, pieces), now);
const folder = { path: '/home/ada', kind: 'directory', deleteMissing: false } as const;

contract('watches', (open) => {
  test('a watch is stored once per path and character, with its files', async () => {
    const { store } = await open();
    await withAda(store);
    expect(await store.watches.put(ours, id(1), folder, 500)).toStrictEqual({
      ...folder,
      characterId: id(1),
      files: 0,
      watchedSince: '1970-01-01T00:00:00.500Z',
    });
    for (const [n, path] of ['/home/ada/a.md', '/home/ada/b/c.md', '/home/adam.md', '/home/ada/gone.md'].entries()) {
      await store.files.push(ours, id(1), { ...newSnapshot(n + 10, []), path }, () => [], at(1_000 + n));
    }
    await store.watches.markMissing(ours, id(1), '/home/ada/gone.md', false, at(2_000));
    const changed = { ...folder, label: 'notes', deleteMissing: true };
    const times = { watchedSince: '1970-01-01T00:00:00.500Z', lastSyncAt: '1970-01-01T00:00:01.001Z' };
    const watch = { ...changed, characterId: id(1), files: 2, missing: 1, ...times };
    expect(await store.watches.put(ours, id(1), changed, 900)).toStrictEqual(watch);
    expect(await store.watches.list(ours)).toStrictEqual([watch]);
  });

  test('watches are listed by path, of one character or of all that are not archived', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bea'), 'BUSINESS', 500);
    await store.watches.put(ours, id(1), { ...folder, path: '/b' }, 0);
    await store.watches.put(ours, id(2), { ...folder, path: '/a' }, 0);
    await store.watches.put(ours, id(2), { ...folder, path: '/c.md', kind: 'file' }, 0);
    const paths = async (characterId?: string) => (await store.watches.list(ours, characterId)).map(({ path }) => path);
    expect(await paths()).toStrictEqual(['/a', '/b', '/c.md']);
    expect(await paths(id(2))).toStrictEqual(['/a', '/c.md']);
    await store.characters.change(ours, id(2), () => ({ status: 'ARCHIVED' }), 600);
    expect(await paths()).toStrictEqual(['/b']);
    expect(await rejection(store.watches.put(ours, id(2), folder, 0))).toBe('CharacterArchived');
  });

  test('removing a watch counts its files and memories, of one character or of all', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.create(ours, newCharacter(2, 'Bea'), 'BUSINESS', 500);
    for (const characterId of [id(1), id(2)]) await store.watches.put(ours, characterId, folder, 0);
    expect(await store.watches.remove(theirs, folder.path, undefined, 0)).toBe(0);
    expect(await store.watches.remove(ours, folder.path, id(2), 0)).toBe(1);
    expect(await store.watches.remove(ours, folder.path, undefined, 0)).toBe(1);
    expect(await store.watches.remove(ours, folder.path, undefined, 0)).toBe(0);
    expect(await store.watches.list(theirs)).toStrictEqual([]);
    expect(await rejection(store.watches.put(theirs, id(1), folder, 0))).toBe('CharacterNotFound');
  });

  test('a missing file keeps its memories unless asked to drop them, and comes back', async () => {
    const { store } = await open();
    await withAda(store);
    const pieces = [newPiece(11, 'one')];
    await pushed(store, pieces, 1_000);
    const missing = (drop: boolean, now: number) => store.watches.markMissing(ours, id(1), 'a.md', drop, at(now));
    expect(await missing(false, 2_000)).toMatchObject({ missingSince: '1970-01-01T00:00:02.000Z', version: 1 });
    expect(await missing(false, 3_000)).toMatchObject({ missingSince: '1970-01-01T00:00:02.000Z' });
    expect(await activeContents(store)).toHaveLength(1);
    const back = await pushed(store, pieces, 4_000);
    expect([back.changed, back.missingSince]).toStrictEqual([false, undefined]);
    await missing(true, 5_000);
    await missing(true, 6_000);
    expect(await activeContents(store)).toStrictEqual([]);
    const again = await pushed(store, [newPiece(12, 'one')], 7_000);
    expect(again).toMatchObject({ changed: true, version: 2, memoriesAdded: 1 });
    expect(await store.files.find(ours, id(1), 'a.md')).not.toHaveProperty('missingSince');
    expect(await store.watches.markMissing(ours, id(1), 'none.md', true, at())).toBeUndefined();
  });

  test('a file that is back is confirmed, unless its memories were deleted', async () => {
    const { store } = await open();
    await withAda(store);
    await pushed(store, [newPiece(11, 'one')], 1_000);
    const record = await store.files.find(ours, id(1), 'a.md');
    const confirm = () => store.files.confirm(ours, id(1), { path: 'a.md', contentHash: 'one' });
    await store.watches.markMissing(ours, id(1), 'a.md', false, at());
    expect(await confirm()).toMatchObject({ changed: false });
    expect(await store.files.find(ours, id(1), 'a.md')).toStrictEqual(record);
    // Only a push restores them.
    await store.watches.markMissing(ours, id(1), 'a.md', true, at());
    expect(await confirm()).toBeUndefined();
  });

  test('paths are listed by folder, without missing ones', async () => {
    const { store } = await open();
    await withAda(store);
    for (const [n, path] of ['b/z.md', 'b/y/x.md', 'b.md', 'bz', 'a'].entries()) {
      await push(store, { ...newSnapshot(10 + n, [newPiece(20 + n, path)]), path }, 1_000 + n);
    }
    await store.watches.markMissing(ours, id(1), 'b/z.md', false, at());
    expect(await store.watches.pathsBelow(ours, id(1), 'b')).toStrictEqual(['b/y/x.md']);
    expect(await store.watches.pathsBelow(ours, id(1), 'b.md')).toStrictEqual(['b.md']);
    const change = { kind: 'update', memoryId: id(21), fields: { content: 'edited' } } as const;
    await store.memories.write(ours, id(1), [change], at());
    expect(await store.watches.filesBelow(ours, id(1), 'b')).toStrictEqual([
      {
        path: 'b/y/x.md',
        contentHash: 'b/y/x.md',
        pieces: 1,
        memories: [{ id: id(21), state: 'ACTIVE', revision: 2, left: 1 }],
      },
    ]);
  });

  test('a file with another’s content is found by it, and takes its path', async () => {
    const { store } = await open();
    await withAda(store);
    await pushed(store, [newPiece(11, 'one')], 1_000);
    const found = (path: string, hash: string) => store.watches.pathsWithContent(ours, id(1), path, hash);
    expect(await found('a.md', 'one')).toStrictEqual(['a.md']);
    expect(await found('b', 'one')).toStrictEqual([]);
    expect(await found('a.md', 'other')).toStrictEqual([]);
    await store.watches.markMissing(ours, id(1), 'a.md', false, at());
    const rename = (from: string, to: string) => store.watches.rename(ours, id(1), from, to, at());
    const renamed = await rename('a.md', 'b.md');
    expect(renamed).toMatchObject({ path: 'b.md', version: 1 });
    expect(renamed).not.toHaveProperty('missingSince');
    expect(await activeContents(store)).toHaveLength(1);
    expect(await rename('a.md', 'c.md')).toBeUndefined();
    await store.files.push(ours, id(1), { ...newSnapshot(12, []), path: 'd.md' }, () => [], at());
    expect(await rename('b.md', 'd.md')).toBeUndefined();
    await store.watches.markMissing(ours, id(1), 'b.md', true, at());
    expect(await rename('b.md', 'e.md')).toBeUndefined();
  });

  test('an archived character’s files are read-only, another tenant’s not found', async () => {
    const { store } = await open();
    await withAda(store);
    await pushed(store, [newPiece(11, 'one')], 1_000);
    const missing = (scope: typeof ours) => store.watches.markMissing(scope, id(1), 'a.md', true, at());
    expect(await rejections([missing(theirs), store.watches.pathsBelow(theirs, id(1), 'a.md')])).toStrictEqual([
      'CharacterNotFound',
    ]);
    await store.characters.change(ours, id(1), () => ({ status: 'ARCHIVED' }), 600);
    expect(await rejection(missing(ours))).toBe('CharacterArchived');
    expect(await store.watches.pathsBelow(ours, id(1), 'a.md')).toStrictEqual(['a.md']);
  });
});

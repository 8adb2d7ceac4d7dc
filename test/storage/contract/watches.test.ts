import { expect, test } from 'vitest';
import { at, id, newCharacter, newSnapshot, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const folder = { path: '/home/ada', kind: 'directory', deleteMissing: false } as const;

contract('watches', (open) => {
  test('a watch is put once a path and character, with what it holds', async () => {
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
    await store.files.markMissing(ours, id(1), '/home/ada/gone.md', false, at(2_000));
    const changed = { ...folder, label: 'notes', deleteMissing: true };
    const times = { watchedSince: '1970-01-01T00:00:00.500Z', lastSyncAt: '1970-01-01T00:00:01.001Z' };
    const watch = { ...changed, characterId: id(1), files: 2, ...times };
    expect(await store.watches.put(ours, id(1), changed, 900)).toStrictEqual(watch);
    expect(await store.watches.list(ours)).toStrictEqual([watch]);
  });

  test('lists come by path, of one character or of all that are not archived', async () => {
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

  test('removing counts what there was, of one character or of all', async () => {
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
});

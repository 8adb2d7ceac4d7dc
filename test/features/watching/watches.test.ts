import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSession } from '../../support/harness.ts';
import { watchingHome, withHome } from '../../support/watched-home.ts';

test('a watch is registered, listed, replaced and removed', async () => {
  const session = await withHome();
  session.write('a.md', '- a');
  const path = join(session.home, 'notes');
  expect(await session.watch('~/notes')).toMatchObject({ path, kind: 'directory', deleteMissing: false, files: 0 });
  await session.watch(path, { label: 'mine', deleteMissing: true });
  expect(await session.syncNow()).toMatchObject([
    { path: join(path, 'a.md'), label: 'mine', version: 1, changed: true },
  ]);
  const { watches } = await session.call<{ watches: object[] }>('list_watched_paths');
  expect(watches).toMatchObject([
    { path, label: 'mine', deleteMissing: true, files: 1, lastSyncAt: expect.any(String) },
  ]);
  expect(await session.call('unwatch_path', { path: './notes' })).toStrictEqual({ removed: 1 });
  expect(await session.call('list_watched_paths')).toStrictEqual({ watches: [] });
  expect(await session.contents()).toStrictEqual(['a']);
});

test('a forbidden path is refused', async () => {
  const session = await withHome();
  mkdirSync(join(session.home, '.aws'));
  for (const path of ['/etc', '~/.aws', '~/nothing']) {
    expect((await session.fault('watch_path', { characterId: 'Ada', path })).type).toBe('InvalidInput');
  }
});

test('a server without access to local files says so', async () => {
  const session = await openSession();
  expect((await session.fault('list_watched_paths')).message).toContain('does not watch files');
});

test('a deleted file is marked and its memories stay, unless the watch says otherwise', async () => {
  const session = await withHome();
  mkdirSync(join(session.home, 'notes/sub'));
  session.write('sub/other.md', '');
  session.write('a.md', '- a');
  await session.watch('~/notes');
  await session.syncNow();
  rmSync(join(session.home, 'notes/a.md'));
  expect(await session.syncNow()).toMatchObject([{ changed: false }]);
  const a = async () => (await session.files()).find(({ path }) => path.endsWith('a.md'));
  expect(await a()).toMatchObject({ version: 1, missingSince: '2026-01-15T10:00:30.000Z' });
  expect(await session.contents()).toStrictEqual(['a']);

  session.write('a.md', '- a');
  expect(await session.syncNow()).toContainEqual(expect.objectContaining({ path: (await a())?.path, changed: false }));
  expect(await a()).not.toHaveProperty('missingSince');

  await session.watch('~/notes', { deleteMissing: true });
  rmSync(join(session.home, 'notes/a.md'));
  await session.syncNow();
  expect(await session.contents()).toStrictEqual([]);
  session.write('a.md', '- a');
  expect(await session.syncNow()).toContainEqual(expect.objectContaining({ version: 2, changed: true }));
  expect(await session.contents()).toStrictEqual(['a']);
});

test('an unmounted disk deletes nothing', async () => {
  const session = await withHome();
  session.write('a.md', '- a');
  await session.watch('~/notes', { deleteMissing: true });
  await session.syncNow();
  renameSync(join(session.home, 'notes'), join(session.home, 'elsewhere'));
  expect(existsSync(join(session.home, 'notes'))).toBe(false);
  await session.syncNow();
  expect(await session.contents()).toStrictEqual(['a']);
});

test('allowed links are followed, and one file’s failure leaves the others', async () => {
  const session = await withHome();
  session.write('a.md', '- a');
  session.write('big.md', 'x'.repeat(5 * 1024 * 1024 + 1));
  for (const name of ['b', 'c']) {
    writeFileSync(join(session.home, `${name}.md`), `- ${name}`);
    symlinkSync(join(session.home, `${name}.md`), join(session.home, `notes/link-to-${name}.md`));
  }
  symlinkSync(join(session.home, 'notes/a.md'), join(session.home, 'notes/link-to-a.md'));
  symlinkSync('/etc/hostname', join(session.home, 'notes/out.md'));
  await session.watch('~/notes');
  await session.watch('~/b.md');
  const results = (await session.syncNow()).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(results.map((one) => one.error?.message ?? one.version)).toStrictEqual([
    1, // ~/b.md
    1,
    expect.stringContaining('5 MiB'),
    1,
    1,
    expect.stringContaining('link-to-c.md" is not taken: it is a link that leads out of the watched folder'),
    expect.stringContaining('outside'),
  ]);
  expect(await session.contents()).toStrictEqual(['a', 'b', 'link-to-a: a', 'link-to-b: b']);
});

test('two characters may watch one folder, and FREE may watch', async () => {
  const session = await withHome({ tier: 'FREE' });
  await session.call('create_character', { name: 'Bo' });
  session.write('a.md', '- a');
  await session.watch('~/notes');
  await session.call('watch_path', { characterId: 'Bo', path: '~/notes' });
  expect(await session.syncNow()).toHaveLength(2);
  expect(await session.call('list_memories', { characterId: 'Bo' })).toMatchObject({ total: 1 });
});

test('the watcher follows the registry, the files and their minimum interval', async () => {
  const session = await watchingHome();
  session.write('a.md', '- one');
  await session.holds('one');
  expect(session.logged.filter(({ level }) => level === 'warn')).toMatchObject([{ fields: { path: '/etc' } }]);
  session.clock.now += 4_999;
  session.attempts.mockClear();
  session.write('a.md', '- two');
  await session.until(async () => session.attempts.mock.calls.length > 1);
  expect(await session.contents()).toStrictEqual(['one']);
  session.write('a.md', '- three');
  session.clock.now += 1;
  await session.holds('three');
  expect((await session.files())[0]).toMatchObject({ version: 2 });
});

test('a file that is written constantly is stored once per minimum interval', async () => {
  const session = await watchingHome();
  const start = session.clock.now;
  for (let i = 0; i < 200; i++) {
    session.write('a.md', `- state ${i}`);
    session.clock.now += 150;
    await session.pass(150);
  }
  // The clock goes on: what was read before the last write may be stored after it.
  await session.until(async () => {
    session.clock.now += 500;
    return (await session.contents()).join() === 'state 199';
  });
  const { version = 0 } = (await session.files())[0] ?? {};
  expect(version).toBeLessThanOrEqual(1 + (session.clock.now - start) / 5_000);
});

test.each([[false], [true]])(
  'a renamed file keeps its memories and its history (deleteMissing: %s)',
  async (deleteMissing) => {
    const session = await withHome();
    session.write('Config.md', 'The port is 8080.\n');
    session.write('Other.md', 'The office is in Graz.\n');
    await session.watch('~/notes', { deleteMissing });
    await session.syncNow();
    const idOf = async (name: string) => (await session.files()).find(({ path }) => path.endsWith(name))?.fileId;
    const before = await idOf('Config.md');
    const notes = join(session.home, 'notes');
    renameSync(join(notes, 'Config.md'), join(notes, 'Settings.md'));
    await session.syncNow();
    expect(await idOf('Settings.md')).toBe(before);
    expect(await idOf('Config.md')).toBeUndefined();
    expect(await session.contents()).toStrictEqual(['Other: The office is in Graz.', 'Settings: The port is 8080.']);
    session.write('Settings.md', 'The port is 9090.\n');
    await session.syncNow();
    expect(await session.contents()).toStrictEqual(['Other: The office is in Graz.', 'Settings: The port is 9090.']);
  },
);

test('a copy of a file that stays is a file of its own', async () => {
  const session = await withHome();
  session.write('a.md', 'The port is 8080.\n');
  await session.watch('~/notes');
  await session.syncNow();
  session.write('b.md', 'The port is 8080.\n');
  await session.syncNow();
  expect((await session.files()).map(({ path }) => path.slice(-4)).sort()).toStrictEqual(['a.md', 'b.md']);
});

test('conflict copies of sync programs are skipped and reported', async () => {
  const session = await withHome();
  session.write('a.md', 'The rent is 900.\n');
  for (const name of [
    "a (Ada's conflicted copy 2026-01-15).md",
    'a (conflicted copy 2026-01-15 101500).md',
    'a.sync-conflict-20260115-101500-ABCDEFG.md',
    'a (Konflikt).md',
  ])
    session.write(name, name.includes('Konflikt') ? 'A conflict in German law.\n' : 'The rent is 800.\n');
  await session.watch('~/notes');
  await session.syncNow();
  expect(await session.contents()).toStrictEqual(['The rent is 900.', 'a (Konflikt): A conflict in German law.']);
  const { watches } = await session.call<{ watches: { note?: string }[] }>('list_watched_paths');
  expect(watches[0]?.note).toMatch(/^3 copies that a synchroniser made are left out, such as "a/);
});

test('an empty watched folder lists the missing files', async () => {
  const session = await withHome();
  session.write('a.md', 'The rent is 900.\n');
  const note = async () =>
    (await session.call<{ watches: object[] }>('list_watched_paths')).watches[0] as { files: number; note?: string };
  await session.watch('~/notes');
  await session.syncNow();
  rmSync(join(session.home, 'notes/a.md'));
  await session.syncNow();
  expect(await note()).toMatchObject({
    files: 0,
    missing: 1,
    note: expect.stringContaining('1 file is not on the disk any more.'),
  });
  session.write('a.md', 'The rent is 900.\n');
  await session.watch('~/notes', { deleteMissing: true });
  await session.syncNow();
  expect(await note()).not.toHaveProperty('note');
  rmSync(join(session.home, 'notes/a.md'));
  await session.syncNow();
  expect(await note()).toMatchObject({ note: expect.stringContaining('All notes of the folder vanished at once.') });
});

import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Watch } from '../../../src/features/watching/domain/watch.ts';
import { watchingHome, withHome } from '../../support/watched-home.ts';

const deleting = { deleteMissing: true };

test('an empty mount point deletes nothing, and a folder that is back is compared again', async () => {
  const session = await withHome();
  const [notes, away] = [join(session.home, 'notes'), join(session.home, 'away')];
  session.write('a.md', '- a');
  session.write('b.md', '- b');
  await session.watch('~/notes', deleting);
  await session.syncNow();
  renameSync(notes, away);
  await session.syncNow();
  expect((await session.watching()).held).toStrictEqual([
    { path: notes, files: 2, reason: 'The folder is not there.' },
  ]);

  // Starting again creates the missing folder.
  const restarted = await withHome({ path: session.path, home: session.home });
  await restarted.syncNow();
  const reason = 'All notes of the folder vanished at once.';
  expect((await restarted.watching()).held).toStrictEqual([{ path: notes, files: 2, reason }]);
  expect(await restarted.contents()).toStrictEqual(['a', 'b']);

  rmSync(notes, { recursive: true });
  rmSync(join(away, 'b.md'));
  renameSync(away, notes);
  await restarted.syncNow();
  expect(await restarted.watching()).toStrictEqual({ held: [], failed: [] });
  expect(await restarted.contents()).toStrictEqual(['a']);
});

test('memories of missing files are deleted after a confirmation', async () => {
  const session = await withHome();
  session.write('a.md', '- a');
  await session.watch('~/notes', deleting);
  await session.syncNow();
  rmSync(join(session.home, 'notes/a.md'));
  await session.syncNow();
  expect(await session.contents()).toStrictEqual(['a']);
  await session.syncNow({ confirm: true });
  expect(await session.contents()).toStrictEqual([]);
  expect((await session.watching()).held).toStrictEqual([]);
});

test('missing files that are no longer watched need no confirmation', async () => {
  const session = await withHome();
  session.write('a.md', '- a');
  await session.watch('~/notes', deleting);
  await session.syncNow();
  rmSync(join(session.home, 'notes/a.md'));
  await session.syncNow();
  expect((await session.watching()).held).toHaveLength(1);
  await session.call('unwatch_path', { path: '~/notes' });
  expect(await session.watching()).toStrictEqual({ held: [], failed: [] });
});

test('a folder on another device deletes nothing until a file proves it is the same', async () => {
  const session = await withHome();
  for (const name of ['a', 'b', 'c']) session.write(`${name}.md`, `- ${name}`);
  await session.watch('~/notes', deleting);
  await session.syncNow();
  const { vanished } = session.local;
  const notes = join(session.home, 'notes');
  // As if the files had been read from a disk that is not mounted now.
  vanished.sawDevice(notes, -1n);
  rmSync(join(notes, 'a.md'));
  const { watches } = await session.call<{ watches: [Watch] }>('list_watched_paths');
  expect(await vanished.holds(watches[0], join(notes, 'a.md'))).toBe(true);
  expect((await session.watching()).held).toMatchObject([{ reason: 'The folder is on another device than before.' }]);
  session.write('new.md', '- new');
  await session.syncNow();
  expect((await session.watching()).held).toStrictEqual([]);
  expect(await session.contents()).toStrictEqual(['b', 'c', 'new: new']);
});

test.each([
  ['renamed away and back', (notes: string) => renameSync(`${notes}-away`, notes)],
  ['removed and made again', (notes: string) => mkdirSync(notes)],
])('a folder that was %s is watched again', async (_, bringBack) => {
  const session = await watchingHome();
  const notes = join(session.home, 'notes');
  session.write('a.md', '- one');
  await session.holds('one');
  renameSync(notes, `${notes}-away`);
  await session.watcher.refresh();
  bringBack(notes);
  await session.watcher.refresh();
  session.clock.now += 10_000;
  session.write('a.md', '- two');
  await session.holds('two');
  session.clock.now += 10_000;
  session.write('a.md', '- three');
  await session.holds('three');
});

test('a configured path that appears after the start is watched then', async () => {
  const session = await watchingHome(['~/later']);
  await session.watcher.refresh();
  await session.watcher.refresh();
  expect(session.logged.filter(({ level }) => level === 'warn')).toHaveLength(1);
  mkdirSync(join(session.home, 'later'));
  writeFileSync(join(session.home, 'later/a.md'), '- late');
  await session.watcher.refresh();
  await session.holds('late');
});

test('a change that fails temporarily is shown and retried with backoff', async () => {
  const session = await watchingHome();
  session.write('a.md', '- one');
  await session.holds('one');
  session.clock.now += 10_000;
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const push = vi.spyOn(session.store.files, 'push').mockRejectedValue(full);
  session.write('a.md', '- two');
  const waits: number[] = [];
  for (let attempts = 1; attempts <= 3; attempts++) {
    await session.until(async () => push.mock.calls.length === attempts);
    await session.until(async () => (await session.watching()).failed[0]?.attempts === attempts);
    const [failure] = (await session.watching()).failed;
    expect(failure).toMatchObject({
      path: join(session.home, 'notes/a.md'),
      error: 'It could not be stored (SQLITE_FULL).',
    });
    waits.push(Date.parse(failure?.nextAttemptAt ?? '') - session.clock.now);
  }
  expect(waits).toStrictEqual([1_000, 2_000, 4_000]);
  expect(session.logged.filter(({ message }) => message === 'a watched file was not stored')).toHaveLength(1);
  push.mockRestore();
  await session.holds('two');
  expect(await session.watching()).toStrictEqual({ held: [], failed: [] });
});

test('a file with a permanent error is retried only after it changes', async () => {
  const session = await watchingHome();
  session.write('a.md', 'x'.repeat(5 * 1024 * 1024 + 1));
  await session.until(async () => (await session.watching()).failed.length > 0);
  const [failure] = (await session.watching()).failed;
  expect(failure?.error).toContain('5 MiB');
  expect(failure).not.toHaveProperty('nextAttemptAt');
  session.write('a.md', '- short');
  await session.holds('short');
});

test('a registered path is read although the store could not be read at first', async () => {
  const session = await watchingHome();
  session.write('a.md', '- a');
  await session.holds('a');
  await session.call('create_character', { name: 'Bo' });
  const busy = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  vi.spyOn(session.local.registry, 'pathsBelow').mockRejectedValueOnce(busy);
  await session.call('watch_path', { characterId: 'Bo', path: '~/notes' });
  await session.watcher.refresh();
  await session.watcher.refresh();
  await session.until(
    async () => (await session.call<{ total: number }>('list_memories', { characterId: 'Bo' })).total === 1,
  );
});

test('a hard link to a secret file is not read, under any name', async () => {
  const session = await withHome();
  const secrets = join(session.home, '.config/deep');
  mkdirSync(secrets, { recursive: true });
  writeFileSync(join(secrets, 'tokens.md'), '- a secret');
  session.write('twin.md', '- mine');
  linkSync(join(secrets, 'tokens.md'), join(session.home, 'notes/innocent.md'));
  linkSync(join(session.home, 'notes/twin.md'), join(session.home, 'notes/other-twin.md'));
  await session.watch('~/notes');
  const refusals = (await session.syncNow()).flatMap(({ error }) => error?.message ?? []);
  expect(refusals).toStrictEqual([expect.stringContaining('innocent.md" is not taken: it is another name of a file')]);
  expect(await session.contents()).toStrictEqual(['other-twin: mine', 'twin: mine']);
});

import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FileRecord } from '../../src/domain/file.ts';
import { localOwner } from '../../src/domain/principal.ts';
import { LocalFiles } from '../../src/service/files/local.ts';
import { Watching } from '../../src/service/files/watching.ts';
import type { Synced } from '../support/answers.ts';
import { openSession, openWithAda, temporaryFolder } from '../support/harness.ts';

/** A session that may watch a home of its own; the watcher itself runs only when asked to. */
async function withHome(options: Parameters<typeof openSession>[0] = {}) {
  const home = join(realpathSync(temporaryFolder()), 'home');
  mkdirSync(join(home, 'notes'), { recursive: true });
  const roots = { home, workingDirectory: home };
  const local = new LocalFiles(roots, async () => undefined);
  const session = await openWithAda({ ...options, services: { local, ...options.services } });
  const write = (name: string, content: string) => writeFileSync(join(home, 'notes', name), content);
  const syncNow = async () => (await session.call<Synced>('sync_now')).results;
  const contents = async () => {
    const { memories } = await session.call<{ memories: { content: string }[] }>('list_memories', {
      characterId: 'Ada',
      limit: 100,
    });
    return memories.map(({ content }) => content).sort();
  };
  const files = async () => (await session.call<{ files: FileRecord[] }>('list_files', { characterId: 'Ada' })).files;
  return {
    ...session,
    home,
    local,
    write,
    syncNow,
    contents,
    files,
    watch: (path: string, more: object = {}) => session.call('watch_path', { characterId: 'Ada', path, ...more }),
  };
}

test('a watch is put into the registry, listed, replaced and removed', async () => {
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

test('a path that is not allowed is refused', async () => {
  const session = await withHome();
  mkdirSync(join(session.home, '.aws'));
  for (const path of ['/etc', '~/.aws', '~/nothing']) {
    expect((await session.fault('watch_path', { characterId: 'Ada', path })).type).toBe('InvalidInput');
  }
});

test('a server without files of its own says so', async () => {
  const session = await openSession();
  expect((await session.fault('list_watched_paths')).message).toContain('does not watch files');
});

test('a file that goes is marked and its memories stay, unless the watch says otherwise', async () => {
  const session = await withHome();
  session.write('a.md', '- a');
  await session.watch('~/notes');
  await session.syncNow();
  rmSync(join(session.home, 'notes/a.md'));
  expect(await session.syncNow()).toStrictEqual([]);
  expect(await session.files()).toMatchObject([{ version: 1, missingSince: '2026-01-15T10:00:30.000Z' }]);
  expect(await session.contents()).toStrictEqual(['a']);

  session.write('a.md', '- a');
  expect(await session.syncNow()).toMatchObject([{ version: 1, changed: false }]);
  expect((await session.files())[0]).not.toHaveProperty('missingSince');

  await session.watch('~/notes', { deleteMissing: true });
  rmSync(join(session.home, 'notes/a.md'));
  await session.syncNow();
  expect(await session.contents()).toStrictEqual([]);
  session.write('a.md', '- a');
  expect(await session.syncNow()).toMatchObject([{ version: 2, changed: true }]);
  expect(await session.contents()).toStrictEqual(['a']);
});

test('a disk that is away has deleted nothing', async () => {
  const session = await withHome();
  session.write('a.md', '- a');
  await session.watch('~/notes', { deleteMissing: true });
  await session.syncNow();
  renameSync(join(session.home, 'notes'), join(session.home, 'elsewhere'));
  expect(existsSync(join(session.home, 'notes'))).toBe(false);
  await session.syncNow();
  expect(await session.contents()).toStrictEqual(['a']);
});

test('links are followed as far as they are allowed; one file’s failure leaves the others', async () => {
  const session = await withHome();
  session.write('a.md', '- a');
  session.write('big.md', 'x'.repeat(5 * 1024 * 1024 + 1));
  writeFileSync(join(session.home, 'b.md'), '- b');
  symlinkSync(join(session.home, 'b.md'), join(session.home, 'notes/link.md'));
  symlinkSync('/etc/hostname', join(session.home, 'notes/out.md'));
  await session.watch('~/notes');
  const results = (await session.syncNow()).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  expect(results.map((one) => one.error?.message ?? one.version)).toStrictEqual([
    1,
    expect.stringContaining('5 MiB'),
    1,
    expect.stringContaining('outside'),
  ]);
  expect(await session.contents()).toStrictEqual(['a', 'b']);
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

/** A watcher of a home. Its timers run as fast as `until` needs them, the clock only when told to. */
async function watchingHome() {
  const session = await withHome({ character: 'Ada' });
  const principal = localOwner('BUSINESS', 'file watcher');
  const context = { ...session.services, principal, syncIntervals: true };
  const watching = new Watching(context, session.local, ['~/notes', '/etc']);
  onTestFinished(() => watching.stop());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  /** A turn of the event loop lets in what the disk has to tell. */
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await pass(20);
  };
  const holds = (content: string) => until(async () => (await session.contents()).join() === content);
  watching.start();
  return { ...session, pass, until, holds, attempts: vi.spyOn(session.store.files, 'find') };
}

test('the watcher follows the registry, the files, and their minimum interval', async () => {
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

test('a file that is written all the time is stored once per minimum interval', async () => {
  const session = await watchingHome();
  const start = session.clock.now;
  for (let i = 0; i < 200; i++) {
    session.write('a.md', `- state ${i}`);
    session.clock.now += 150;
    await session.pass(150);
  }
  session.clock.now += 5_000;
  await session.holds('state 199');
  const { version = 0 } = (await session.files())[0] ?? {};
  expect(version).toBeLessThanOrEqual(1 + (session.clock.now - start) / 5_000);
});

import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { FileRecord, SyncStatus } from '../../src/domain/file.ts';
import { servicePrincipal } from '../../src/domain/principal.ts';
import type { LocalFiles } from '../../src/features/watching/service/local.ts';
import { Watching } from '../../src/features/watching/service/watching.ts';
import type { Synced } from './answers.ts';
import { openSession, openWithAda, type SessionOptions, temporaryFolder } from './harness.ts';

/** A session that may watch its own home; the watcher runs only on request. */
export async function withHome(given: SessionOptions = {}) {
  const { home = join(realpathSync(temporaryFolder()), 'home'), ...options } = given;
  mkdirSync(join(home, 'notes'), { recursive: true });
  // An existing store has Ada.
  const open = options.path === undefined ? openWithAda : openSession;
  const session = await open({ ...options, home });
  const local = session.services.local as LocalFiles;
  const write = (name: string, content: string) => writeFileSync(join(home, 'notes', name), content);
  const syncNow = async (input: object = {}) => (await session.call<Synced>('sync_now', input)).results;
  const watching = async () => {
    const status = await session.call<SyncStatus>('get_sync_status', { characterId: 'Ada' });
    return status.watching as NonNullable<SyncStatus['watching']>;
  };
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
    watching,
    contents,
    files,
    watch: (path: string, more: object = {}) => session.call('watch_path', { characterId: 'Ada', path, ...more }),
  };
}

/**
 * A watcher of a home, over a file: nothing watches for a database, and its driver would use these fake timers too.
 * They
 * advance as fast as `until` needs, the clock only on request.
 */
export async function watchingHome(paths = ['~/notes', '/etc']) {
  const session = await withHome({ character: 'Ada' });
  const principal = servicePrincipal('BUSINESS', 'file watcher');
  const context = { ...session.services, principal, syncIntervals: true };
  const watching = new Watching(context, session.local, paths);
  onTestFinished(() => watching.stop());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  /** A turn of the event loop delivers file events. */
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await pass(20);
  };
  const holds = (content: string) => until(async () => (await session.contents()).join() === content);
  watching.start();
  return { ...session, watcher: watching, pass, until, holds, attempts: vi.spyOn(session.store.files, 'find') };
}

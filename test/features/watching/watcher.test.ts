import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Schedule } from '../../../src/features/watching/service/schedule.ts';
import { Watcher } from '../../../src/features/watching/service/watcher.ts';
import { temporaryFolder } from '../../support/harness.ts';

/** Detects quickly that a file has been written. */
const timing = { quietMs: 60, longestWaitMs: 2_000 };

/** A watched folder, and the states of its files as the watcher saw them. */
async function watched(before: Record<string, string> = {}) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(before)) writeFileSync(join(folder, name), content);
  const states: [file: string, content: string | undefined][] = [];
  const watcher = new Watcher(
    {
      async settled(_, file) {
        states.push([file.slice(folder.length + 1), existsSync(file) ? readFileSync(file, 'utf8') : undefined]);
        return undefined;
      },
      failed(_, error) {
        throw error;
      },
    },
    timing,
  );
  onTestFinished(() => watcher.close());
  await watcher.add({ path: folder, kind: 'directory' });
  await watcher.idle();
  const last = (name: string) => states.findLast(([file]) => file === name)?.[1];
  return { folder, states, watcher, last, path: (name: string) => join(folder, name) };
}

test('notes that exist at the start are found, other files are not', async () => {
  const { states } = await watched({ 'a.md': 'a', 'b.txt': 'b', 'c.png': 'c', '.env.md': 'secret' });
  expect(states.toSorted()).toStrictEqual([
    ['a.md', 'a'],
    ['b.txt', 'b'],
  ]);
});

test('an editor’s rename, truncation or many small writes end with the last content', async () => {
  const { last, path } = await watched({ 'renamed.md': '1', 'truncated.md': '1', 'grown.md': '1' });
  writeFileSync(path('renamed.md~'), '2');
  renameSync(path('renamed.md~'), path('renamed.md'));
  truncateSync(path('truncated.md'));
  for (let i = 0; i < 20; i++) {
    appendFileSync(path('grown.md'), 'x');
    await new Promise((resolve) => setImmediate(resolve));
  }
  writeFileSync(path('truncated.md'), '2');
  await expect
    .poll(() => [last('renamed.md'), last('truncated.md'), last('grown.md')])
    .toStrictEqual(['2', '2', `1${'x'.repeat(20)}`]);
});

test('a watched folder notices files that are deleted, restored and moved into new folders', async () => {
  const { last, states, path } = await watched({ 'gone.md': '1', 'back.md': '1' });
  rmSync(path('gone.md'));
  rmSync(path('back.md'));
  writeFileSync(path('back.md'), '2');
  mkdirSync(path('sub/.git'), { recursive: true });
  writeFileSync(path('sub/new.md'), 'new');
  writeFileSync(path('sub/.git/no.md'), 'no');
  await expect.poll(() => [last('back.md'), last('sub/new.md')]).toStrictEqual(['2', 'new']);
  await expect.poll(() => states.some(([file, content]) => file === 'gone.md' && content === undefined)).toBe(true);
  expect(states.some(([file]) => file.includes('.git'))).toBe(false);
});

test('a watched file is noticed when replaced, deleted and restored', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'one.md');
  writeFileSync(file, '1');
  const states: (string | undefined)[] = [];
  const watcher = new Watcher(
    {
      async settled() {
        states.push(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
        return undefined;
      },
      failed: () => undefined,
    },
    timing,
  );
  onTestFinished(() => watcher.close());
  await watcher.add({ path: file, kind: 'file' });
  await watcher.idle();
  for (const state of ['2', '3', '4']) {
    writeFileSync(`${file}~`, state);
    renameSync(`${file}~`, file);
    await expect.poll(() => states.at(-1)).toBe(state);
  }
  rmSync(file);
  await expect.poll(() => states.length > 4 && states.at(-1) === undefined).toBe(true);
  writeFileSync(file, '5');
  await expect.poll(() => states.at(-1)).toBe('5');
  writeFileSync(file, '6');
  await expect.poll(() => states.at(-1)).toBe('6');
});

/** Time advances only when the test says so. */
function stopTime(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => vi.advanceTimersByTimeAsync(ms);
}

test('a burst of events is debounced into one run, and an endless one runs in between', async () => {
  const pass = stopTime();
  const runs: string[] = [];
  const schedule = new Schedule(
    async ({ file }) => void runs.push(file),
    () => undefined,
    { quietMs: 200, longestWaitMs: 2_000 },
  );
  for (let i = 0; i < 5; i++) {
    schedule.touch({ watched: '', file: 'saved' });
    await pass(150);
  }
  expect(runs).toStrictEqual([]);
  await pass(50);
  expect(runs).toStrictEqual(['saved']);
  for (let i = 0; i < 40; i++) {
    schedule.touch({ watched: '', file: 'growing' });
    await pass(150);
  }
  expect(runs.filter((one) => one === 'growing')).toHaveLength(2);
  await pass(200);
  expect(runs.filter((one) => one === 'growing')).toHaveLength(3);
  await schedule.close();
});

test('a postponed run is repeated, and events during a run cause another', async () => {
  const runs: string[] = [];
  let release = () => {};
  const schedule = new Schedule(
    async ({ file }) => {
      runs.push(file);
      if (file === 'slow' && runs.filter((one) => one === 'slow').length === 1)
        await new Promise<void>((resolve) => (release = resolve));
      return file === 'early' && runs.filter((one) => one === 'early').length < 3 ? 30 : undefined;
    },
    () => undefined,
    timing,
  );
  schedule.touch({ watched: '', file: 'early' });
  schedule.touch({ watched: '', file: 'slow' });
  await expect.poll(() => runs.filter((one) => one === 'early').length).toBe(3);
  schedule.touch({ watched: '', file: 'slow' });
  schedule.touch({ watched: '', file: 'slow' });
  release();
  await schedule.idle();
  expect(runs.filter((one) => one === 'slow')).toHaveLength(2);
  await schedule.close();
});

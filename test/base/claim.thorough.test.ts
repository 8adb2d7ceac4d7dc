import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { Claimed, claiming, ownProcess, processOf } from '../../src/base/claim.ts';
import { temporaryFolder } from '../support/stores.ts';

const source = join(import.meta.dirname, '../../src/base/claim.ts');
const program = join(import.meta.dirname, '../fixtures/claimer.mjs');
/** Greater than any id that a system gives. */
const deadId = 2 ** 31 - 7;

function placed(): { path: string; lock: string; names: () => string[] } {
  const folder = temporaryFolder();
  const path = join(folder, 'thing');
  return { path, lock: `${path}.lock`, names: () => readdirSync(folder) };
}

test('eight processes that take over a dead process’s lock never hold it together', async () => {
  const { path, lock, names } = placed();
  const module = `${path}.mjs`;
  buildSync({ entryPoints: [source], platform: 'node', format: 'esm', outfile: module });
  writeFileSync(lock, `${deadId} @1 one\n`);
  const run = () => promisify(execFile)(process.execPath, [program, module, path, '12']);
  const ended = await Promise.all(Array.from({ length: 8 }, run));
  const outcomes = ended.map(({ stdout }) => JSON.parse(stdout) as unknown);
  expect(outcomes).toStrictEqual(Array.from({ length: 8 }, () => ({ taken: 12, overlapped: 0 })));
  expect(names()).toStrictEqual(['thing.mjs']);
});

describe('a lock', () => {
  test('a lock of a running process is refused with that process’s id', async () => {
    const { path, lock } = placed();
    await claiming(path, async () => {
      const before = readFileSync(lock, 'utf8');
      await expect(claiming(path, async () => 'in')).rejects.toStrictEqual(new Claimed(process.pid));
      expect(readFileSync(lock, 'utf8')).toBe(before);
    });
  });

  test.each([
    ['whose process has ended', `${deadId} @1 one\n`],
    ['whose process has ended, of an earlier release', `${deadId}\n`],
    ['whose process has an id that another program has by now', `${process.pid} @0.0 one\n`],
    ['of process 1, which is another program by now', '1 @0.0 one\n'],
    ['that is empty', ''],
    ['that names no process', 'nonsense\n'],
    ['of a number that is no id', '0\n'],
  ])('a lock %s is taken over', async (_, text) => {
    const { path, lock, names } = placed();
    writeFileSync(lock, text);
    expect(await claiming(path, async () => 'in')).toBe('in');
    expect(names()).toStrictEqual([]);
  });

  test('a lock whose taker was killed during the takeover is taken over', async () => {
    const { path, lock, names } = placed();
    const dead = `${deadId} @1 one\n`;
    writeFileSync(lock, dead);
    writeFileSync(`${lock}.${createHash('sha256').update(dead).digest('hex').slice(0, 8)}`, `${deadId} @1 two\n`);
    expect(await claiming(path, async () => 'in')).toBe('in');
    expect(names()).toStrictEqual([]);
  });

  test('a lock that another process has taken by now is not released', async () => {
    const { path, lock } = placed();
    await claiming(path, async () => writeFileSync(lock, '1 other\n'));
    expect(readFileSync(lock, 'utf8')).toBe('1 other\n');
  });
});

test('a process is identified by id and start time, where the system gives it', async () => {
  const own = processOf(await ownProcess());
  expect(own).toStrictEqual({ id: process.pid, start: process.platform === 'win32' ? undefined : expect.any(String) });
});

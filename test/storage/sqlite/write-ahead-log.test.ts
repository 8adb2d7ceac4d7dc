import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lostBytes } from '../../../src/storage/sqlite/disk/write-ahead-log.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { temporaryFolder } from '../../support/stores.ts';

const frame = 24 + 4096;
const header = 32;

/** The files of a store whose process died after `tenants` writes, one of them checkpointed when there are two rounds. */
async function afterDeath(rounds: readonly number[]): Promise<string> {
  const path = join(temporaryFolder(), 'memory.db');
  const connection = openConnection(path);
  onTestFinished(() => connection.close());
  let count = 0;
  for (const [round, writes] of rounds.entries()) {
    for (let n = 0; n < writes; n++) {
      count += 1;
      await connection.write(() =>
        connection.run(
          `INSERT INTO tenants (id, name, tier, created_at) VALUES (?, ?, 'FREE', 0)`,
          `t${count}`,
          `${count}`,
        ),
      );
    }
    // RESTART: the next write begins the log again, over the frames that are there.
    if (round < rounds.length - 1) connection.sqlite.pragma('wal_checkpoint(RESTART)');
  }
  const copy = join(temporaryFolder(), 'memory.db');
  for (const ending of ['', '-wal', '-shm']) copyFileSync(path + ending, copy + ending);
  return copy;
}

const frames = (path: string) => (readFileSync(`${path}-wal`).length - header) / frame;

function damage(path: string, at: number): void {
  const log = readFileSync(`${path}-wal`);
  log[at] = (log[at] ?? 0) ^ 0xff;
  writeFileSync(`${path}-wal`, log);
}

/** Opens it; the bytes that a notice says are lost, and how many tenants are left. */
async function opened(path: string): Promise<{ bytes: unknown; tenants: number }> {
  let bytes: unknown = 0;
  const connection = openConnection(path, {
    log: (_level, message, fields) => {
      expect(message).toMatch(/write-ahead log is damaged/);
      bytes = fields?.bytes;
    },
  });
  const row = await connection.read(() => connection.get<{ n: number }>('SELECT count(*) AS n FROM tenants'));
  await connection.close();
  return { bytes, tenants: row?.n ?? -1 };
}

test('a complete log has lost nothing', async () => {
  const path = await afterDeath([10]);
  expect(lostBytes(path)).toBe(0);
  expect(await opened(path)).toStrictEqual({ bytes: 0, tenants: 10 });
  expect(lostBytes(path)).toBe(0);
});

test('frames from before the log restarted are no loss', async () => {
  const path = await afterDeath([30, 2]);
  expect(frames(path)).toBeGreaterThan(30);
  for (const withIndex of [true, false]) {
    if (!withIndex) rmSync(`${path}-shm`);
    expect(lostBytes(path)).toBe(0);
  }
  expect(await opened(path)).toStrictEqual({ bytes: 0, tenants: 32 });
});

test.each([true, false])('a damaged frame cuts off the following ones (index there: %s)', async (withIndex) => {
  const path = await afterDeath([10]);
  const all = frames(path);
  if (!withIndex) rmSync(`${path}-shm`);
  // The frame in the middle of the ten writes; each of them is one transaction.
  const bad = all - 5;
  damage(path, header + (bad - 1) * frame + 24 + 100);
  const { bytes, tenants } = await opened(path);
  expect(tenants).toBeLessThan(10);
  expect(tenants).toBeGreaterThan(0);
  expect(bytes).toSatisfy((lost: number) => lost >= 6 * frame && lost % frame === 0);
  expect(existsSync(`${path}-wal`)).toBe(false);
});

test('a damaged header loses the whole log', async () => {
  const path = await afterDeath([10]);
  const size = readFileSync(`${path}-wal`).length;
  damage(path, 16);
  expect(lostBytes(path)).toBe(size - header);
});

test('a truncated log is detected by its index', async () => {
  const path = await afterDeath([10]);
  truncateSync(`${path}-wal`, header + (frames(path) - 3) * frame);
  const { bytes, tenants } = await opened(path);
  expect(bytes).toSatisfy((lost: number) => lost >= 3 * frame);
  expect(tenants).toBeLessThan(10);
});

test('an unfinished write of a dead process is no loss, because it was not acknowledged', async () => {
  const path = await afterDeath([10]);
  const log = readFileSync(`${path}-wal`);
  const last = log.subarray(log.length - frame);
  const uncommitted = Buffer.from(last);
  uncommitted.writeUInt32BE(0, 4);
  writeFileSync(`${path}-wal`, Buffer.concat([log, uncommitted, last.subarray(0, frame / 2)]));
  rmSync(`${path}-shm`);
  expect(await opened(path)).toStrictEqual({ bytes: 0, tenants: 10 });
});

test('a missing, empty or too short log is no loss', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  expect(lostBytes(path)).toBe(0);
  for (const size of [0, 31]) {
    writeFileSync(`${path}-wal`, Buffer.alloc(size));
    expect(lostBytes(path)).toBe(0);
  }
});

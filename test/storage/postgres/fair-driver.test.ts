import { describe, expect, test } from 'vitest';
import { PassingLimit } from '../../../src/domain/errors.ts';
import type { DatabaseSession, Owner } from '../../../src/storage/postgres/driver.ts';
import { FairDriver } from '../../../src/storage/postgres/fair-driver.ts';

/**
 * A node with some sessions; `started` holds the callers in order, and `leave` releases the one that was taken first.
 */
function open(places: number) {
  const started: string[] = [];
  const clock = { now: 1_000_000 };
  const sessions: DatabaseSession[] = [];
  const released: (Error | undefined)[] = [];
  const plain: DatabaseSession = {
    query: () => Promise.reject(new Error('nobody asks')),
    script: () => Promise.reject(new Error('nobody asks')),
    release: (error) => void released.push(error),
  };
  let isDown = false;
  const take = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(plain));
  const driver = new FairDriver({ take, close: async () => undefined }, places, () => clock.now);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    driver,
    started,
    clock,
    released,
    settled,
    setDown: (down: boolean) => {
      isDown = down;
    },
    /** Requests sessions, each named by its tenant. */
    async ask(...tenants: Owner[]) {
      for (const tenant of tenants) {
        void driver.take(tenant).then((session) => {
          started.push(String(tenant));
          sessions.push(session);
        });
      }
      await settled();
    },
    async leave(error?: Error) {
      sessions.shift()?.release(error);
      await settled();
    },
  };
}

describe('the sessions of a node', () => {
  test('one tenant alone gets three quarters of the sessions, so that another finds one free', async () => {
    const { ask, started, driver } = open(8);
    await ask(...Array.from({ length: 20 }, () => 1));
    expect(started).toHaveLength(6);
    expect(driver.state).toStrictEqual({ places: 8, taken: 6, waiting: 14, oldestMs: 0 });
    await ask(2);
    expect(started.at(-1)).toBe('2');
  });

  test('a tenant among others gets a quarter of the sessions, and they take turns', async () => {
    const { ask, leave, started } = open(4);
    await ask(1, 1, 1, 1, 1);
    expect(started).toStrictEqual(['1', '1', '1']);
    await ask(2, 2, 2);
    expect(started).toStrictEqual(['1', '1', '1', '2']);
    // The first three belong to the heavy tenant: it gets its next when it has none left.
    await leave();
    await leave();
    expect(started).toHaveLength(4);
    await leave();
    expect(started).toStrictEqual(['1', '1', '1', '2', '1']);
    await leave();
    expect(started.at(-1)).toBe('2');
  });

  test('a tenant counts as alone ten seconds after the last unit of others', async () => {
    const { ask, leave, started, clock } = open(4);
    await ask(2);
    await leave();
    await ask(1, 1, 1);
    expect(started).toStrictEqual(['2', '1']);
    clock.now += 10_001;
    await ask(1);
    expect(started).toStrictEqual(['2', '1', '1', '1']);
  });

  test('the service’s own units are not queued', async () => {
    const { ask, started } = open(4);
    await ask(1, 1, 1, 1, null);
    expect(started).toStrictEqual(['1', '1', '1', 'null']);
  });

  test('unknown callers share a quarter of the sessions, without limiting tenants', async () => {
    const { ask, started, driver } = open(8);
    await ask(...Array.from({ length: 1_002 }, () => 'unknown' as const));
    expect(started).toHaveLength(2);
    await expect(driver.take('unknown')).rejects.toThrow(/1000 calls with unknown credentials wait/);
    await ask(1, 1, 1, 1, 1, 1, null);
    expect(started.slice(2)).toStrictEqual(['1', '1', '1', '1', '1', '1']);
  });

  test('queued units are counted, and refused above the limit', async () => {
    const { ask, driver, clock } = open(4);
    await ask(...Array.from({ length: 1_003 }, () => 1));
    clock.now += 500;
    expect(driver.state).toMatchObject({ waiting: 1_000, oldestMs: 500 });
    const refused = driver.take(1);
    await expect(refused).rejects.toThrow(PassingLimit);
    await expect(refused).rejects.toThrow(/1000 calls of this tenant wait/);
  });

  test('a failed connection frees its place, and a lost session is reported', async () => {
    const { ask, leave, driver, released, setDown } = open(2);
    setDown(true);
    await expect(driver.take(1)).rejects.toThrow('down');
    setDown(false);
    expect(driver.state.taken).toBe(0);
    await ask(1);
    const lost = new Error('lost');
    await leave(lost);
    expect([released, driver.state.taken]).toStrictEqual([[lost], 0]);
  });
});

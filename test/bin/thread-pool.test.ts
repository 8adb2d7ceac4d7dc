import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type Runner, ThreadPool } from '../../bin/threads/pool.ts';
import type { Reply, Task } from '../../bin/threads/worker.ts';
import { PassingLimit, ServiceError } from '../../src/domain/errors.ts';
import { localOwner } from '../../src/domain/principal.ts';
import type { ThreadReport } from '../../src/features/telemetry/thread.ts';
import type { Caller } from '../../src/service/context.ts';

const now = Date.parse('2026-01-15T10:00:00Z');

/** A pool whose places the test frees; `started` holds the inputs in order. */
function open(places: number) {
  const started: unknown[] = [];
  const tasks: Task[] = [];
  const clock = { now };
  const trace = { of: '' };
  const heard: ThreadReport[] = [];
  const leaving: ((reply: Reply) => void)[] = [];
  const failing: ((error: unknown) => void)[] = [];
  const runner: Runner = {
    run: (task: Task) =>
      new Promise((resolve, reject) => {
        started.push(...task.given);
        tasks.push(task);
        leaving.push(resolve);
        failing.push(reject);
      }),
    destroy: async () => undefined,
  };
  const telemetry = {
    headers: () => ({ traceparent: trace.of }),
    receive: (report: ThreadReport) => void heard.push(report),
  };
  const pool = new ThreadPool(runner, places, () => clock.now, telemetry);
  const ask = (tenantId: string, input: unknown, signal?: AbortSignal) => {
    const caller: Caller = { principal: { ...localOwner('BUSINESS'), tenantId }, signal };
    return pool.compute('search_memories', caller, [input]);
  };
  /** The longest call ends. */
  const leave = async (reply: Reply = { output: {} }) => {
    leaving.shift()?.(reply);
    failing.shift();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, leave, started, failing, tasks, clock, trace, heard, state: () => pool.state };
}

describe('the threads of serve', () => {
  test('a tenant with many calls shares the threads with another in turns', async () => {
    const { ask, leave, started } = open(2);
    const calls = ['a1', 'a2', 'a3', 'a4'].map((input) => ask('a', input));
    expect(started).toStrictEqual(['a1']);
    calls.push(ask('b', 'b1'), ask('b', 'b2'));
    expect(started).toStrictEqual(['a1', 'b1']);
    for (let i = 0; i < 6; i++) await leave();
    expect(started).toStrictEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
    expect((await Promise.allSettled(calls)).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  test('the pool reports waiting calls, the age of the oldest and busy threads', async () => {
    const { ask, leave, state, clock } = open(2);
    expect(state()).toStrictEqual({ waiting: 0, oldestMs: 0, places: 2, taken: 0 });
    const calls = ['a1', 'a2', 'a3'].map((input) => ask('a', input));
    clock.now += 500;
    calls.push(ask('b', 'b1'), ask('b', 'b2'));
    clock.now += 200;
    expect(state()).toStrictEqual({ waiting: 3, oldestMs: 700, places: 2, taken: 2 });
    for (let i = 0; i < 5; i++) await leave();
    await Promise.all(calls);
    expect(state()).toStrictEqual({ waiting: 0, oldestMs: 0, places: 2, taken: 0 });
  });

  test('measurements from a thread are reported, and each call carries its own trace', async () => {
    const { ask, leave, tasks, trace, heard } = open(1);
    trace.of = 'first';
    const first = ask('a', 'a1');
    trace.of = 'second';
    const second = ask('a', 'a2');
    trace.of = 'another';
    const report = { measured: [], spans: [] };
    await leave({ output: {}, report });
    await leave();
    await Promise.all([first, second]);
    expect(tasks.map((task) => task.trace)).toStrictEqual([{ traceparent: 'first' }, { traceparent: 'second' }]);
    expect(heard).toStrictEqual([report]);
  });

  test('a tenant queues a hundred calls at most, without limiting others', async () => {
    const { ask } = open(2);
    const calls = Array.from({ length: 101 }, (_, i) => ask('a', i));
    const refused = await ask('a', 'more').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PassingLimit);
    expect(refused).toMatchObject({ type: 'TierLimitExceeded', retryAt: now + 1_000 });
    expect(ask('b', 'b1')).toBeInstanceOf(Promise);
    expect(calls).toHaveLength(101);
  });

  test('an aborted call leaves the queue, and its thread stays busy until its work has ended', async () => {
    const { ask, leave, started } = open(1);
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [ask('a', 'a1', first.signal), ask('a', 'a2', second.signal), ask('a', 'a3')];
    second.abort();
    await expect(calls[1]).rejects.toMatchObject({ type: 'Cancelled', status: 499 });
    first.abort();
    await expect(calls[0]).rejects.toMatchObject({ type: 'Cancelled', status: 499 });
    expect(started).toStrictEqual(['a1']);
    await leave();
    expect(started).toStrictEqual(['a1', 'a3']);
    const gone = AbortSignal.abort();
    await expect(ask('a', 'a4', gone)).rejects.toMatchObject({ type: 'Cancelled', status: 499 });
    expect(started).toStrictEqual(['a1', 'a3']);
  });

  test('an abort signal keeps no listeners of finished calls', async () => {
    const { ask, leave } = open(1);
    const { signal } = new AbortController();
    const call = ask('a', 'a1', signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await leave();
    await call;
    expect(getEventListeners(signal, 'abort')).toStrictEqual([]);
  });

  test('errors cross the thread unchanged, and a failed thread frees its place', async () => {
    const { ask, leave, started, failing } = open(1);
    const calls = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3')];
    const cause = new Error('disk I/O error');
    const results = Promise.allSettled(calls);
    await leave({ error: { type: 'ServiceUnavailable', message: 'Gone.', details: undefined, cause } });
    failing.shift()?.(new Error('the thread has ended'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toStrictEqual(['a1', 'a2', 'a3']);
    await leave();
    await leave({ output: { total: 3 } });
    const [unavailable, failed, answered] = await results;
    expect(unavailable).toMatchObject({ reason: { type: 'ServiceUnavailable', message: 'Gone.', cause } });
    expect((unavailable as PromiseRejectedResult).reason).toBeInstanceOf(ServiceError);
    expect(failed).toMatchObject({ reason: { message: 'the thread has ended' } });
    expect(answered).toMatchObject({ value: { total: 3 } });
  });
});

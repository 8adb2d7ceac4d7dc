import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Traffic } from '../../src/base/traffic.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** After how many milliseconds a gap was found. */
async function waited(traffic: Traffic, isAwaited = () => false): Promise<number> {
  const from = performance.now();
  let found: number | undefined;
  void traffic.gap(isAwaited).then(() => {
    found = performance.now();
  });
  for (let i = 0; found === undefined && i < 1_000; i++) await vi.advanceTimersByTimeAsync(1);
  return found! - from;
}

test('a gap is there at once where no call has run', async () => {
  expect(await waited(new Traffic())).toBe(0);
});

test('a gap is found soon after the last call', async () => {
  const traffic = new Traffic();
  traffic.begin();
  traffic.end();
  expect(await waited(traffic)).toBeLessThan(50);
});

test('work goes on after a bounded time, however many calls there are', async () => {
  const traffic = new Traffic();
  traffic.begin();
  expect(await waited(traffic)).toBeGreaterThan(200);
});

test('work that a call waits for does not wait for a gap', async () => {
  const traffic = new Traffic();
  traffic.begin();
  let isAwaited = false;
  setTimeout(() => {
    isAwaited = true;
  }, 5);
  expect(await waited(traffic, () => isAwaited)).toBeLessThan(50);
});

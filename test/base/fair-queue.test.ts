import { expect, test } from 'vitest';
import { FairQueue } from '../../src/base/fair-queue.ts';

const item = (name: string, weight = 1) => ({ owner: name.charAt(0), name, weight });

/** A queue that holds these, by name; the first letter is the owner. */
function queueOf(...names: string[]) {
  const queue = new FairQueue<ReturnType<typeof item>>();
  for (const name of names) queue.add(item(name));
  const take = (may: (owner: string) => boolean = () => true) => queue.take(may)?.name;
  return { queue, take };
}

test('owners take turns, and each owner’s items keep their order', () => {
  const { take } = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
  const taken = Array.from({ length: 7 }, () => take());
  expect(taken).toStrictEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
});

test('the owner served least recently goes first', () => {
  const { queue, take } = queueOf('a1', 'b1');
  expect([take(), take()]).toStrictEqual(['a1', 'b1']);
  queue.add(item('b2'));
  queue.add(item('a2'));
  expect([take(), take()]).toStrictEqual(['a2', 'b2']);
});

test('an owner that is skipped keeps its place', () => {
  const { take } = queueOf('a1', 'b1', 'b2');
  expect(take((owner) => owner !== 'a')).toBe('b1');
  expect(take(() => false)).toBeUndefined();
  expect([take(), take()]).toStrictEqual(['a1', 'b2']);
});

test('a removed item is not taken, and is removed only once', () => {
  const { queue, take } = queueOf('a1');
  const second = item('a2');
  queue.add(second);
  expect([queue.remove(second), queue.remove(second)]).toStrictEqual([true, false]);
  expect([take(), take()]).toStrictEqual(['a1', undefined]);
});

test('a fair queue reports the number and weight of waiting items', () => {
  const { queue } = queueOf('a1', 'b1');
  queue.add(item('a2', 5));
  expect([queue.weight(), queue.weight('a'), queue.weight('b'), queue.weight('c')]).toStrictEqual([7, 6, 1, 0]);
  expect(queue.all().map(({ name }) => name)).toStrictEqual(['a1', 'a2', 'b1']);
});

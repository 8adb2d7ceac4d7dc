import { expect, test } from 'vitest';
import { Bell } from '../../src/base/bell.ts';

const minuteMs = 60_000;
const { signal } = new AbortController();

test('a bell wakes each waiter of its owner once, also one that waits afterwards', async () => {
  const bell = new Bell();
  const [ours, theirs] = [bell.listen('ours'), bell.listen('theirs')];
  const waiting = ours.wait(minuteMs, signal);
  bell.ring('ours');
  await waiting;
  bell.ring('ours');
  await ours.wait(minuteMs, signal);
  const ended: string[] = [];
  const all = [ours, theirs].map((one, i) => one.wait(minuteMs, signal).then(() => ended.push(String(i))));
  await Promise.resolve();
  expect(ended).toStrictEqual([]);
  bell.ring('ours');
  bell.ring('theirs');
  await Promise.all(all);
});

test('a wait ends by timeout and by abort', async () => {
  const bell = new Bell();
  const listener = bell.listen('ours');
  await listener.wait(1, signal);
  const stopping = new AbortController();
  const waiting = listener.wait(minuteMs, stopping.signal);
  stopping.abort();
  await waiting;
  await listener.wait(minuteMs, stopping.signal);
  listener.end();
  bell.ring('ours');
});

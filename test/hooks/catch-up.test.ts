import { beforeEach, expect, test, vi } from 'vitest';
import { catchUpInBackground } from '../../bin/hook/capture.ts';
import { leaveBehind } from '../../bin/hook/leave-behind.ts';
import { playground, user } from './play.ts';

vi.mock('../../bin/hook/leave-behind.ts', () => ({ leaveBehind: vi.fn(), giveWay: () => undefined }));
const left = vi.mocked(leaveBehind);

const statements = Array.from({ length: 12 }, (_, i) => `We never deploy service ${i} on Fridays.`);

beforeEach(() => left.mockClear());

/** A session whose hooks have no time to extract. */
async function hurried() {
  const play = playground();
  play.waits.work = 0;
  play.waits.startCatchUp = 0;
  play.say('first', ...statements.map(user));
  return play;
}

test('a session that ends with waiting turns leaves a process behind, which stores them', async () => {
  const play = await hurried();
  await play.end('first');
  expect(left.mock.calls.map(([command]) => command)).toStrictEqual(['catch-up']);
  const [[, environment] = []] = left.mock.calls;
  await catchUpInBackground(environment!, () => undefined);
  expect(await play.memories()).toHaveLength(statements.length);
});

test('a hook within a session leaves the rest to the next one', async () => {
  const play = await hurried();
  await play.capture('first');
  expect(left).not.toHaveBeenCalled();
});

test('a session’s start without time for what earlier ones left leaves a process behind', async () => {
  const play = await hurried();
  await play.capture('first');
  await play.start('second');
  expect(left.mock.calls.map(([command]) => command)).toStrictEqual(['catch-up']);
});

test('a session that ends with an empty queue leaves nothing behind', async () => {
  const play = playground();
  play.say('first', user(statements[0]!));
  await play.end('first');
  expect(left).not.toHaveBeenCalled();
  expect(await play.memories()).toStrictEqual([statements[0]]);
});

import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catchUpInBackground } from '../../bin/hook/capture.ts';
import { playground, user } from './play.ts';

/** The commands of the processes that hooks left behind, and their environments; none is started. */
const left: { command: string | undefined; environment: NodeJS.ProcessEnv | undefined }[] = [];

const statements = Array.from({ length: 12 }, (_, i) => `We never deploy service ${i} on Fridays.`);

beforeEach(() => {
  left.length = 0;
  vi.spyOn(childProcess, 'spawn').mockImplementation(((
    _: string,
    args: string[],
    options: { env?: NodeJS.ProcessEnv },
  ) => {
    left.push({ command: args.at(-1), environment: options.env });
    return Object.assign(new EventEmitter(), { unref: () => undefined });
  }) as unknown as typeof childProcess.spawn);
  syncBuiltinESMExports();
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

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
  expect(left.map(({ command }) => command)).toStrictEqual(['catch-up']);
  await catchUpInBackground(left[0]!.environment!, () => undefined);
  expect(await play.memories()).toHaveLength(statements.length);
});

test('a hook within a session leaves the rest to the next one', async () => {
  const play = await hurried();
  await play.capture('first');
  expect(left).toStrictEqual([]);
});

test('a session’s start without time for what earlier ones left leaves a process behind', async () => {
  const play = await hurried();
  await play.capture('first');
  await play.start('second');
  expect(left.map(({ command }) => command)).toStrictEqual(['catch-up']);
});

test('a session that ends with an empty queue leaves nothing behind', async () => {
  const play = playground();
  play.say('first', user(statements[0]!));
  await play.end('first');
  expect(left).toStrictEqual([]);
  expect(await play.memories()).toStrictEqual([statements[0]]);
});

import { once } from 'node:events';
import { chmodSync, chownSync, readdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HookAnswering } from '../../bin/hook/answering.ts';
import { askServers } from '../../bin/hook/ask-servers.ts';
import type { SearchStore } from '../../src/domain/stores/search.ts';
import type { Services } from '../../src/service/context.ts';
import type { MemoryOwner } from '../../src/service/hooks/project.ts';
import { openStore } from '../support/harness.ts';
import { playground, user } from './play.ts';

const question = 'On which day do we deploy?';
const known = { context: expect.stringContaining('Tuesdays') };
const timing = 60_000;

/** A home whose memory has a rule, and a server's answering next to it. */
async function beside(onRead: () => Promise<void> = async () => undefined) {
  const place = playground();
  place.say('zero', user('From now on we always deploy on Tuesdays from the release branch.'));
  await place.capture('zero');
  const logged: string[] = [];
  const open = () => {
    const store = openStore(place.database);
    const read: SearchStore['read'] = async (...asked) => {
      await onRead();
      return store.search.read(...asked);
    };
    const services = {
      store: { ...store, search: { ...store.search, read } },
      now: Date.now,
      newId: () => crypto.randomUUID(),
      log: (_level: string, message: string, fields?: Record<string, unknown>) =>
        void logged.push(`${message}: ${fields?.error}`),
    };
    // It uses no other services.
    const answering = new HookAnswering(place.database, services.store, services as unknown as Services);
    answering.start();
    onTestFinished(async () => {
      await answering.stop();
      await store.close();
    });
    return answering;
  };
  /** Like a hook of a prompt, but with enough time for a busy machine. */
  const ask = (session: string, timeoutMs = timing, character = 'harbour', owner: MemoryOwner = { character }) =>
    askServers(
      place.database,
      { host: 'codex', session, event: 'UserPromptSubmit', tier: 'BUSINESS', owner, prompt: question },
      { answer: timeoutMs, lock: timing },
    );
  return { place, open, ask, logged, sockets: () => socketsIn(place.home) };
}

const socketsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('memory.db-hook'));

test('a server with the store open answers like the hook itself, and records the recall', async () => {
  const { place, open, sockets } = await beside();
  const alone = [
    await place.start('alone'),
    await place.prompt('lone', question),
    await place.prompt('lone', 'Paint it'),
  ];
  const answering = open();
  const answered = [
    await place.start('asked'),
    await place.prompt('ask', question),
    await place.prompt('ask', 'Paint it'),
  ];
  expect(answered).toStrictEqual(alone);
  expect(answered[1]?.context).toContain('Tuesdays');
  expect((await place.prompt('ask', 'On which day do we deploy it?')).context).toBeUndefined();
  expect(await place.leftOut()).toMatchObject({ known: 1 });

  await answering.stop();
  expect(sockets()).toStrictEqual([]);
  expect((await place.prompt('later', question)).context).toContain('Tuesdays');
  expect((await place.receipts()).latest.filter(({ given }) => given > 0)).toHaveLength(5);
});

test('the server answers a question, once per session', async () => {
  const { open, ask } = await beside();
  expect(await ask('one')).toBeUndefined();
  open();
  expect(await ask('one')).toStrictEqual(known);
  expect(await ask('one')).toStrictEqual({ context: null });
  // Hooks that are installed twice give once.
  const twice = await Promise.all([ask('both'), ask('both')]);
  expect(twice.filter((answer) => answer?.context === null)).toHaveLength(1);
  expect(twice).toContainEqual(known);
  expect(await ask('other', timing, 'nobody')).toStrictEqual({ context: null });
});

test('only this user can connect to the socket', async () => {
  const { place, open, sockets } = await beside();
  open();
  const [name = ''] = sockets();
  expect(statSync(join(place.home, name)).mode & 0o777).toBe(0o600);
});

test('the socket of a killed server is removed, and the next server is asked', async () => {
  const { place, open, ask, sockets } = await beside();
  const killed = createServer();
  // A name that is tried first, in the order of a folder.
  killed.listen(join(place.home, 'there'));
  await once(killed, 'listening');
  chmodSync(join(place.home, 'there'), 0o600);
  renameSync(join(place.home, 'there'), join(place.home, 'memory.db-hook2-00000000'));
  await new Promise((resolve) => killed.close(resolve));
  expect(sockets()).toStrictEqual(['memory.db-hook2-00000000']);
  expect((await place.prompt('one', question)).context).toContain('Tuesdays');
  expect(sockets()).toStrictEqual([]);
  open();
  expect(await ask('two')).toStrictEqual(known);
});

const linkTo = (path: string, moved: string) => {
  renameSync(path, moved);
  symlinkSync(moved, path);
};
const isRoot = process.getuid?.() === 0;
test.each([
  ['that others may use', true, (path: string) => chmodSync(path, 0o666)],
  ['that others may read', true, (path: string) => chmodSync(path, 0o640)],
  ['of another user', isRoot, (path: string) => chownSync(path, 12_345, 12_345)],
  ['behind a link', true, (path: string) => linkTo(path, join(path, '../elsewhere'))],
])('a socket %s is neither asked nor removed', async (_, isPossible, plant) => {
  if (!isPossible) return;
  const { place, sockets } = await beside();
  let heard = '';
  const planted = createServer((socket) => {
    socket.on('data', (bytes) => {
      heard += bytes;
      socket.write('{"context":"planted"}\n');
    });
  });
  const path = join(place.home, 'memory.db-hook2-00000000');
  planted.listen(path);
  await once(planted, 'listening');
  onTestFinished(() => void planted.close());
  chmodSync(path, 0o600);
  plant(path);
  expect((await place.prompt('one', question)).context).toContain('Tuesdays');
  expect(heard).toBe('');
  expect(sockets()).toContain('memory.db-hook2-00000000');
});

test('a late or silent server is not awaited, and its answer does not count as given', async () => {
  let finish = () => {};
  const late = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { place, open, ask } = await beside(() => late);
  open();
  place.waits.answer = 20;
  expect((await place.prompt('one', question)).context).toContain('Tuesdays');
  const given = async () => (await place.receipts()).latest.filter((receipt) => receipt.given > 0).length;
  expect(await ask('two', 300)).toBeUndefined();
  finish();
  // The asker has left: the server's result is dropped. It answers the next one.
  expect(await given()).toBe(1);
  expect(await ask('two')).toStrictEqual(known);
  expect(await given()).toBe(2);
});

test('an invalid request gets no answer, and the next one does', async () => {
  const { place, open, ask, logged, sockets } = await beside();
  open();
  const [name = ''] = sockets();
  const whole = { host: 'codex', session: 'one', event: 'UserPromptSubmit', tier: 'BUSINESS', character: 'harbour' };
  for (const line of [
    '',
    '{',
    '[]',
    JSON.stringify({ ...whole, tier: 'KING' }),
    JSON.stringify({ ...whole, more: 1 }),
  ]) {
    const socket = connect(join(place.home, name));
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.write(`${line}\n`);
    await once(socket, 'close');
    expect(received).toBe('');
  }
  expect(logged).toHaveLength(5);
  expect(logged.join()).not.toContain('vault');
  // A line of a megabyte needs no end.
  const endless = connect(join(place.home, name)).on('error', () => undefined);
  endless.write('x'.repeat(1_000_001));
  await once(endless, 'close');
  expect(await ask('one')).toStrictEqual(known);
});

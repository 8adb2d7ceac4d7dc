import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runCommand, startCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/harness.ts';
import { startServe } from '../support/served.ts';
import { Spawned } from '../support/spawned.ts';

interface Shown {
  id: string;
  content: string;
}

/** Longer than the minute after which everything is exchanged whatever the server tells. */
const giveUpMs = 90_000;

/** Asks again until the answer is as wanted; what it was last if that never comes. */
async function eventually<Answer>(ask: () => Promise<Answer>, isWanted: (answer: Answer) => boolean): Promise<Answer> {
  const end = Date.now() + giveUpMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > end) return answer;
    await elapse(100);
  }
}

const env = { SERVICE_CHARACTER: 'mia', SERVICE_TIER: 'BUSINESS' };

/** A machine with a home of its own, a store, and a server that a host has started. */
async function machine(url: string, key: string) {
  const folder = temporaryFolder();
  const keyFile = join(folder, 'given.key');
  writeFileSync(keyFile, key);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(folder, [...args, '--json'], env);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const texts = async () => ((await run('list')).memories as Shown[]).map(({ content }) => content).toSorted();
  const server = () => new Spawned({ ...env, HOME: folder, SERVICE_DB: join(folder, 'memory.db') });
  return {
    folder,
    keyFile,
    run,
    texts,
    server,
    connect: () => run('connect', url, '--character', 'mia', '--key-file', keyFile),
  };
}

test('two machines converge, also after both changed a memory while the server was down', {
  timeout: 180_000,
}, async () => {
  const path = join(temporaryFolder(), 'server.db');
  const settings = { SERVICE_RATE_LIMITS: 'off', SERVICE_TIER: 'BUSINESS' };
  const first = await startServe(path, settings);
  const [laptop, desktop] = [await machine(first.url, first.key!), await machine(first.url, first.key!)];
  await laptop.run('add', 'Mia plays the violin', '--category', 'facts');
  await desktop.run('add', 'Der Hafen ist offen', '--category', 'facts');
  expect(
    await laptop.run('connect', first.url, '--character', 'mia', '--key-file', laptop.keyFile, '--dry-run'),
  ).toMatchObject({
    dryRun: true,
    characters: [{ character: 'mia', here: 1, there: 0, same: 0 }],
  });
  await laptop.connect();
  await desktop.connect();

  const hosts = [laptop.server(), desktop.server()];
  for (const host of hosts) await host.handshake();
  const both = ['Der Hafen ist offen', 'Mia plays the violin'];
  expect(await eventually(laptop.texts, (texts) => texts.length === 2)).toStrictEqual(both);
  expect(await eventually(desktop.texts, (texts) => texts.length === 2)).toStrictEqual(both);

  first.child.kill('SIGKILL');
  await first.ended;
  const [{ id }] = (await laptop.run('search', 'violin')).memories as [Shown];
  await laptop.run('edit', id, '--content', 'Mia plays the cello');
  await desktop.run('edit', id, '--content', 'Mia plays the harp');
  await desktop.run('add', 'La boulangerie ouvre à six heures', '--category', 'facts');

  const again = await startServe(path, settings, first.port);
  expect(again.port).toBe(first.port);
  const equal = async () => [await laptop.texts(), await desktop.texts()] as const;
  const [here, there] = await eventually(equal, ([one, other]) => one.length === 3 && one.join() === other.join());
  expect(here).toStrictEqual(there);
  expect(here).toContain('La boulangerie ouvre à six heures');
  const { revisions } = (await laptop.run('show', id)) as { revisions?: { content: string }[] };
  const kept = new Set(revisions?.map(({ content }) => content));
  expect(kept).toStrictEqual(new Set(['Mia plays the violin', 'Mia plays the cello', 'Mia plays the harp']));
  expect(await laptop.run('connections')).toMatchObject({
    connections: [{ waiting: 0, refused: 0, characters: [{ name: 'mia', waiting: 0, memories: [] }] }],
  });
  expect(await laptop.run('disconnect')).toMatchObject({ disconnected: ['mia'], removed: false });
  expect(await laptop.run('connections')).toStrictEqual({ connections: [] });

  // What was deleted here comes back with the server's changes, when it is named.
  for (const host of hosts) host.child.stdin.end();
  await desktop.run('disconnect', '--remove');
  const all = ['connect', first.url, '--all', '--key-file', desktop.keyFile];
  expect((await runCommand(desktop.folder, all, env)).stderr).toContain('is deleted here');
  await laptop.run('add', 'El faro es rojo', '--category', 'facts');
  await laptop.connect();
  await desktop.connect();
  expect(await desktop.texts()).toStrictEqual(await laptop.texts());
});

test('hooks alone exchange captured statements, and the other machine recalls them', {
  timeout: 120_000,
}, async () => {
  const server = await startServe(join(temporaryFolder(), 'server.db'), {
    SERVICE_RATE_LIMITS: 'off',
    SERVICE_TIER: 'BUSINESS',
  });
  const [laptop, desktop] = [await machine(server.url, server.key!), await machine(server.url, server.key!)];
  for (const one of [laptop, desktop]) {
    await one.run('add', 'Mia plays the violin', '--category', 'facts');
    await one.connect();
  }
  const hook = async ({ folder }: { folder: string }, event: string, input: object) => {
    const hooked = startCommand(folder, ['hook', event, '--host', 'codex'], env);
    hooked.child.stdin.end(JSON.stringify({ cwd: folder, session_id: 'one', ...input }));
    await once(hooked.child, 'close');
    return hooked.said.stdout;
  };
  // The exchange of the prompt's hook is young when the turn ends.
  const transcript_path = join(laptop.folder, 'rollout.jsonl');
  const said = { role: 'user', content: [{ type: 'input_text', text: 'From now on we always deploy on Tuesdays.' }] };
  writeFileSync(
    transcript_path,
    `${JSON.stringify({ type: 'response_item', payload: { type: 'message', ...said } })}\n`,
  );
  await hook(laptop, 'UserPromptSubmit', { prompt: 'Hello there' });
  await hook(laptop, 'Stop', { transcript_path });
  const waiting = async () => ((await laptop.run('connections')).connections as { waiting: number }[])[0]?.waiting;
  expect(await eventually(waiting, (count) => count === 0)).toBe(0);

  await hook(desktop, 'SessionStart', { source: 'startup' });
  expect(await eventually(desktop.texts, (texts) => texts.length === 2)).toHaveLength(2);
  expect(await hook(desktop, 'UserPromptSubmit', { prompt: 'On which day do we deploy?' })).toContain('Tuesdays');
});

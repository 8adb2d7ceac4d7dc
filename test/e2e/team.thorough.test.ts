import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runCommand, startCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/harness.ts';
import { startServe } from '../support/served.ts';

const settings = { SERVICE_RATE_LIMITS: 'off', SERVICE_TIER: 'BUSINESS' };
const env = { SERVICE_CHARACTER: 'auto', SERVICE_TIER: 'BUSINESS' };
const giveUpMs = 60_000;

/** The machine of a member, with a clone of the repository `app`. */
function machine(url: string, key: string) {
  const home = temporaryFolder();
  const app = join(home, 'app');
  mkdirSync(join(app, '.git'), { recursive: true });
  writeFileSync(join(app, '.git', 'config'), '[remote "origin"]\n\turl = https://git.example.org/team/app.git\n');
  const keyFile = join(home, 'given.key');
  writeFileSync(keyFile, key);
  const run = async (...line: string[]) => {
    const { code, stdout, stderr } = await runCommand(home, [...line, '--json'], env, app);
    expect(`${code} ${stderr}`).toMatch(/^0 /);
    return JSON.parse(stdout);
  };
  let sessions = 0;
  const hook = async (event: string, input: object) => {
    const hooked = startCommand(home, ['hook', event, '--host', 'codex'], env, app);
    hooked.child.stdin.end(JSON.stringify({ cwd: app, session_id: `s${++sessions}`, ...input }));
    await once(hooked.child, 'close');
    return hooked.said.stdout;
  };
  return {
    run,
    connect: () => run('connect', url, '--character', 'app', '--key-file', keyFile),
    async say(text: string) {
      const transcript_path = join(home, `rollout ${sessions}.jsonl`);
      const payload = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
      writeFileSync(transcript_path, `${JSON.stringify({ type: 'response_item', payload })}\n`);
      await hook('Stop', { transcript_path });
    },
    start: () => hook('SessionStart', { source: 'startup' }),
    ask: (prompt: string) => hook('UserPromptSubmit', { prompt }),
    sync: () => run('sync'),
  };
}

test('two members share a project through hooks: nothing personal, and each line says whose word it is', {
  timeout: 180_000,
}, async () => {
  const server = await startServe(join(temporaryFolder(), 'server.db'), settings);
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return (await answer.json()) as Answer;
  };
  const keyOf = async (name: string) => {
    await ask('POST', '/v1/members', { name, role: 'MEMBER' });
    return (await ask<{ key: string }>('POST', '/v1/keys', { member: name, name: 'laptop' })).key;
  };
  const ada = machine(server.url, await keyOf('Ada'));
  const ben = machine(server.url, await keyOf('Ben'));
  await ada.say('I have diabetes and I live in Lisbon. From now on we always deploy on Tuesdays.');
  await ada.connect();
  const { characters } = await ask<{ characters: { id: string; name: string }[] }>('GET', '/v1/characters');
  expect(characters.map(({ name }) => name)).toStrictEqual(['app']);
  const members = [{ member: 'Ben', access: 'WRITE' }];
  await ask('PUT', `/v1/characters/${characters[0]?.id}/sharing`, { members });
  await ben.say('My sister Ana lives in Porto. We decided to use Zod for validation.');
  await ben.connect();
  const shared = async () => {
    const path = `/v1/characters/${characters[0]?.id}/memories?limit=100`;
    const { memories } = await ask<{ memories: { content: string }[] }>('GET', path);
    return memories.map(({ content }) => content).toSorted();
  };
  const both = ['From now on we always deploy on Tuesdays.', 'We decided to use Zod for validation.'];
  for (const end = Date.now() + giveUpMs; (await shared()).length < 2 && Date.now() < end; await elapse(200)) {
    await ada.sync();
    await ben.sync();
  }
  // Said once more while connected: still nothing personal goes there.
  await ada.say('I am allergic to peanuts. My brother Tom lives in Faro.');
  await ada.sync();
  await ben.sync();
  expect(await shared()).toStrictEqual(both);
  const known = await ben.start();
  expect(known).toMatch(/\[member Ada, [\d-]+\] From now on we always deploy on Tuesdays\./);
  expect(known).toMatch(/\[you, [\d-]+\] We decided to use Zod/);
  expect(known).not.toMatch(/diabetes|Lisbon|peanuts|Faro/);
  expect(await ben.ask('On which day do we deploy?')).toContain('[member Ada, ');
  const { memories } = await ben.run('search', 'deploy on Tuesdays');
  expect(memories[0]).toMatchObject({ origin: 'member Ada' });
});

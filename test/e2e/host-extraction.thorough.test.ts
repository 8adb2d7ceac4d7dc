import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownPrompt } from '../../src/hooks/marks.ts';
import { temporaryFolder } from '../support/harness.ts';
import { program, Spawned } from '../support/spawned.ts';

/** A host's program that records its call, may try its hooks and server, and answers. */
const fakeHost = (notes: string, answer: string, tries: boolean) => `#!${process.execPath}
const { appendFileSync, readFileSync, readdirSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const { getPriority } = require('node:os');
const prompt = readFileSync(0, 'utf8');
const own = (args, input) => spawnSync(process.execPath, [${JSON.stringify(program)}, ...args], { input, encoding: 'utf8' }).stdout;
const transcript_path = ${JSON.stringify(join(notes, '..', 'own.jsonl'))};
const hook = (event) => own(['hook', event, '--host', 'codex', '--extract-with', 'host'],
  JSON.stringify({ session_id: 'inner', transcript_path, prompt: 'On which day do we deploy?' }));
appendFileSync(${JSON.stringify(notes)}, JSON.stringify({
  args: process.argv.slice(2), prompt, folder: readdirSync('.'), priority: getPriority(),
  ...(${tries} && {
    hooks: ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'].map(hook),
    server: own([], '{"jsonrpc":"2.0","id":1,"method":"ping"}\\n'),
  }),
}) + '\\n');
${answer}
`;

const adds = (...contents: string[]) =>
  JSON.stringify({
    operations: contents.map((content) => ({ operation: 'ADD', content, importance: 'HIGH', reason: 'it lasts' })),
  });
const answers = (text: string) => `process.stdout.write(${JSON.stringify(`Here you are:\n${text}\n`)});`;

const said = (text: string, role = 'user') =>
  `${JSON.stringify({ type: 'response_item', payload: { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] } })}\n`;

interface Noted {
  args: string[];
  prompt: string;
  folder: string[];
  priority: number;
  hooks?: string[];
  server?: string;
}

/** A home with a project, the built program's hooks and a host on the PATH. */
function home(answer: string, { tries = false } = {}) {
  const folder = temporaryFolder();
  const project = join(folder, 'harbour');
  const programs = join(folder, 'bin');
  for (const made of [join(project, '.git'), programs, join(folder, 'tmp')]) mkdirSync(made, { recursive: true });
  const notes = join(folder, 'notes.jsonl');
  writeFileSync(join(programs, 'codex'), fakeHost(notes, answer, tries));
  chmodSync(join(programs, 'codex'), 0o755);
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    HOME: folder,
    TMPDIR: join(folder, 'tmp'),
    SERVICE_DB: join(folder, 'memory.db'),
  };
  const hook = (event: string, session_id: string, more: Record<string, string> = {}, host = 'codex') => {
    const input = JSON.stringify({ cwd: project, session_id, transcript_path: join(folder, `${session_id}.jsonl`) });
    const args = [program, 'hook', event, '--host', host, '--extract-with', 'host'];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, {
      env: { ...env, ...more },
      input,
      encoding: 'utf8',
    });
    return [status, stdout.trim(), stderr];
  };
  const say = (session: string, ...lines: string[]) => appendFileSync(join(folder, `${session}.jsonl`), lines.join(''));
  const noted = (): Noted[] =>
    existsSync(notes)
      ? readFileSync(notes, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Noted)
      : [];
  const ask = async (tool: string, given: object = {}) => {
    const server = new Spawned({
      ...env,
      SERVICE_CHARACTER: 'harbour',
      SERVICE_EXTRACT_WITH: 'host',
      SERVICE_TOOLSETS: 'memories,review',
    });
    await server.handshake();
    const { result } = await server.request('tools/call', { name: tool, arguments: given });
    server.child.stdin.end();
    await server.ended();
    return (result as { structuredContent: never }).structuredContent as never;
  };
  return { folder, env, hook, say, noted, ask };
}

interface Receipts {
  hostModel: {
    perDay: number;
    leftToday: number;
    sessions: { host: string; turns: number; kept?: number; fault?: string }[];
  };
  turns: { clauses: { text: string; reason: string; outcome: string }[] }[];
}

const deploys = 'From now on we always deploy on Tuesdays from the release branch.';
const silent = [0, '{}', ''];

test('the host’s model reads a finished session once, in addition to the rules', async () => {
  const place = home(
    answers(
      adds('We always deploy on Tuesdays, from the release branch.', 'The user finds the nightly reports too long.'),
    ),
    { tries: true },
  );
  const { hook, say, noted, ask, folder } = place;
  say(
    'one',
    said(`${deploys} <private>My salary is 90,000.</private>`),
    said('Noted. The key is sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.', 'assistant'),
    said('Honestly, those nightly reports go on and on, nobody gets to the end of them.'),
  );
  expect(hook('Stop', 'one')).toStrictEqual(silent);
  expect(noted()).toStrictEqual([]);
  expect(hook('SessionEnd', 'one')).toStrictEqual(silent);
  await expect
    .poll(async () => ((await ask('list_hook_receipts')) as Receipts).hostModel?.sessions[0]?.kept, {
      timeout: 20_000,
      interval: 500,
    })
    .toBe(1);
  const [run, ...more] = noted();
  expect(more).toStrictEqual([]);
  expect(run?.prompt.startsWith(ownPrompt)).toBe(true);
  expect(run?.prompt).toContain('those nightly reports go on and on');
  expect(run?.prompt).toContain('Tuesdays');
  for (const secret of ['salary', 'sk-ant']) expect(run?.prompt).not.toContain(secret);
  expect(run?.args).toContain('--ephemeral');
  expect(run).toMatchObject({ folder: [], hooks: ['{}\n', '{}\n', '{}\n', '{}\n'], server: '' });
  expect(run?.priority).toBeGreaterThan(10);
  // Statements that the rules have stored are not stored again in other words.
  const { memories } = (await ask('list_memories', { limit: 50 })) as { memories: { content: string }[] };
  expect(memories.map(({ content }) => content).sort()).toStrictEqual([
    deploys,
    'The user finds the nightly reports too long.',
  ]);
  const receipts = (await ask('list_hook_receipts', { session: 'one' })) as Receipts;
  expect(receipts.hostModel).toMatchObject({
    perDay: 10,
    leftToday: 9,
    sessions: [{ host: 'codex', turns: 2, kept: 1 }],
  });
  expect(JSON.stringify(receipts.turns)).toContain('the model of codex: it lasts');
  // No files are left, and nothing is sent without new turns.
  expect(readdirSync(join(folder, 'tmp'))).toStrictEqual([]);
  hook('SessionEnd', 'one');
  hook('SessionEnd', 'two');
  expect(noted()).toHaveLength(1);
});

test('a failing or nonsensical host model loses nothing the rules kept, within its daily limit', async () => {
  const { hook, say, noted, ask } = home(`
if (prompt.includes('User: From now on')) { process.stderr.write('You are not logged in.\\n'); process.exitCode = 1; }
else process.stdout.write('I would rather not.');`);
  const one = { SERVICE_HOST_EXTRACTIONS: '2' };
  const failed = async (count: number) => {
    const { hostModel } = (await ask('list_hook_receipts')) as Receipts;
    return hostModel.sessions.filter(({ fault }) => fault !== undefined).length === count
      ? hostModel.sessions[0]?.fault
      : undefined;
  };
  // A task alone is not sent, and does not count.
  say('none', said('Rename getUser to fetchUser in src/api.ts.'));
  hook('SessionEnd', 'none', one);
  say('one', said(deploys));
  hook('Stop', 'one', one);
  hook('SessionEnd', 'one', one);
  await expect.poll(() => failed(1), { interval: 500 }).toContain('You are not logged in.');
  say('two', said('We never deploy on Fridays.'));
  hook('SessionEnd', 'two', one);
  await expect.poll(() => failed(2), { interval: 500 }).toContain('nothing usable');
  say('three', said('Always squash commits before merging.'));
  hook('SessionEnd', 'three', one);
  const { memories } = (await ask('list_memories', { limit: 50 })) as { memories: { content: string }[] };
  expect(memories).toHaveLength(3);
  expect(noted()).toHaveLength(2);
});

test('nothing is sent without the flag or to a host without a command, nor from the model’s own sessions', async () => {
  const { folder, env, hook, say, noted, ask } = home(answers(adds('Nobody should store this.')));
  say('one', said(deploys));
  hook('SessionEnd', 'one', {}, 'cursor');
  const input = JSON.stringify({ session_id: 'two', transcript_path: join(folder, 'one.jsonl') });
  spawnSync(process.execPath, [program, 'hook', 'SessionEnd', '--host', 'codex'], { env, input, cwd: folder });
  say('three', said(`${ownPrompt}\n\nAlways use tabs.`), said('From now on everything is in tabs.', 'assistant'));
  hook('SessionEnd', 'three');
  expect(noted()).toStrictEqual([]);
  const { hostModel } = (await ask('list_hook_receipts')) as Receipts;
  expect(hostModel).toMatchObject({ leftToday: 10, sessions: [] });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { repository } from '../support/git.ts';
import { temporaryFolder } from '../support/harness.ts';
import { program, Spawned } from '../support/spawned.ts';

/** A home with a project, and the built program's hooks in it. */
function home() {
  const folder = temporaryFolder();
  const project = join(folder, 'harbour');
  const temporary = join(folder, 'tmp');
  for (const made of [join(project, '.git'), temporary]) mkdirSync(made, { recursive: true });
  const env = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: temporary, SERVICE_DB: join(folder, 'memory.db') };
  const hook = (event: string, input: object | string, host = 'codex', more: Record<string, string> = {}) => {
    const given = typeof input === 'string' ? input : JSON.stringify({ cwd: project, ...input });
    const args = [program, 'hook', event, '--host', host];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      env: { ...env, ...more },
      input: given,
      encoding: 'utf8',
    });
    return {
      status,
      answer: JSON.parse(stdout) as Record<string, unknown>,
      lines: stdout.split('\n').length - 1,
      stderr,
    };
  };
  return { folder, project, temporary, env, hook };
}

const said = (text: string) =>
  `${JSON.stringify({ type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } })}\n`;

test('the built program captures a session for the next session and for a server', async () => {
  const { folder, env, hook, temporary } = home();
  const transcript_path = join(folder, 'rollout.jsonl');
  writeFileSync(transcript_path, said('From now on we always deploy on Tuesdays from the release branch.'));
  expect(hook('Stop', { session_id: 'one', transcript_path })).toStrictEqual({
    status: 0,
    answer: {},
    lines: 1,
    stderr: '',
  });
  const start = hook('SessionStart', { session_id: 'two', source: 'startup' });
  expect(start).toMatchObject({
    status: 0,
    stderr: '',
    answer: { hookSpecificOutput: { hookEventName: 'SessionStart' } },
  });
  expect(JSON.stringify(start.answer)).toContain('Tuesdays');
  const prompt = hook('UserPromptSubmit', { session_id: 'three', prompt: 'On which day do we deploy?' });
  expect(JSON.stringify(prompt.answer)).toContain('Tuesdays');
  expect(hook('UserPromptSubmit', { session_id: 'three', prompt: 'Rename foo to bar' }).answer).toStrictEqual({});

  const server = new Spawned({ ...env, SERVICE_CHARACTER: 'harbour' });
  await server.handshake();
  // A server that has the store open extracts the hook's turns.
  writeFileSync(
    transcript_path,
    `${said('From now on we always deploy on Tuesdays from the release branch.')}${said('Our staging server is called heron.')}`,
  );
  hook('Stop', { session_id: 'one', transcript_path });
  const found = async () => {
    const { result } = await server.request('tools/call', {
      name: 'search_memories',
      arguments: { query: 'What is the staging server called?' },
    });
    return JSON.stringify(result);
  };
  await expect.poll(found).toContain('heron');
  server.child.stdin.end();
  await once(server.child, 'close');
  expect(readdirSync(temporary)).toStrictEqual([]);
});

test('the program and a server give a status line and the notes before a tool', async () => {
  const { folder, project, env, hook } = home();
  const transcript_path = join(folder, 'rollout.jsonl');
  writeFileSync(transcript_path, said('Always use pnpm, never npm.'));
  hook('Stop', { session_id: 'one', transcript_path });
  const status = () => {
    const input = JSON.stringify({ session_id: 'two', workspace: { current_dir: project } });
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'statusline'], {
      env,
      input,
      encoding: 'utf8',
    });
    return [status, stdout, stderr];
  };
  const before = (session_id: string) => {
    const { answer } = hook(
      'PreToolUse',
      { session_id, tool_name: 'Bash', tool_input: { command: 'npm i' } },
      'claude-code',
    );
    return JSON.stringify(answer).includes('pnpm');
  };
  expect(status()).toStrictEqual([0, 'memory: 1 known\n', '']);
  expect([before('two'), before('two')]).toStrictEqual([true, false]);
  const server = new Spawned(env);
  await server.handshake();
  await server.call('get_tier');
  await expect.poll(() => readdirSync(folder).some((name) => name.startsWith('memory.db-hook'))).toBe(true);
  expect([before('three'), before('three')]).toStrictEqual([true, false]);
  hook('SessionStart', { session_id: 'two', source: 'startup' }, 'claude-code');
  expect(status()).toStrictEqual([0, 'memory: 1 known, 1 recalled\n', '']);
  server.child.stdin.end();
  await server.ended();
});

test('a hook captures and recalls beside a running server, and after it was killed', async () => {
  const { folder, env, hook } = home();
  const transcript_path = join(folder, 'rollout.jsonl');
  writeFileSync(transcript_path, said('From now on we always deploy on Tuesdays from the release branch.'));
  hook('Stop', { session_id: 'one', transcript_path });
  const sockets = () => readdirSync(folder).filter((name) => name.startsWith('memory.db-hook'));
  const tuesday = (session_id: string) => {
    const { answer, stderr } = hook('UserPromptSubmit', { session_id, prompt: 'On which day do we deploy?' });
    return [JSON.stringify(answer).includes('Tuesdays'), stderr];
  };
  const [killed, ended] = [new Spawned(env), new Spawned(env)];
  for (const server of [killed, ended]) {
    await server.handshake();
    await server.call('get_tier');
  }
  await expect.poll(sockets).toHaveLength(2);
  expect(tuesday('two')).toStrictEqual([true, '']);
  killed.child.kill('SIGKILL');
  await killed.ended();
  expect(tuesday('three')).toStrictEqual([true, '']);
  ended.child.stdin.end();
  await ended.ended();
  expect(tuesday('four')).toStrictEqual([true, '']);
  expect(sockets()).toStrictEqual([]);
});

const rule = 'From now on we always deploy on Tuesdays from the release branch.';
const prompt = 'On which day do we deploy?';
/** A provider that can't be reached: turns of a hook beside a server wait in the queue. */
const withModel = { SERVICE_AI_API_KEY: 'sk-none', SERVICE_AI_BASE_URL: 'http://127.0.0.1:9/v1' };

/** A session beside a server of the host, which knows the store. */
async function besideServer() {
  const place = home();
  const transcript_path = join(place.folder, 'rollout.jsonl');
  writeFileSync(transcript_path, said(rule));
  const server = new Spawned(place.env);
  await server.handshake();
  await server.call('get_tier');
  const stop = (more: Record<string, string> = {}) =>
    expect(place.hook('Stop', { session_id: 'one', transcript_path }, 'codex', more)).toMatchObject({ status: 0 });
  let asked = 0;
  // Each in a session of its own: a repeated prompt of a session is not answered again at once.
  const isTold = (more: Record<string, string> = {}) => {
    asked += 1;
    const { answer } = place.hook('UserPromptSubmit', { session_id: `next ${asked}`, prompt }, 'codex', more);
    return JSON.stringify(answer).includes('Tuesdays');
  };
  return { ...place, server, stop, isTold };
}

test('the next session knows the last one at once, even if the server ends with the host', async () => {
  const { server, stop, isTold } = await besideServer();
  stop();
  server.child.kill('SIGKILL');
  await server.ended();
  expect(isTold()).toBe(true);
});

test('turns queued by an earlier hook are extracted before a recall', async () => {
  const { server, stop, isTold } = await besideServer();
  stop(withModel);
  server.child.kill('SIGKILL');
  await server.ended();
  expect(isTold()).toBe(true);
});

test('a server extracts queued turns before it answers a hook', async () => {
  const { stop, isTold } = await besideServer();
  stop(withModel);
  // With a provider, a hook at a prompt extracts nothing itself.
  await expect.poll(() => isTold(withModel)).toBe(true);
});

test('a stopping server extracts queued turns that need no model', async () => {
  // It has 0.8 s, which may not suffice on a busy machine: another server is tried then.
  const isFinished = async () => {
    const { server, stop, isTold } = await besideServer();
    stop(withModel);
    server.child.stdin.end();
    await server.ended();
    return isTold(withModel);
  };
  await expect.poll(isFinished).toBe(true);
});

test('a hook exits with 0 and an empty answer for any standard input', () => {
  const { hook, folder } = home();
  for (const input of ['', '{', '[]', 'null', '\u0000']) {
    const { status, answer, stderr } = hook('UserPromptSubmit', input);
    expect([status, answer, stderr.split('\n').length]).toStrictEqual([0, {}, 2]);
  }
  expect(hook('NewEvent', {})).toMatchObject({ status: 0, answer: {} });
  expect(hook('Stop', {}, 'nobody')).toMatchObject({ status: 0, answer: {} });
  expect(readdirSync(folder)).not.toContain('memory.db');
});

test('a hook ends though its host leaves the pipe open or reads nothing', async () => {
  const { env, project } = home();
  const child = spawn(process.execPath, [program, 'hook', 'UserPromptSubmit', '--host', 'codex'], { env });
  child.stdout.destroy();
  child.stdin.on('error', () => undefined);
  child.stdin.write(JSON.stringify({ session_id: 'one', cwd: project, prompt: 'On which day do we deploy?' }));
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
});

test('a character of an earlier release goes once to the first repository of its name, with a notice', async () => {
  const { folder, env, hook } = home();
  writeFileSync(env.SERVICE_DB, gunzipSync(readFileSync(join(import.meta.dirname, '../fixtures/stores/0.3.0.db.gz'))));
  const [first, second] = ['clientA/Keeper', 'clientB/Keeper'].map((path) => repository(join(folder, path)));
  const start = (cwd: string, session_id: string) =>
    hook('SessionStart', { session_id, cwd, source: 'startup' }).answer as {
      systemMessage?: string;
      hookSpecificOutput?: { additionalContext: string };
    };
  const taken = start(first as string, 'one');
  expect(taken.systemMessage).toContain(`the memory "Keeper"`);
  expect(taken.systemMessage).toContain(`belongs to ${first} from now on`);
  expect(taken.hookSpecificOutput?.additionalContext).toContain('the tide stood at mark');
  expect(start(second as string, 'two')).toStrictEqual({});
  expect(start(first as string, 'three').systemMessage).toBeUndefined();
  const transcript_path = join(folder, 'rollout.jsonl');
  writeFileSync(transcript_path, said('From now on we always deploy on Tuesdays from the release branch.'));
  hook('Stop', { session_id: 'two', cwd: second, transcript_path });
  expect(start(second as string, 'four').hookSpecificOutput?.additionalContext).toMatch(
    /^Stored notes about "Keeper \(clientB\)"[\s\S]*Tuesdays/,
  );
  const { stdout } = spawnSync(process.execPath, [program, 'doctor', '--json'], { env, cwd: folder, encoding: 'utf8' });
  const { checks } = JSON.parse(stdout) as { checks: { name: string; detail: string }[] };
  expect(checks.find(({ name }) => name === 'projects')?.detail).toBe(
    `2 projects have a memory; "Keeper" of an earlier release is the memory of ${first}`,
  );
});

test('a .git file that points elsewhere opens no other project’s memory, also beside a server', async () => {
  const { folder, project, env, hook } = home();
  const transcript_path = join(folder, 'rollout.jsonl');
  writeFileSync(transcript_path, said('From now on we always deploy on Tuesdays from the release branch.'));
  repository(project);
  hook('Stop', { session_id: 'one', transcript_path });
  const evil = join(folder, 'evil');
  mkdirSync(evil);
  writeFileSync(join(evil, '.git'), `gitdir: ${join(folder, 'nowhere/harbour/.git/worktrees/x')}\n`);
  const server = new Spawned(env);
  await server.handshake();
  await server.call('get_tier');
  await expect.poll(() => readdirSync(folder).some((name) => name.startsWith('memory.db-hook'))).toBe(true);
  expect(JSON.stringify(hook('SessionStart', { session_id: 'two', source: 'startup' }).answer)).toContain('Tuesdays');
  expect(hook('SessionStart', { session_id: 'three', cwd: evil, source: 'startup' }).answer).toStrictEqual({});
  server.child.stdin.end();
  await server.ended();
});

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Memory } from '../../src/domain/memory.ts';
import { runHere } from '../support/command-here.ts';
import { type Body, temporaryFolder } from '../support/harness.ts';
import { environment, startServe } from '../support/served.ts';
import { startServer } from '../support/spawned.ts';

/** Runs a command to its end. */
const run = (path: string, line: string, env: Record<string, string> = {}) =>
  runHere(dirname(path), environment(path, env), line.split(' '));

async function json(path: string, line: string): Promise<Body> {
  const { code, stdout, stderr } = await run(path, `${line} --json`);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Body;
}

const newPath = () => join(temporaryFolder(), 'memory.db');

test('the first start writes an OWNER key to a private file that its log names, once', async () => {
  const path = newPath();
  const first = await startServe(path, {}, 0, []);
  const line = first.output.stderr.split('\n').find((one) => one.includes('first key'));
  const { file } = JSON.parse(line ?? '{}') as { file: string };
  expect(file).toBe(`${path}-first-key`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const headers = { authorization: `Bearer ${readFileSync(file, 'utf8').trim()}` };
  expect(await (await fetch(`${first.url}/v1/whoami`, { headers })).json()).toMatchObject({
    member: { role: 'OWNER' },
  });
  for (const one of first.output.stderr.trim().split('\n')) expect(() => JSON.parse(one) as unknown).not.toThrow();
  expect(first.output.stderr).not.toContain('ams_');
  first.child.kill('SIGTERM');
  await first.ended;
  rmSync(file);
  await startServe(path, {}, 0, []);
  expect(existsSync(file)).toBe(false);
});

test('the first key is not lost in a folder that takes no file', async () => {
  const path = newPath();
  mkdirSync(`${path}-first-key`);
  const { output, url } = await startServe(path, {}, 0, []);
  expect(output.stderr).toContain('keys create --tenant local');
  const { key } = await json(path, 'keys create --tenant local');
  expect((await fetch(`${url}/v1/tier`, { headers: { authorization: `Bearer ${String(key)}` } })).status).toBe(200);
});

test('the first start prints an OWNER key with --print-key, and serves what an agent stored over stdio', async () => {
  const path = newPath();
  const stdio = await startServer(path);
  await stdio.call('create_character', { name: 'Ada' });
  const first = await startServe(path);
  expect(first.key).toBeDefined();
  expect(first.output.stdout).toBe('');
  const headers = { authorization: `Bearer ${first.key}` };
  const found = await fetch(`${first.url}/v1/characters/Ada`, { headers });
  expect(found.status).toBe(200);
  expect(await found.json()).toMatchObject({ name: 'Ada' });
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(first.output.stderr.split(first.key ?? '').length).toBe(2);
  const second = await startServe(path);
  expect(second.key).toBeUndefined();
});

test('idle connections of one address are limited by the setting', async () => {
  const { port, url } = await startServe(newPath(), { SERVICE_HTTP_CONNECTIONS: '4' });
  const idle = [];
  for (let n = 0; n < 3; n++) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    idle.push(once(socket, 'close'));
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await Promise.all(idle.slice(0, 2));
});

test('a stopping server finishes the running request', async () => {
  const { port, key, child, ended, url } = await startServe(newPath());
  const body = JSON.stringify({ name: 'Ada' });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const head = ['POST /v1/characters HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`];
  socket.write(`${[...head, 'Content-Type: application/json', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`);
  socket.write(body.slice(0, 5));
  await fetch(`${url}/healthz`);
  child.kill('SIGTERM');
  // It takes no more connections, and the open one continues.
  await expect
    .poll(() =>
      fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
        () => 'taken',
        () => 'refused',
      ),
    )
    .toBe('refused');
  socket.write(body.slice(5));
  expect(await ended).toBe(0);
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
});

test('a stopping server turns unready before it refuses connections, and stays alive meanwhile', async () => {
  const { url, child, ended } = await startServe(newPath());
  const asked = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { connection: 'close' } });
    return [response.status, ((await response.json()) as Body).status];
  };
  expect(await asked('/readyz')).toStrictEqual([200, 'ready']);
  child.kill('SIGTERM');
  await expect.poll(() => asked('/readyz')).toStrictEqual([503, 'stopping']);
  expect(await ended).toBe(0);
});

test('a port in use is refused in one line', async () => {
  const path = newPath();
  const { port } = await startServe(path);
  const { code, stderr } = await run(path, `serve --port ${port}`, { SERVICE_LOG_LEVEL: 'warn' });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^agent-memory-service: can't listen on 127\.0\.0\.1:\d+: another program does; choose another --port .*\n$/,
  );
});

test('tenants, members and keys are created, changed and removed on the command line', async () => {
  const path = newPath();
  const made = await json(path, 'tenants create Acme --tier DEVELOPER');
  expect(made).toMatchObject({
    name: 'Acme',
    tier: 'DEVELOPER',
    member: { name: 'owner', role: 'OWNER', status: 'ACTIVE' },
    key: { member: 'owner', key: expect.stringMatching(/^ams_/) },
  });
  expect(await run(path, 'tenants create Acme')).toMatchObject({ code: 1, stderr: expect.stringContaining('exists') });
  const names = ((await json(path, 'tenants list')).tenants as Body[]).map(({ name }) => name);
  expect(names).toStrictEqual(['Acme', 'local']);

  expect(await json(path, 'members add --tenant Acme --name ann --role viewer --external-id idp|7')).toMatchObject({
    role: 'VIEWER',
    externalId: 'idp|7',
  });
  expect(await run(path, 'members suspend owner --tenant Acme')).toMatchObject({
    code: 1,
    stderr: 'agent-memory-service: This is the last active OWNER: make another member OWNER before.\n',
  });
  expect(await json(path, 'members set-role ann ADMIN')).toMatchObject({ name: 'ann', role: 'ADMIN' });
  expect(await json(path, 'members suspend ann')).toMatchObject({ status: 'SUSPENDED' });
  expect(await json(path, 'members resume ann')).toMatchObject({ status: 'ACTIVE' });
  expect(await json(path, 'keys create --tenant Acme --member ann --name laptop')).toMatchObject({
    name: 'laptop',
    member: 'ann',
    key: expect.stringMatching(/^ams_/),
  });
  const linked = await json(path, 'members link ann --tenant Acme --minutes 5 --url https://memory.example.com/');
  expect(linked).toMatchObject({
    member: { name: 'ann' },
    url: expect.stringMatching(/^https:\/\/memory\.example\.com\/#link=amslink_[\w-]{43}$/),
    expiresAt: expect.stringMatching(/Z$/),
  });
  expect((await json(path, 'members link ann')).url).toMatch(/^http:\/\/127\.0\.0\.1:8787\/#link=/);
  await json(path, 'members suspend ann');
  expect(await run(path, 'members link ann')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is suspended'),
  });
  await json(path, 'members resume ann');
  await json(path, 'keys create --tenant Acme');
  expect(await run(path, 'keys create --tenant Acme')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/The DEVELOPER tier allows at most 3 API keys\. An operator can raise the tier: /),
  });
  const keys = (await json(path, 'keys list --tenant Acme')).keys as Body[];
  expect(keys.map(({ name }) => name)).toStrictEqual(['first key', 'laptop', 'key']);
  for (const key of keys) expect(key).not.toHaveProperty('key');
  expect(await json(path, `keys revoke ${keys[2]?.id}`)).toHaveProperty('revokedAt');
  expect((await run(path, `keys create --tenant Acme`)).code).toBe(0);
  expect(await json(path, 'members remove ann')).toMatchObject({ name: 'ann' });
  expect(((await json(path, 'members list --tenant Acme')).members as Body[]).map(({ name }) => name)).toStrictEqual([
    'owner',
  ]);
});

test('a tenant’s tier is raised at once and lowered at the end of the period', async () => {
  const path = newPath();
  await json(path, 'tenants create Acme --tier BUSINESS');
  expect(await json(path, 'tenants set-tier Acme FREE')).toMatchObject({
    tier: 'BUSINESS',
    nextTier: 'FREE',
    periodEnd: expect.stringMatching(/-01T00:00:00\.000Z$/),
  });
  expect(await json(path, 'tenants set-tier Acme FREE --period-end 2020-01-01')).toMatchObject({ tier: 'FREE' });
  expect(await json(path, 'tenants set-tier Acme STARTER')).toMatchObject({ tier: 'STARTER' });
  expect(await run(path, 'tenants set-tier local FREE')).toMatchObject({ code: 1 });
  expect((await run(path, 'tenants list')).stdout).toMatch(/^id +name +tier\n/);
});

// test/bin/command-line.test.ts and test/settings have the other ways to be wrong.
test('wrong usage and invalid settings are one line and exit code 2', async () => {
  const path = newPath();
  for (const [line, env] of [
    ['tenants set-tier local FREE --period-end soon', {}],
    ['serve --port 70000', {}],
    ['serve', { SERVICE_JWT_SECRET: 'short' }],
    ['serve', { SERVICE_JWT_JWKS: '/nowhere.json' }],
  ] as const) {
    const { code, stderr } = await run(path, line, env);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
});

test('searches, exports, extraction and errors are the same with and without threads', async () => {
  const path = newPath();
  const stdio = await startServer(path);
  await stdio.call('create_character', { name: 'Ada' });
  for (const content of ['Ada drinks green tea.', 'Ada plays the harp.']) {
    await stdio.call('add_memory_direct', { characterId: 'Ada', content, category: 'facts' });
  }
  const answers: unknown[] = [];
  const extracted: unknown[] = [];
  let key: string | undefined;
  for (const workers of ['0', '2']) {
    const server = await startServe(path, { SERVICE_WORKERS: workers });
    key ??= server.key;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const search = (reference: string) =>
      fetch(`${server.url}/v1/characters/${reference}/memories/search`, {
        method: 'POST',
        headers,
        body: '{"query": "tea", "explain": true}',
      });
    // Memories are encoded behind their writes, and a busy machine may answer the first queries by words alone.
    const distinct = async () => {
      const found = await Promise.all(Array.from({ length: 8 }, async () => (await search('Ada')).text()));
      return [...new Set(found)];
    };
    await expect.poll(() => encodedOf(path)).toBeGreaterThanOrEqual(2);
    await expect.poll(distinct).toStrictEqual([expect.stringContaining('"similarity":')]);
    const [found = ''] = await distinct();
    if (process.platform === 'linux') await expect.poll(() => standingBack(server.child.pid)).toBe(Number(workers));
    const unknown = await search('Bo');
    const exported = await fetch(`${server.url}/v1/characters/Ada/export`, { headers });
    answers.push([JSON.parse(found), unknown.status, await unknown.json(), exported.status, await exported.text()]);
    const content =
      'User: I live in Lisbon. My sister is called Maria.\nAssistant: Nice.\nUser: My dog is called Turing.';
    await stdio.call('create_character', { name: `Bea ${workers}` });
    const remembered = await fetch(`${server.url}/v1/characters/Bea%20${workers}/memories`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ content }),
    });
    const { memories, extraction } = (await remembered.json()) as { memories: Memory[]; extraction: string };
    extracted.push([remembered.status, memories.map((one) => one.content), extraction]);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  }
  expect(answers[0]).toMatchObject([
    { memories: [{ content: 'Ada drinks green tea.' }, {}] },
    404,
    { error: { type: 'CharacterNotFound' } },
    200,
    expect.any(String),
  ]);
  expect(answers[1]).toStrictEqual(answers[0]);
  const statements = ['My sister is called Maria.', 'My dog is called Turing.', 'I live in Lisbon.'];
  expect(extracted).toStrictEqual(Array(2).fill([201, statements, 'rules']));
});

function encodedOf(path: string): unknown {
  const store = new Database(path, { readonly: true });
  const count = store.prepare('SELECT count(*) FROM memories WHERE embedded = 1').pluck().get();
  store.close();
  return count;
}

/** How often a process's threads ran after its first one: Linux shows their niceness this way. */
function standingBack(pid: number | undefined): number {
  const niceness = (thread: string) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  };
  return readdirSync(`/proc/${pid}/task`).filter((thread) => niceness(thread) > niceness(String(pid))).length;
}

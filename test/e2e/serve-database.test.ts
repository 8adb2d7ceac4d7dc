import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverSchema, testServer } from '../support/postgres-server.ts';
import { program } from '../support/spawned.ts';

const environment = (url: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  SERVICE_DATABASE_URL: url,
  SERVICE_RATE_LIMITS: 'off',
});

/** A node on a database, once it listens. */
async function startNode(url: string) {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0'], { env: environment(url) });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      if (stderr.includes('"message":"serving"')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${stderr}`)));
  });
  const address = /"url":"([^"]+)"/.exec(stderr)?.[1] ?? '';
  return { child, address, key: /ams_[\w-]{43}/.exec(stderr)?.[0], said: () => stderr };
}

type Body = Record<string, unknown>;

async function request(address: string, key: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: (await answer.json()) as Body };
}

test('a database that can’t be used ends the start in one line without the password', () => {
  const url = 'postgres://user:secret-word@127.0.0.1:5432/db?sslmode=maybe';
  const { status, stderr } = spawnSync(process.execPath, [program, 'serve', '--port', '0'], {
    env: environment(url),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toBe(
    'agent-memory-service: sslmode must be one of disable, require, verify-ca, verify-full, not maybe.\n',
  );
});

describe.skipIf(testServer === undefined)('serve on a database', () => {
  test('answers on every node what was stored on any; the operator’s commands work on it too', async () => {
    const url = await serverSchema(testServer!.url);
    const one = await startNode(url);
    const other = await startNode(url);
    expect(one.key).toBeDefined();
    expect(other.key).toBeUndefined();
    const key = one.key!;
    expect((await request(one.address, key, 'POST', '/v1/characters', { name: 'Ada' })).status).toBe(201);
    const stored = await request(one.address, key, 'POST', '/v1/characters/Ada/memories/direct', {
      content: 'Tea at four.',
      category: 'general',
    });
    expect(stored.status).toBe(201);
    const found = await request(other.address, key, 'POST', '/v1/characters/Ada/memories/search', {
      query: 'tea',
    });
    expect(JSON.stringify(found.body)).toContain('Tea at four.');
    const { status, stdout } = spawnSync(process.execPath, [program, 'tenants', 'list', '--json'], {
      env: environment(url),
      encoding: 'utf8',
    });
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { tenants: [{ id: 'local' }] }]);
    expect(one.said()).not.toContain(new URL(url).password);
    for (const { child } of [one, other]) {
      child.kill('SIGTERM');
      expect((await once(child, 'exit'))[0]).toBe(0);
    }
  });
});

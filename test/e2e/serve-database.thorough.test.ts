import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { environment, request, startNode } from '../support/nodes.ts';
import { serverSchema, testServer } from '../support/postgres-server.ts';
import { program } from '../support/spawned.ts';

test('an unusable database ends the start in one line without the password', () => {
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
  test('every node sees the writes of the others, and the operator’s commands work beside them', async () => {
    const given = new URL(await serverSchema(testServer!.url));
    // Servers that trust everybody on this machine have no sessions.
    given.password ||= 'said-to-nobody';
    const url = given.href;
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
    expect(one.said()).not.toContain(given.password);
    for (const { child } of [one, other]) {
      child.kill('SIGTERM');
      expect((await once(child, 'exit'))[0]).toBe(0);
    }
  });
});

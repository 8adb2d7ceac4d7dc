import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { callWith, newestClient } from '../support/newest-client.ts';
import { request } from '../support/nodes.ts';
import { serverSchema, testServer } from '../support/postgres-server.ts';
import { startServe } from '../support/served.ts';

test('a question to the client may continue on another node', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const env = { SERVICE_RATE_LIMITS: 'off' };
  const one = await startServe(path, env);
  const other = await startServe(path, env);
  for (const name of ['Ada Byron', 'Ada Lovelace']) {
    await request(one.url, one.key!, 'POST', '/v1/characters', { name });
  }
  const rounds: string[] = [];
  const transport = new StreamableHTTPClientTransport(new URL(`${one.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${one.key}` } },
    // A load balancer: alternates between the nodes.
    fetch: (url, init) => {
      const node = rounds.length % 2 === 0 ? one : other;
      rounds.push(node === one ? 'one' : 'other');
      return fetch(new URL(new URL(url).pathname, node.url), init);
    },
  });
  const client = newestClient('auto', (_, choices) =>
    choices ? { action: 'accept', content: { choice: 'Ada Lovelace' } } : { action: 'accept' },
  );
  await client.connect(transport);
  const before = rounds.length;
  expect(await callWith(client, 'archive_character', { characterId: 'ada' })).toMatchObject({
    name: 'Ada Lovelace',
    status: 'ARCHIVED',
  });
  expect(new Set(rounds.slice(before, before + 3)).size).toBe(2);
  expect(rounds).toHaveLength(before + 3);
});

type Node = { url: string; key?: string | undefined };

/** Sends 16 searches of a FREE tenant to two nodes in turn: in each minute no more pass than on one node. */
async function searchInTurn(nodes: readonly [Node, Node]): Promise<void> {
  const key = nodes.find((node) => node.key)!.key!;
  const inWindow = new Map<string, number>();
  for (let i = 0; i < 16; i++) {
    const answer = await fetch(`${nodes[i % 2]!.url}/v1/characters/Ada/memories/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'tea' }),
    });
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      answer.headers.get(`x-ratelimit-${name}`),
    );
    const count = (inWindow.get(reset!) ?? 0) + 1;
    inWindow.set(reset!, count);
    expect([answer.status, Number(remaining)]).toStrictEqual(
      count <= Number(limit) ? [404, Number(limit) - count] : [429, 0],
    );
  }
}

test('two nodes on one SQLite file share one rate limit', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const env = { SERVICE_TIER: 'FREE' };
  await searchInTurn([await startServe(path, env), await startServe(path, env)]);
});

test.skipIf(testServer === undefined)('two nodes on one PostgreSQL database share one rate limit', async () => {
  const url = await serverSchema(testServer!.url);
  const env = { SERVICE_DATABASE_URL: url, SERVICE_TIER: 'FREE' };
  await searchInTurn([await startServe('', env), await startServe('', env)]);
});

import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { callWith, newestClient } from '../support/newest-client.ts';
import { request } from '../support/nodes.ts';
import { startServe } from '../support/served.ts';

test('the rounds of a question may go to one node after the other', async () => {
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
    // A load balancer: each request goes to the other node than the one before.
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

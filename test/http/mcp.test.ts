import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import type { Body } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

async function connect(url: string, key: string) {
  let opened = () => {};
  /** The client opens its event stream on its own, after the handshake. */
  const streaming = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method === 'GET') opened();
      return response;
    },
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  onTestFinished(() => client.close());
  const call = async (name: string, input: Body = {}) =>
    (await client.callTool({ name, arguments: input })).structuredContent as Body;
  return { client, transport, call, streaming };
}

test('a host that takes a URL has the same tools, less those of this machine', async () => {
  const { listen, key, ask } = await openHttp();
  const { url } = await listen();
  const { client, transport, call } = await connect(url, key);
  const { tools } = await client.listTools();
  const routed = operations.filter(({ rest }) => rest !== undefined);
  expect(tools.map(({ name }) => name)).toEqual(routed.map(({ name }) => name));

  await call('create_character', { name: 'Ada' });
  const stored = await call('add_memory_direct', { characterId: 'Ada', content: 'Tea', category: 'facts' });
  expect(stored.sessionId).toBe(transport.sessionId);
  expect(await call('search_memories', { characterId: 'Ada', query: 'tea' })).toMatchObject({ total: 1 });
  expect((await ask('GET', `/v1/characters/Ada/memories/${stored.id}`)).body).toMatchObject({ content: 'Tea' });
});

test('role and tenant of the key hold, and change while the session lasts', async () => {
  const { listen, keyOf, tenant, session } = await openHttp();
  const { url } = await listen();
  const { text: foreign } = await tenant('Acme');
  const viewer = await connect(url, await keyOf('VIEWER'));
  const create = { name: 'Ada' };
  expect(await viewer.call('create_character', create)).toMatchObject({ error: { type: 'InsufficientRole' } });
  const members = await session.store.members.list('local');
  const member = members.find(({ role }) => role === 'VIEWER');
  await session.store.members.change(member?.id ?? '', { role: 'MEMBER' });
  expect(await viewer.call('create_character', create)).toMatchObject({ name: 'Ada' });
  const other = await connect(url, foreign);
  expect(await other.call('get_character', { characterId: 'Ada' })).toMatchObject({
    error: { type: 'CharacterNotFound' },
  });
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const accept = { accept: 'application/json, text/event-stream' };

async function rawSessions() {
  const http = await openHttp();
  const open = async (key: string) => {
    const answer = await http.ask('POST', '/mcp', { key, body: initialize, headers: accept });
    return { status: answer.status, id: answer.headers.get('mcp-session-id') ?? '' };
  };
  const ping = async (key: string, id: string) => {
    const body = { jsonrpc: '2.0', id: 2, method: 'ping' };
    const headers = { ...accept, 'mcp-session-id': id };
    return (await http.ask('POST', '/mcp', { key, body, headers })).status;
  };
  return { ...http, open, ping };
}

test('a session belongs to the key that opened it and ends with DELETE', async () => {
  const { ask, key, keyOf, open, ping } = await rawSessions();
  const { id, status } = await open(key);
  expect(status).toBe(200);
  expect(await ping(key, id)).toBe(200);
  expect(await ping(await keyOf('OWNER'), id)).toBe(404);
  expect(await ping('ams_wrong', id)).toBe(401);
  expect((await ask('DELETE', '/mcp', { headers: { 'mcp-session-id': id } })).status).toBe(200);
  expect(await ping(key, id)).toBe(404);
});

test('an unused session expires; a tenant with too many loses its longest unused one, other tenants lose none', async () => {
  const { app, key, open, ping, session, tenant } = await rawSessions();
  const { text: foreign } = await tenant('Acme');
  const theirs = await open(foreign);
  const first = await open(key);
  session.clock.now += 1_000;
  const second = await open(key);
  session.clock.now += 1_000;
  expect(await ping(key, first.id)).toBe(200);
  await open(key);
  expect(await ping(key, second.id)).toBe(404);
  expect(await ping(key, first.id)).toBe(200);
  expect(await ping(foreign, theirs.id)).toBe(200);
  expect(app.mcp.size).toBe(3);
  session.clock.now += 60_001;
  app.mcp.expire();
  expect(app.mcp.size).toBe(0);
  expect(await ping(key, first.id)).toBe(404);
});

test.each([
  ['{"jsonrpc":', 400],
  ['[]', 400],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 400],
  [`"${'x'.repeat(9 * 1024 * 1024)}"`, 413],
])('what opens no session is refused: %#', async (body, status) => {
  const { ask, app } = await rawSessions();
  const answer = await ask('POST', '/mcp', { body, headers: accept });
  expect(answer).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code: expect.any(Number) } } });
  expect(app.mcp.size).toBe(0);
});

test('a stop ends event streams and sessions', async () => {
  const { listen, key, app } = await openHttp();
  const server = await listen();
  const { call, streaming } = await connect(server.url, key);
  await call('get_tier');
  await streaming;
  // Streams that went on would take up the whole grace, which is longer than this test may last.
  await server.close(10 * 60_000);
  expect(app.mcp.size).toBe(0);
});

test('a session with an open event stream does not expire, and does once its client has gone', async () => {
  const { listen, key, app, session } = await openHttp();
  const { url } = await listen();
  const { client, streaming } = await connect(url, key);
  await client.ping();
  await streaming;
  session.clock.now += 3_600_000;
  app.mcp.expire();
  expect(app.mcp.size).toBe(1);
  await client.close();
  await expect
    .poll(() => {
      app.mcp.expire();
      return app.mcp.size;
    })
    .toBe(0);
});

import { once } from 'node:events';
import { createConnection } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../src/features/operations.ts';
import { usualGroups } from '../../src/gate/operation.ts';
import type { HttpSettings } from '../../src/http/app.ts';
import { defaultLimits } from '../../src/http/server.ts';
import { endlessExtractor } from '../support/ai.ts';
import { openFrontDoorStore } from '../support/front-door-store.ts';
import { connect } from '../support/http-client.ts';
import { type HttpOptions, openHttp } from '../support/http-harness.ts';

test('a host that takes a URL gets the same tools, except local ones', async () => {
  const { listen, key, ask } = await openHttp();
  const { url } = await listen();
  const { client, transport, call } = await connect(url, key);
  const { tools } = await client.listTools();
  const routed = operations.filter(({ rest, group }) => rest !== undefined && usualGroups.includes(group));
  expect(tools.map(({ name }) => name)).toStrictEqual(routed.map(({ name }) => name));

  await call('create_character', { name: 'Ada' });
  const stored = await call('add_memory_direct', { characterId: 'Ada', content: 'Tea', category: 'facts' });
  expect(stored.sessionId).toBe(transport.sessionId);
  expect(await call('search_memories', { characterId: 'Ada', query: 'tea' })).toMatchObject({ total: 1 });
  expect((await ask('GET', `/v1/characters/Ada/memories/${stored.id}`)).body).toMatchObject({ content: 'Tea' });
});

test('role and tenant of the key apply, and follow changes during the session', async () => {
  const { listen, keyOf, tenant, session } = await openHttp();
  const { url } = await listen();
  const { text: foreign } = await tenant('Acme');
  const viewer = await connect(url, await keyOf('VIEWER'));
  const create = { name: 'Ada' };
  expect(await viewer.call('create_character', create)).toMatchObject({ error: { type: 'InsufficientRole' } });
  const members = await session.store.members.list('local');
  const member = members.find(({ role }) => role === 'VIEWER');
  await session.store.members.change(member?.id ?? '', { role: 'MEMBER' }, 0);
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

async function rawSessions(options: HttpOptions = {}) {
  const http = await openHttp(options);
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

test('a session belongs to its key and ends with DELETE', async () => {
  const { ask, key, keyOf, open, ping } = await rawSessions();
  const { id, status } = await open(key);
  expect(status).toBe(200);
  expect(await ping(key, id)).toBe(200);
  expect(await ping(await keyOf('OWNER'), id)).toBe(404);
  expect(await ping('ams_wrong', id)).toBe(401);
  expect((await ask('DELETE', '/mcp', { headers: { 'mcp-session-id': id } })).status).toBe(200);
  expect(await ping(key, id)).toBe(404);
});

test('an idle session expires, and a tenant above the limit loses its own least recently used one', async () => {
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
])('a request that opens no session is refused: %#', async (body, status) => {
  const { ask, app } = await rawSessions();
  const answer = await ask('POST', '/mcp', { body, headers: accept });
  expect(answer).toMatchObject({ status, body: { jsonrpc: '2.0', error: { code: expect.any(Number) } } });
  expect(app.mcp.size).toBe(0);
});

test('a stopping server ends event streams and sessions', async () => {
  const { listen, key, app } = await openHttp();
  const server = await listen();
  const { call, streaming } = await connect(server.url, key);
  await call('get_tier');
  await streaming;
  // Streams that continued would use up the grace period, which is longer than this test may last.
  await server.close(10 * 60_000);
  expect(app.mcp.size).toBe(0);
});

test('a session with an open event stream does not expire until its client disconnects', async () => {
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

test('a session whose client left before its event stream began expires too', async () => {
  let [came, begin, ended] = [() => {}, () => {}, () => {}];
  const coming = new Promise<void>((resolve) => (came = resolve));
  const waiting = new Promise<void>((resolve) => (begin = resolve));
  const ending = new Promise<void>((resolve) => (ended = resolve));
  /** Streams wait, like those in a queue. */
  const around: HttpSettings['around'] = async ({ method }, run) => {
    if (method !== 'GET') return void (await run());
    came();
    await waiting;
    await run();
    ended();
  };
  const { listen, key, app, session, open, ping } = await rawSessions({ http: { around } });
  const { port } = await listen();
  const { id } = await open(key);
  const client = createConnection(port, '127.0.0.1');
  const head = ['GET /mcp HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`, `Mcp-Session-Id: ${id}`];
  client.write(`${[...head, 'Accept: text/event-stream'].join('\r\n')}\r\n\r\n`);
  await coming;
  client.resetAndDestroy();
  await once(client, 'close');
  // The server has seen it when it answers a later request.
  await fetch(`http://127.0.0.1:${port}/healthz`);
  begin();
  await ending;
  session.clock.now += 60_001;
  app.mcp.expire();
  expect(app.mcp.size).toBe(0);
  expect(await ping(key, id)).toBe(404);
});

/** An event stream of a session, as a client without a library opens it; `ended` resolves when the server ends it. */
async function openStream(url: string, key: string) {
  const headers = { ...accept, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const opened = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(initialize) });
  const id = opened.headers.get('mcp-session-id') ?? '';
  const { status, body } = await fetch(`${url}/mcp`, { headers: { ...headers, 'mcp-session-id': id } });
  if (status !== 200 || !body) throw new Error(`no event stream: ${status}`);
  const reader = body.getReader();
  const ended = (async () => {
    for (;;) if ((await reader.read()).done) return 'ended';
  })();
  return { id, ended };
}

type Http = Awaited<ReturnType<typeof openHttp>>;
type Store = Http['session']['store'];

async function memberOf({ session }: Http, role: string) {
  const found = (await session.store.members.list('local')).find((one) => one.role === role);
  if (!found) throw new Error(`no member is ${role}`);
  return found;
}

const withdrawals: [string, (store: Store, ids: { member: string; key: string }) => Promise<unknown>][] = [
  ['key is revoked', (store, { key }) => store.keys.revoke(key, 1)],
  ['member is suspended', (store, { member }) => store.members.change(member, { status: 'SUSPENDED' }, 0)],
  ['member is removed', (store, { member }) => store.members.remove(member, 1)],
];

describe.each(withdrawals)('when its %s', (_, withdraw) => {
  async function openTwo(recheckMs: number) {
    const http = await openHttp();
    const { url } = await http.listen({ ...defaultLimits, recheckMs });
    const text = await http.keyOf('MEMBER');
    const stream = await openStream(url, text);
    const other = await openStream(url, http.key);
    const { id: member, name } = await memberOf(http, 'MEMBER');
    const keys = await http.session.store.keys.list('local');
    const key = keys.find((one) => one.member === name)?.id ?? '';
    return { http, stream, other, ids: { member, key } };
  }

  test('the event stream and session end at once, and those of others stay', async () => {
    const { http, stream, other, ids } = await openTwo(600_000);
    await withdraw(http.session.store, ids);
    expect(await stream.ended).toBe('ended');
    await expect.poll(() => http.app.mcp.size).toBe(1);
    expect(await Promise.race([other.ended, http.app.mcp.recheck().then(() => 'open')])).toBe('open');
  });

  test('the event stream and session also end when another process made the change', async () => {
    const { http, stream, ids } = await openTwo(20);
    const another = await openFrontDoorStore(http.session.path);
    onTestFinished(() => another.close());
    await withdraw(another, ids);
    expect(await stream.ended).toBe('ended');
    expect(http.app.mcp.size).toBe(1);
  });
});

test('an event stream ends with the token that opened it', async () => {
  const secret = 'a secret of at least thirty-two characters';
  const http = await openHttp({ http: { jwt: { secret } } });
  const { url } = await http.listen({ ...defaultLimits, recheckMs: 20 });
  const { SignJWT } = await import('jose');
  const exp = Math.floor(http.session.clock.now / 1_000) + 60;
  const claims = { sub: 'ann', tenant: 'local', role: 'MEMBER', exp };
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
  const { ended } = await openStream(url, token);
  await http.app.mcp.recheck();
  expect(http.app.mcp.size).toBe(1);
  http.session.clock.now += 120_000;
  expect(await ended).toBe('ended');
  expect(http.app.mcp.size).toBe(0);
});

test('a running call is answered when its session ends', async () => {
  const { extractor, started } = endlessExtractor();
  const http = await openHttp({ services: { extractor } });
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const key = await http.keyOf('MEMBER');
  const opened = await http.ask('POST', '/mcp', { key, body: initialize, headers: accept });
  const headers = { ...accept, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  const params = { name: 'add_memory', arguments: { characterId: 'Ada', content: 'Ada likes tea.' } };
  const body = { jsonrpc: '2.0', id: 2, method: 'tools/call', params };
  const answer = http.ask('POST', '/mcp', { key, body, headers });
  await started;
  await http.session.store.members.change((await memberOf(http, 'MEMBER')).id, { status: 'SUSPENDED' }, 0);
  expect(await answer).toMatchObject({ status: 200, body: { id: 2, error: { code: -32000 } } });
  expect((await http.ask('GET', '/v1/characters/Ada/memories')).body.total).toBe(0);
});

test.each([
  ['params that are a list', { jsonrpc: '2.0', id: 7, method: 'tools/list', params: [1] }, 7, -32602],
  ['a fractional id', { jsonrpc: '2.0', id: 1.5, method: 'tools/list' }, 1.5, -32600],
  ['nothing of a message', {}, null, -32600],
  ['a wrong notification', { jsonrpc: '2.0', method: 'note', params: 5 }, null, -32600],
])('a message with %s is refused with its reason', async (_, body, id, code) => {
  const { ask, key, open } = await rawSessions();
  const headers = { ...accept, 'mcp-session-id': (await open(key)).id };
  expect(await ask('POST', '/mcp', { body, headers })).toMatchObject({ status: 400, body: { id, error: { code } } });
});

test('too many bytes in flight are refused with Retry-After', async () => {
  const { ask } = await openHttp({ http: { bodies: { unfinishedBytes: 10, stallMs: 1_000 } } });
  const answer = await ask('POST', '/mcp', { body: initialize, headers: accept });
  expect(answer).toMatchObject({ status: 503, body: { jsonrpc: '2.0', error: { code: -32000 } } });
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
});

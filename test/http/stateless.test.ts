import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import type { Metrics } from '../../src/domain/metrics.ts';
import { operationsByName } from '../../src/features/operations.ts';
import type { Body } from '../support/harness.ts';
import { connect } from '../support/http-client.ts';
import { openHttp } from '../support/http-harness.ts';
import { callWith, meetings, newestClient, overHttp, type Person } from '../support/newest-client.ts';

test.each(meetings)('a client of the newest SDK that meets the server %s stores and searches', async (_, mode) => {
  const { listen, key, app } = await openHttp();
  const { url } = await listen();
  const client = newestClient(mode);
  await client.connect(overHttp(url, key));
  expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
  await callWith(client, 'create_character', { name: 'Ada' });
  const stored = await callWith(client, 'add_memory_direct', { characterId: 'Ada', content: 'Tea', category: 'facts' });
  // A request without a session belongs to no conversation.
  expect(stored.sessionId === undefined).toBe(mode !== 'legacy');
  expect(await callWith(client, 'search_memories', { characterId: 'Ada', query: 'tea' })).toMatchObject({ total: 1 });
  expect(app.mcp.size).toBe(mode === 'legacy' ? 1 : 0);
});

const declared = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const request = (method: string, params: Body = {}, _meta: Body = declared) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: { ...params, _meta },
});
const headersOf = (method: string, name?: string): Record<string, string> => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
});

describe('a request without a session', () => {
  test('a request without a session is answered by itself, with the role of its key', async () => {
    const { ask, keyOf } = await openHttp();
    const call = { name: 'create_character', arguments: { name: 'Ada' } };
    const headers = headersOf('tools/call', 'create_character');
    const viewer = await ask('POST', '/mcp', {
      key: await keyOf('VIEWER'),
      body: request('tools/call', call),
      headers,
    });
    expect(viewer.body).toMatchObject({ id: 7, result: { isError: true, resultType: 'complete' } });
    const owner = await ask('POST', '/mcp', { body: request('tools/call', call), headers });
    expect(owner).toMatchObject({ status: 200, body: { result: { structuredContent: { name: 'Ada' } } } });
    expect(owner.headers.get('mcp-session-id')).toBeNull();
    expect((await ask('POST', '/mcp', { key: 'none', body: request('tools/list') })).status).toBe(401);
    const answerTo = async (method: string) =>
      (await ask('POST', '/mcp', { body: request(method), headers: headersOf(method) })).body.result;
    expect(await answerTo('skills/list')).toMatchObject({ skills: [{ uri: 'skill://memory/SKILL.md' }] });
    const extensions = { 'io.modelcontextprotocol/skills': {} };
    expect(await answerTo('server/discover')).toMatchObject({ capabilities: { extensions } });
  });

  const old = { ...declared, 'io.modelcontextprotocol/protocolVersion': '1900-01-01' };
  test.each([
    ['a version nobody knows', old, '1900-01-01', -32022],
    ['another version than its header', old, '2026-07-28', -32020],
    ['no capabilities', { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }, '2026-07-28', -32602],
    ['nothing but its header', {}, '2026-07-28', -32602],
  ])('a request that declares %s is refused', async (_, _meta, version, code) => {
    const { ask } = await openHttp();
    const answer = await ask('POST', '/mcp', {
      body: request('tools/list', {}, _meta),
      headers: { ...headersOf('tools/list'), 'mcp-protocol-version': version },
    });
    const message = expect.not.stringMatching(/^MCP error/);
    expect(answer).toMatchObject({ status: 400, body: { id: 7, error: { code, message } } });
  });

  test.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe'])(
    'the method %s, which this revision has removed, is not found',
    async (method) => {
      const { ask } = await openHttp();
      const answer = await ask('POST', '/mcp', { body: request(method), headers: headersOf(method) });
      expect(answer).toMatchObject({ status: 404, body: { id: 7, error: { code: -32601 } } });
    },
  );

  test('an unknown version gets the supported versions, including those with a handshake', async () => {
    const { ask } = await openHttp();
    const _meta = { ...declared, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
    const answer = await ask('POST', '/mcp', { body: request('server/discover', {}, _meta) });
    const versions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];
    expect(answer.body).toMatchObject({ error: { data: { supported: versions, requested: '2027-01-01' } } });
    const discovered = await ask('POST', '/mcp', {
      body: request('server/discover'),
      headers: headersOf('server/discover'),
    });
    expect(discovered.body).toMatchObject({ result: { supportedVersions: versions } });
  });

  test.each(['memory://characters/nobody', 'nonsense://x'])(
    'reading the missing resource %s is -32602',
    async (uri) => {
      const { ask } = await openHttp();
      const body = request('resources/read', { uri });
      const answer = await ask('POST', '/mcp', { body, headers: headersOf('resources/read', uri) });
      expect(answer.body).toMatchObject({ id: 7, error: { code: -32602 } });
    },
  );

  test.each([
    ['an unknown tool', 'tools/call', { name: 'nope' }, 'Unknown tool: nope'],
    ['an unknown prompt', 'prompts/get', { name: 'nope' }, 'Unknown prompt: nope'],
    ['a cursor of nobody', 'resources/list', { cursor: 'x' }, 'The cursor is not from a page of this list.'],
  ])('a request for %s gets the message without its code, as in a session', async (_, method, params, message) => {
    const { ask } = await openHttp();
    const headers = headersOf(method, 'name' in params ? params.name : undefined);
    const alone = await ask('POST', '/mcp', { body: request(method, params), headers });
    expect(alone.body).toMatchObject({ error: { code: -32602, message } });
    const accept = 'application/json, text/event-stream';
    const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const opened = await ask('POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: handshake },
      headers: { accept },
    });
    const answer = await ask('POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 2, method, params },
      headers: { accept, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' },
    });
    expect(answer.body).toMatchObject({ id: 2, error: { code: -32602, message } });
  });

  test.each([
    ['no version', { 'mcp-method': 'resources/read', 'mcp-name': 'memory://characters' }],
    ['another method', { ...headersOf('tools/list', 'memory://characters') }],
    ['another name', headersOf('resources/read', 'memory://others')],
    ['no name', headersOf('resources/read')],
  ])('a request whose headers name %s is refused', async (_, headers) => {
    const { ask } = await openHttp();
    const body = request('resources/read', { uri: 'memory://characters' });
    expect(await ask('POST', '/mcp', { body, headers })).toMatchObject({
      status: 400,
      body: { id: 7, error: { code: -32020 } },
    });
  });

  test('a request may have a name that fits no header', async () => {
    const { ask, session } = await openHttp();
    await session.call('create_character', { name: 'Zoë' });
    const uri = 'memory://characters/Zoë';
    const encoded = `=?base64?${Buffer.from(uri).toString('base64')}?=`;
    const answer = await ask('POST', '/mcp', {
      body: request('resources/read', { uri }),
      headers: headersOf('resources/read', encoded),
    });
    expect(answer).toMatchObject({ status: 200, body: { result: { ttlMs: 0, cacheScope: 'private' } } });
  });

  test.each([['no/such'], ['constructor']])('an unknown method (%s) is 404', async (method) => {
    const { ask } = await openHttp();
    const unknown = await ask('POST', '/mcp', { body: request(method), headers: headersOf(method) });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: -32601 } } });
  });

  test('an invalid message is 400, and a notification has no answer', async () => {
    const { ask } = await openHttp();
    const broken = await ask('POST', '/mcp', { body: { ...request('tools/list'), jsonrpc: '1.0' } });
    expect(broken).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    const { id: _, ...notification } = request('notifications/cancelled');
    expect(await ask('POST', '/mcp', { body: notification })).toMatchObject({ status: 202, text: '' });
  });

  test('a client that only knows handshakes is told to begin with one', async () => {
    const { ask } = await openHttp();
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect(await ask('POST', '/mcp', { body })).toMatchObject({ status: 400, body: { error: { code: -32000 } } });
  });
});

describe('questions to the client over HTTP', () => {
  const agree: Person = (_, choices) =>
    choices ? { action: 'accept', content: { choice: choices[1] } } : { action: 'accept' };

  async function twoAdas(mode: 'auto' | 'legacy', person: Person) {
    const outcomes: string[] = [];
    const metrics: Metrics = {
      measure: (name, _, labels) => {
        const { operation, outcome } = { ...labels } as Record<string, string>;
        if (name === 'agent_memory.operation.duration') outcomes.push(`${operation} ${outcome}`);
      },
      observe: () => undefined,
    };
    const { listen, key, session, ask } = await openHttp({ services: { metrics } });
    const { url } = await listen();
    for (const name of ['Ada Byron', 'Ada Lovelace']) await session.call('create_character', { name });
    const asked: string[] = [];
    const client = newestClient(mode, (message, choices) => {
      asked.push(message);
      return person(message, choices);
    });
    await client.connect(overHttp(url, key));
    const trail = async () => {
      const { events } = (await ask('GET', '/v1/audit?action=archive_character')).body as { events: Body[] };
      return events.map(({ outcome }) => outcome);
    };
    return { client, asked, session, trail, archiving: () => outcomes.filter((one) => one.startsWith('archive')) };
  }

  test('questions without a session take several rounds: first who, then whether', async () => {
    const { client, asked, session, trail, archiving } = await twoAdas('auto', agree);
    const archived = await callWith(client, 'archive_character', { characterId: 'ada' });
    expect(archived).toMatchObject({ name: 'Ada Lovelace', status: 'ARCHIVED' });
    expect(asked).toStrictEqual([
      'No character has exactly the name "ada". Which one do you mean?',
      expect.stringMatching(/^Archive "Ada Lovelace"/),
    ]);
    expect(await session.call('get_character', { characterId: 'Ada Byron' })).toMatchObject({ status: 'ACTIVE' });
    // A question is no refusal.
    expect(await trail()).toStrictEqual(['OK']);
    expect(archiving()).toStrictEqual(['archive_character asked', 'archive_character asked', 'archive_character ok']);
  });

  test.each([['decline'], ['cancel']])('the answer %s without a session changes nothing', async (action) => {
    const { client, session, trail } = await twoAdas('auto', () => ({ action }));
    expect(await callWith(client, 'archive_character', { characterId: 'Ada Byron' })).toMatchObject({
      error: { type: 'AccessDenied' },
    });
    expect(await session.call('get_character', { characterId: 'Ada Byron' })).toMatchObject({ status: 'ACTIVE' });
    expect(await trail()).toStrictEqual(['AccessDenied']);
  });

  test('answers of one call do not apply to another', async () => {
    const { ask, session } = await openHttp();
    for (const name of ['Ada Byron', 'Ada Lovelace']) await session.call('create_character', { name });
    const able = { ...declared, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
    const call = async (characterId: string, more: Body = {}) => {
      const params = { name: 'archive_character', arguments: { characterId }, ...more };
      const answer = await ask('POST', '/mcp', {
        body: request('tools/call', params, able),
        headers: headersOf('tools/call', 'archive_character'),
      });
      return answer.body as { result: Body; error: Body };
    };
    const first = await call('ada');
    expect(first.result).toMatchObject({ resultType: 'input_required', inputRequests: { 'character ada': {} } });
    const chosen = { 'character ada': { action: 'accept', content: { choice: 'Ada Byron' } } };
    const second = await call('ada', { inputResponses: chosen });
    expect(second.result).toMatchObject({ inputRequests: { confirm: {} }, requestState: expect.any(String) });
    const { requestState } = second.result;
    const yes = { confirm: { action: 'accept' } };
    expect((await call('Ada', { inputResponses: yes, requestState })).error).toMatchObject({ code: -32602 });
    expect((await call('ada', { inputResponses: 'yes', requestState })).error).toMatchObject({ code: -32602 });
    const third = await call('ada', { inputResponses: yes, requestState });
    expect(third.result).toMatchObject({ structuredContent: { name: 'Ada Byron', status: 'ARCHIVED' } });
  });

  test('questions within a session use its event stream', async () => {
    const { listen, key, session } = await openHttp();
    const { url } = await listen();
    await session.call('create_character', { name: 'Ada' });
    const asked: string[] = [];
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params.message);
      return { action: 'decline' as const };
    });
    const { call, streaming } = await connect(url, key, client);
    await streaming;
    expect(await call('archive_character', { characterId: 'Ada' })).toMatchObject({ error: { type: 'AccessDenied' } });
    expect(asked).toHaveLength(1);
  });

  test('questions also work for operations that run in threads', async () => {
    const threads = {
      compute: async (name: string, _: unknown, [input]: readonly unknown[]) =>
        operationsByName.get(name)?.run({ ...session.services, principal }, input as never),
    };
    const principal = {
      tenantId: 'local',
      memberId: 'm',
      tier: 'BUSINESS',
      role: 'OWNER',
      name: 'o',
      via: 'key',
    } as const;
    const { listen, key, session } = await openHttp({ services: { threads } });
    const { url } = await listen();
    for (const name of ['Ada Byron', 'Ada Lovelace']) await session.call('create_character', { name });
    const search = { characterId: 'ada', query: 'tea' };
    const client = newestClient('auto', agree);
    await client.connect(overHttp(url, key));
    expect(await callWith(client, 'search_memories', search)).toMatchObject({ total: 0 });
    expect((await session.fault('search_memories', search)).type).toBe('CharacterNotFound');
  });

  test('a question uses the stream of its call where the client has opened no other', async () => {
    const { listen, key, session } = await openHttp();
    await session.call('create_character', { name: 'Ada' });
    const { url } = await listen();
    const headers: Record<string, string> = {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    };
    const post = (body: object) => fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'raw', version: '1' },
    };
    const opened = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    headers['mcp-session-id'] = opened.headers.get('mcp-session-id') ?? '';
    const archive = { name: 'archive_character', arguments: { characterId: 'Ada' } };
    const answer = await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: archive });
    const messages: Body[] = [];
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      for (const [, data = ''] of chunk.matchAll(/^data: (.+)$/gm)) messages.push(JSON.parse(data) as Body);
      if (messages.length === 1) await post({ jsonrpc: '2.0', id: messages[0]?.id, result: { action: 'accept' } });
    }
    expect(messages).toMatchObject([
      { method: 'elicitation/create' },
      { id: 2, result: { structuredContent: { status: 'ARCHIVED' } } },
    ]);
  });
});

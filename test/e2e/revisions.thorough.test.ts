import { join } from 'node:path';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { callWith, meetings, newestClient, overStdio } from '../support/newest-client.ts';
import { Spawned } from '../support/spawned.ts';

const store = () => join(temporaryFolder(), 'memory.db');

test.each(meetings)(
  'a client of the newest SDK that meets the server %s stores, searches and is asked',
  async (_, mode) => {
    const answers = [{ action: 'decline' }, { action: 'accept', content: {} }];
    const asked: string[] = [];
    const client = newestClient(mode, (message) => {
      asked.push(message);
      return answers.shift() ?? { action: 'cancel' };
    });
    await client.connect(overStdio({ SERVICE_DB: store(), SERVICE_CHARACTER: 'Ada' }));
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
    expect(client.getInstructions()).toContain('search_memories');
    expect((await client.listTools()).tools.length).toBeGreaterThan(30);
    await callWith(client, 'add_memory_direct', { content: 'Ada drinks tea.', category: 'facts' });
    expect(await callWith(client, 'search_memories', { query: 'tea' })).toMatchObject({ total: 1 });
    expect((await client.listPrompts()).prompts).toHaveLength(1);
    expect((await client.readResource({ uri: 'memory://characters' })).contents).toHaveLength(1);
    expect(await callWith(client, 'archive_character')).toMatchObject({ error: { type: 'AccessDenied' } });
    expect(await callWith(client, 'get_character')).toMatchObject({ status: 'ACTIVE' });
    expect(await callWith(client, 'archive_character')).toMatchObject({ status: 'ARCHIVED' });
    expect(asked).toHaveLength(2);
  },
);

test('requests that declare their revision work beside a handshake', async () => {
  const server = new Spawned({ SERVICE_DB: store(), SERVICE_CHARACTER: 'Ada' });
  const declared = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const discovered = await server.request('server/discover', { _meta: declared });
  expect(discovered.result).toMatchObject({
    resultType: 'complete',
    supportedVersions: ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS],
    capabilities: { tools: {} },
    instructions: expect.stringContaining('search_memories'),
    ttlMs: expect.any(Number),
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'agent-memory-service' } },
  });
  const { result } = await server.handshake();
  expect(result).toMatchObject({ protocolVersion: '2025-06-18' });
  const plain = await server.request('tools/list');
  expect(Object.keys(plain.result ?? {})).toStrictEqual(['tools']);
  const stamped = await server.request('tools/list', { _meta: declared });
  expect(stamped.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
  expect(stamped.result?.tools).toStrictEqual(plain.result?.tools);
});

test('a wrong declaration is refused, and an unknown method is an error', async () => {
  const server = new Spawned({ SERVICE_DB: store() });
  const version = (name: string) => ({ 'io.modelcontextprotocol/protocolVersion': name });
  const capable = { 'io.modelcontextprotocol/clientCapabilities': {} };
  const codeOf = async (method: string, _meta: object) => (await server.request(method, { _meta })).error;
  expect(await codeOf('server/discover', {})).toMatchObject({ code: -32602 });
  expect(await codeOf('tools/list', version('2026-07-28'))).toMatchObject({ code: -32602 });
  expect(await codeOf('server/discover', { ...version('1900-01-01'), ...capable })).toMatchObject({
    code: -32022,
    data: { supported: ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS], requested: '1900-01-01' },
  });
  expect(await codeOf('no/such', { ...version('2026-07-28'), ...capable })).toMatchObject({ code: -32601 });
});

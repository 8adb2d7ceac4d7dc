import type { JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { metadataOf, openWithIssuer } from '../support/with-issuer.ts';

describe('scopes', () => {
  const tool = (name: string, args: object = {}) => {
    return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  };
  const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

  async function withScope(scope: unknown) {
    const opened = await openWithIssuer();
    const { http, token } = opened;
    await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
    const key = await token({ scope });
    const rest = (method: string, path: string, body?: object) =>
      http.ask(method, path, { key, ...(body && { body }) });
    const mcp = (body: object) =>
      http.ask('POST', '/mcp', { key, body, headers: { accept: 'application/json, text/event-stream' } });
    return { ...opened, rest, mcp };
  }

  test('REST needs memory:read for reads and memory:write for writes', async () => {
    const reader = await withScope('openid memory:read');
    expect((await reader.rest('GET', '/v1/characters/Ada')).status).toBe(200);
    const refused = await reader.rest('PUT', '/v1/characters/Ada/tags', { tags: ['a'] });
    expect(refused).toMatchObject({ status: 403, body: { error: { type: 'AccessDenied' } } });
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="memory:read memory:write", ${metadataOf()}`,
    );
    const writer = await withScope('memory:write');
    expect((await writer.rest('PUT', '/v1/characters/Ada/tags', { tags: ['a'] })).status).toBe(200);
    expect((await writer.rest('GET', '/v1/characters/Ada')).status).toBe(403);
    for (const scope of ['', 'openid', 'memory:reader', ['memory:read memory:write'], [7], 7, null])
      expect((await (await withScope(scope)).rest('GET', '/v1/whoami')).status).toBe(403);
    expect((await (await withScope(undefined)).rest('PUT', '/v1/characters/Ada/tags', { tags: [] })).status).toBe(200);
  });

  test.each([
    ['scope as a list', { scope: ['openid', 'memory:read'] }],
    ['scp as a text', { scp: 'openid memory:read' }],
    ['scp as a list', { scp: ['openid', 'memory:read'] }],
    ['scope before scp', { scope: 'memory:read', scp: 'memory:write' }],
  ])('a token with %s allows only its own operations', async (_, claims) => {
    const { http, token } = await withScope(undefined);
    const key = await token(claims as JWTPayload);
    const path = '/v1/characters/Ada';
    expect((await http.ask('GET', path, { key })).status).toBe(200);
    expect((await http.ask('PUT', `${path}/tags`, { key, body: { tags: ['a'] } })).status).toBe(403);
  });

  test('MCP answers a missing scope with status and header before the stream begins', async () => {
    const { mcp } = await withScope('memory:read');
    const refused = await mcp(tool('set_tags', { characterId: 'Ada', tags: [] }));
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="memory:read memory:write", ${metadataOf('/mcp')}`,
    );
    const batch = await mcp([message('ping'), tool('delete_memory', { characterId: 'Ada', memoryId: 'x' })]);
    expect(batch.status).toBe(403);
    const { mcp: writing } = await withScope('memory:write');
    for (const method of ['resources/list', 'resources/read', 'prompts/get', 'completion/complete', 'odd/method'])
      expect((await writing(message(method))).status, method).toBe(403);
    for (const name of ['list_characters', 'look_further']) expect((await writing(tool(name))).status, name).toBe(403);
  });

  test('a token with fewer rights than its member cannot create a key', async () => {
    const made = async (claims: object) => {
      const { http, token } = await openWithIssuer();
      return http.ask('POST', '/v1/keys', { key: await token(claims as JWTPayload), body: {} });
    };
    expect((await made({ scope: 'memory:write' })).status).toBe(403);
    expect((await made({ role: 'MEMBER' })).body).toMatchObject({ error: { type: 'InsufficientRole' } });
    expect((await made({})).status).toBe(201);
  });
});

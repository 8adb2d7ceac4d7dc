import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Body } from '../../support/harness.ts';
import { Browser } from '../../support/oauth-client.ts';
import { asPerson, connected, openOwnSignIn, ScriptedClient } from '../../support/own-sign-in.ts';

/** A client as hosts have it; `transport` belongs to one connection. */
function connecting(endpoint: URL, browser: Browser) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(endpoint, { authProvider: browser });
  onTestFinished(() => client.close());
  const connect = () => client.connect(transport as Parameters<Client['connect']>[0]);
  const call = async (name: string, args: object = {}) =>
    (await client.callTool({ name, arguments: { ...args } })).structuredContent as Body;
  return { client, transport, connect, call };
}

describe('the MCP SDK’s own client', () => {
  test('the SDK’s client passes 401, metadata, registration, PKCE, consent, tokens, a call and revocation', async () => {
    const { http, publicUrl, endpoint, clock } = await openOwnSignIn();
    const browser = new Browser();
    const first = connecting(endpoint, browser);
    await expect(first.connect()).rejects.toThrow(UnauthorizedError);
    expect(browser.sentTo?.origin).toBe(publicUrl);
    expect(browser.sentTo?.searchParams.get('resource')).toBe(endpoint.href);
    const page = await fetch(browser.sentTo as URL, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toStrictEqual([200, 'text/html; charset=utf-8']);

    const person = await asPerson(publicUrl, http.key);
    expect((await person.see(browser.sentTo as URL)).body).toMatchObject({
      client: { name: 'test client' },
      returnsTo: { kind: 'machine', name: '127.0.0.1:9' },
      access: 'WRITE',
      member: { role: 'OWNER' },
    });
    const back = await person.decide(browser.sentTo as URL);
    expect(back.searchParams.get('iss')).toBe(publicUrl);
    await first.transport.finishAuth(String(back.searchParams.get('code')));
    const { connect, call } = connecting(endpoint, browser);
    await connect();
    await call('create_character', { name: 'Ada' });
    await call('add_memory_direct', { characterId: 'Ada', content: 'Ada likes tea.', category: 'facts' });
    const token = String(browser.saved?.access_token);

    // After an hour the client renews by itself.
    clock.now += 60 * 60_000;
    const later = connecting(endpoint, browser);
    await later.connect();
    expect(await later.call('search_memories', { characterId: 'Ada', query: 'tea' })).toMatchObject({ total: 1 });
    expect(browser.saved?.access_token).not.toBe(token);

    const { grants } = (await person.ask('GET', '/v1/grants')).body as { grants: { id: string; client: string }[] };
    expect(grants).toMatchObject([{ client: 'test client', access: 'WRITE' }]);
    expect((await person.ask('DELETE', `/v1/grants/${grants[0]?.id}`)).status).toBe(200);
    browser.sentTo = undefined;
    await expect(connecting(endpoint, browser).connect()).rejects.toThrow(UnauthorizedError);
    expect(browser.sentTo).toBeInstanceOf(URL);
  });
});

describe('metadata', () => {
  test('the metadata name every endpoint, and the protected resource names this server', async () => {
    const { publicUrl } = await openOwnSignIn();
    const read = async (path: string) => (await fetch(publicUrl + path)).json();
    const metadata = (await read('/.well-known/oauth-authorization-server')) as Record<string, unknown>;
    expect(metadata).toMatchObject({
      issuer: publicUrl,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    for (const [name, address] of Object.entries(metadata)) {
      if (!name.endsWith('_endpoint')) continue;
      expect((await fetch(String(address), { method: 'PUT' })).status, name).toBe(405);
    }
    expect(await read('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
      resource: `${publicUrl}/mcp`,
      authorization_servers: [publicUrl],
    });
    const refused = await fetch(`${publicUrl}/mcp`, { method: 'POST' });
    expect(refused.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/mcp');
  });
});

describe('tokens', () => {
  test('a code is valid for a minute, once, with its verifier, redirect URI, resource and client', async () => {
    const { http, publicUrl, clock } = await openOwnSignIn();
    const client = new ScriptedClient(publicUrl, 'https://client.example/callback');
    await client.register();
    const person = await asPerson(publicUrl, http.key);
    const codeNow = async () => String((await person.decide(client.address())).searchParams.get('code'));
    const code = await codeNow();
    const wrong: [Record<string, string>, string][] = [
      [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_request'],
      [{ redirect_uri: 'https://client.example/other' }, 'invalid_grant'],
      [{ client_id: 'https://other.example/client.json' }, 'invalid_grant'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ resource: publicUrl }, 'invalid_target'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
    ];
    for (const [more, error] of wrong) {
      expect(await client.redeem(code, more), JSON.stringify(more)).toMatchObject({ status: 400, body: { error } });
    }
    const late = await codeNow();
    const good = await client.redeem(code);
    expect(good).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3_600, scope: 'memory:read memory:write' },
    });
    expect(good.headers.get('cache-control')).toBe('no-store');
    const access = String(good.body.access_token);
    const whoami = (key: string) => http.ask('POST', '/mcp', { key, body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
    expect((await whoami(access)).status).not.toBe(401);
    clock.now += 60_000;
    expect(await client.redeem(late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    // A second use tells that somebody else has the code: all that came of it ends.
    expect(await client.redeem(code)).toMatchObject({ status: 400 });
  });

  test('a reused code or refresh token ends the grant', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    const { client, access, refresh } = await connected(http, publicUrl);
    const ping = (key: unknown) =>
      http.ask('POST', '/mcp', { key: String(key), body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
    const second = await client.refresh(refresh);
    expect(second.status).toBe(200);
    expect((await ping(second.body.access_token)).status).not.toBe(401);
    expect(await client.refresh(refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    for (const token of [access, second.body.access_token]) expect((await ping(token)).status).toBe(401);
    expect(await client.refresh(second.body.refresh_token)).toMatchObject({ status: 400 });
    const { events } = (await http.ask('GET', '/v1/audit')).body as { events: { action: string; outcome: string }[] };
    expect(events.slice(0, 5).map(({ action, outcome }) => `${action} ${outcome}`)).toStrictEqual([
      'revoke_grant OK',
      'refresh_grant Unauthorized',
      'refresh_grant OK',
      'redeem_code OK',
      'allow_client OK',
    ]);
  });

  test('a token is valid only for its resource', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    const { access } = await connected(http, publicUrl);
    const whoami = (key: string) => http.ask('GET', '/v1/whoami', { key });
    expect(await whoami(access)).toMatchObject({ status: 401, body: { error: { message: /for .*\/mcp alone/ } } });
    const client = new ScriptedClient(publicUrl, 'https://client.example/callback');
    await client.register();
    const person = await asPerson(publicUrl, http.key);
    const back = await person.decide(client.address({ resource: `${publicUrl}/` }));
    const { body } = await client.redeem(String(back.searchParams.get('code')), { resource: publicUrl });
    expect(await whoami(String(body.access_token))).toMatchObject({ status: 200, body: { via: 'grant' } });
  });

  test('a client revokes its grant with any of its tokens', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    const { client, access, refresh, person } = await connected(http, publicUrl);
    const revoke = (fields: Record<string, string>) => client.post('/oauth/revoke', fields);
    expect((await revoke({ token: refresh, client_id: 'another' })).status).toBe(200);
    expect((await person.ask('GET', '/v1/grants')).body.total).toBe(1);
    expect(await revoke({ token: refresh })).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect((await revoke({ token: access, client_id: client.clientId })).status).toBe(200);
    expect((await person.ask('GET', '/v1/grants')).body.total).toBe(0);
    expect((await revoke({ token: access, client_id: client.clientId })).status).toBe(200);
  });
});

describe('consent', () => {
  test('a grant to read refuses writes, naming the missing scope', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
    const { access } = await connected(http, publicUrl, { access: 'READ' });
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'add_memory_direct', arguments: { characterId: 'Ada', content: 'x', category: 'facts' } },
    };
    const refused = await http.ask('POST', '/mcp', { key: access, body });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain('scope="memory:read memory:write"');
  });

  test('a grant for some characters shows, finds and creates no other', async () => {
    const { http, publicUrl, endpoint } = await openOwnSignIn();
    const ids: string[] = [];
    for (const name of ['Ada', 'Grace', 'Привет']) {
      const { body } = await http.ask('POST', '/v1/characters', { body: { name } });
      ids.push(String(body.id));
      const memory = { content: `${name} likes tea.`, category: 'facts' };
      await http.ask('POST', `/v1/characters/${body.id}/memories/direct`, { body: memory });
    }
    const characterIds = [ids[0], ids[2]];
    const { access } = await connected(http, publicUrl, { characterIds });
    const browser = new Browser();
    browser.saved = { access_token: access, token_type: 'Bearer' };
    const { connect, client, call } = connecting(endpoint, browser);
    await connect();
    const { characters } = (await call('list_characters')) as { characters: { name: string }[] };
    expect(characters.map(({ name }) => name).sort()).toStrictEqual(['Ada', 'Привет']);
    expect(await call('search_memories', { characterId: 'Привет', query: 'tea' })).toMatchObject({ total: 1 });
    const failing = async (name: string, args: object) => {
      const answer = await client.callTool({ name, arguments: { ...args } });
      return JSON.stringify(answer.content);
    };
    expect(await failing('search_memories', { characterId: 'Grace', query: 'tea' })).toContain('CharacterNotFound');
    expect(await failing('get_character', { characterId: ids[1] })).toContain('CharacterNotFound');
    expect(await failing('create_character', { name: 'New' })).toContain('limited to some characters');
    const resources = JSON.stringify(await client.listResources());
    expect(resources).not.toContain('Grace');
  });

  test('a client makes no key, and sees neither members nor the audit log', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    const client = new ScriptedClient(publicUrl, 'https://client.example/callback');
    await client.register();
    const person = await asPerson(publicUrl, http.key);
    const back = await person.decide(client.address({ resource: publicUrl }));
    const { body } = await client.redeem(String(back.searchParams.get('code')), { resource: publicUrl });
    const key = String(body.access_token);
    for (const [method, path] of [
      ['POST', '/v1/keys'],
      ['GET', '/v1/keys'],
      ['GET', '/v1/members'],
      ['GET', '/v1/audit'],
      ['GET', '/v1/grants'],
      ['GET', '/v1/sessions'],
    ] as const) {
      const asked = { key, ...(method === 'POST' && { body: {} }) };
      expect(await http.ask(method, path, asked), path).toMatchObject({ status: 403 });
    }
    const consent = await fetch(`${publicUrl}/oauth/consent${client.address().search}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(consent.status).toBe(403);
    expect((await http.ask('GET', `/oauth/consent${client.address().search}`)).status).toBe(403);
  });

  test('a denied request is reported to the client', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    const client = new ScriptedClient(publicUrl, 'https://client.example/callback?keep=1');
    await client.register();
    const person = await asPerson(publicUrl, http.key);
    const back = await person.decide(client.address(), { allow: false });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      keep: '1',
      error: 'access_denied',
      state: 'the state',
      iss: publicUrl,
    });
    expect((await person.ask('GET', '/v1/grants')).body.total).toBe(0);
    const { events } = (await http.ask('GET', '/v1/audit?action=refuse_client')).body;
    expect(events).toMatchObject([{ outcome: 'OK', actor: { via: 'dashboard' } }]);
  });

  test('a consent must come from the page of a signed-in member', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    const client = new ScriptedClient(publicUrl, 'https://client.example/callback');
    await client.register();
    const person = await asPerson(publicUrl, http.key);
    await expect(person.decide(client.address({ scope: 'memory:read' }), { access: 'WRITE' })).rejects.toThrow('READ');
    const nobody = '00000000-0000-4000-8000-000000000000';
    await expect(person.decide(client.address(), { characterIds: [nobody] })).rejects.toThrow('no character');
    await expect(person.decide(client.address(), { characterIds: [] })).rejects.toThrow('characterIds');
    // A limit that nobody reads would be none.
    await expect(person.decide(client.address(), { characters: [nobody] })).rejects.toThrow('characters');
    const search = client.address().search;
    expect((await fetch(`${publicUrl}/oauth/consent${search}`)).status).toBe(401);
  });

  test('the grants of a suspended member stop working until the member is active again', async () => {
    const { http, publicUrl, store, services, clock } = await openOwnSignIn();
    const bob = { id: services.newId(), name: 'bob', role: 'MEMBER' as const };
    await store.members.add('local', bob, clock.now);
    const made = await http.ask('POST', '/v1/keys', { body: { member: 'bob' } });
    const { client, access, refresh } = await connected(http, publicUrl, {}, String(made.body.key));
    const ping = async () =>
      (await http.ask('POST', '/mcp', { key: access, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status;
    const before = await ping();
    await store.members.change(bob.id, { status: 'SUSPENDED' }, clock.now);
    expect(await ping()).toBe(403);
    const refused = { error: 'invalid_grant', error_description: 'The member "bob" is suspended.' };
    for (let n = 0; n < 3; n++) expect(await client.refresh(refresh)).toMatchObject({ status: 400, body: refused });
    const audited = async () => (await http.ask('GET', '/v1/audit?action=refresh_grant')).body.events;
    // One line in a minute, however often it asks.
    const line = { outcome: 'AccessDenied', actor: { name: 'bob', via: 'grant' } };
    expect(await audited()).toMatchObject([line]);
    clock.now += 60_000;
    await client.refresh(refresh);
    expect(await audited()).toMatchObject([line, line]);
    await store.members.change(bob.id, { status: 'ACTIVE' }, clock.now);
    clock.now += 60_000;
    expect((await client.refresh(refresh, { client_id: 'other' })).status).toBe(400);
    expect((await client.refresh(refresh)).status).toBe(200);
    expect(await audited()).toMatchObject([{ outcome: 'OK' }, { outcome: 'Unauthorized' }, line, line]);
    expect(await ping()).toBe(before);
    await store.members.remove(bob.id, clock.now);
    expect(await ping()).toBe(401);
  });
});

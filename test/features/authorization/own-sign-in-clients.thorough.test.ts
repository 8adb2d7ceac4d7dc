import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { isRedirectUri, isRegistered } from '../../../src/features/authorization/http/redirect-uris.ts';
import { asPerson, documentServer, openOwnSignIn, ScriptedClient } from '../../support/own-sign-in.ts';

const redirectUri = 'https://claude.ai/api/mcp/auth_callback';
const asked = { headers: { accept: 'text/html' }, redirect: 'manual' } as const;

/** A server that may read documents of a server on loopback, and a client that has one there. */
async function withDocument(more: object = {}) {
  const documents = new Map<string, unknown>();
  const server = await documentServer(documents);
  const opened = await openOwnSignIn({ hosts: [server.host] });
  const client = new ScriptedClient(opened.publicUrl, redirectUri);
  client.clientId = `${server.url}/client.json`;
  documents.set('/client.json', {
    client_id: client.clientId,
    client_name: 'Claude',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
    ...more,
  });
  return { ...opened, server, documents, client };
}

describe('a client whose id is the address of its metadata document, as claude.ai documents it', () => {
  test('a client with a metadata document is shown by host, signs in, refreshes, and is revoked', async () => {
    const { http, publicUrl, client, server, clock } = await withDocument();
    const person = await asPerson(publicUrl, http.key);
    expect((await person.see(client.address())).body).toMatchObject({
      client: { name: 'Claude', host: server.host },
      returnsTo: { kind: 'site', name: 'claude.ai' },
    });
    const back = await person.decide(client.address());
    const first = await client.redeem(String(back.searchParams.get('code')));
    const second = await client.refresh(first.body.refresh_token, { resource: `${publicUrl}/mcp` });
    expect(second.status).toBe(200);
    expect(server.asked).toStrictEqual(['/client.json']);
    clock.now += 11 * 60_000;
    await fetch(client.address(), asked);
    expect(server.asked).toHaveLength(2);
    const { grants } = (await person.ask('GET', '/v1/grants')).body as { grants: { id: string }[] };
    await person.ask('DELETE', `/v1/grants/${grants[0]?.id}`);
    expect(await client.refresh(second.body.refresh_token)).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  test('a client is unknown unless its document is its own, small, complete and named', async () => {
    const { publicUrl, documents, client, server } = await withDocument();
    const tooLong = { client_id: `${server.url}/long`, redirect_uris: [redirectUri], filler: 'x'.repeat(20_000) };
    documents.set('/long', tooLong);
    documents.set('/other', { client_id: client.clientId, redirect_uris: [redirectUri] });
    documents.set('/none', { client_id: `${server.url}/none`, redirect_uris: [] });
    documents.set('/bad', { client_id: `${server.url}/bad`, redirect_uris: ['javascript:alert(1)'] });
    const moved = (response: ServerResponse) => response.writeHead(302, { location: client.clientId }).end();
    documents.set('/moved', moved);
    for (const path of ['/missing', '/long', '/other', '/none', '/bad', '/moved', '/', '/client.json#x']) {
      const answer = await fetch(client.address({ client_id: server.url + path }), asked);
      expect([answer.status, await answer.json()], path).toMatchObject([400, { error: 'invalid_client' }]);
    }
    for (const id of ['nobody', 'reg.', 'reg.bm90', `reg.${'A'.repeat(3_000)}`, 'ftp://example.com/client']) {
      const answer = await fetch(client.address({ client_id: id }), asked);
      expect([answer.status, await answer.json()], id).toMatchObject([400, { error: 'invalid_client' }]);
    }
    expect((await fetch(`${publicUrl}/oauth/authorize`, asked)).status).toBe(400);
  });

  test('a metadata document on this machine or network is fetched only if the operator names the host', async () => {
    const server = await documentServer(new Map());
    const { publicUrl } = await openOwnSignIn();
    const client = new ScriptedClient(publicUrl, redirectUri);
    for (const base of [server.url, 'https://localhost', 'https://10.0.0.1', 'https://169.254.169.254']) {
      const answer = await fetch(client.address({ client_id: `${base}/client.json` }), asked);
      expect(await answer.json(), base).toMatchObject({ error: 'invalid_client' });
    }
    expect(server.asked).toStrictEqual([]);
  });

  test('one address makes the server fetch metadata documents at most thirty times a minute', async () => {
    const { client, server, clock } = await withDocument();
    const ask = async (n: number) => (await fetch(client.address({ client_id: `${server.url}/${n}` }), asked)).status;
    for (let n = 0; n < 30; n++) expect(await ask(n)).toBe(400);
    expect(await ask(30)).toBe(429);
    expect(server.asked).toHaveLength(30);
    clock.now += 60_000;
    expect(await ask(31)).toBe(400);
  });
});

describe('a client that registers, as ChatGPT documents it', () => {
  test('a registered client gets an id that every node knows, and no secret', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    const other = await openOwnSignIn();
    const client = new ScriptedClient(publicUrl, 'https://chatgpt.com/connector_platform_oauth_redirect');
    const answer = await client.register({
      client_name: 'ChatGPT',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    });
    expect(answer.status).toBe(201);
    const body = (await answer.json()) as object;
    expect(body).toMatchObject({ client_name: 'ChatGPT', token_endpoint_auth_method: 'none' });
    expect(body).not.toHaveProperty('client_secret');
    const person = await asPerson(publicUrl, http.key);
    const resource = `${publicUrl}/mcp`;
    const back = await person.decide(client.address({ resource, scope: 'memory:read offline_access' }));
    expect((await client.redeem(String(back.searchParams.get('code')))).body.scope).toBe('memory:read');
    const elsewhere = await fetch(
      new URL(`/oauth/authorize${client.address({ resource: undefined }).search}`, other.publicUrl),
      asked,
    );
    expect(elsewhere.status).toBe(200);
  });

  test('a client cannot register a redirect URI that no code may be sent to', async () => {
    const { publicUrl } = await openOwnSignIn();
    const client = new ScriptedClient(publicUrl, redirectUri);
    const cases: [object, string][] = [
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['http://example.com/callback'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: 'https://client.example' }, 'invalid_redirect_uri'],
      [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
      [{ redirect_uris: Array(9).fill(`https://client.example/${'x'.repeat(400)}`) }, 'invalid_client_metadata'],
    ];
    for (const [more, error] of cases) {
      const answer = await client.register(more);
      expect([answer.status, await answer.json()], error).toMatchObject([400, { error }]);
    }
    const text = await fetch(`${publicUrl}/oauth/register`, { method: 'POST', body: '{}' });
    expect([text.status, await text.json()]).toMatchObject([415, { error: 'invalid_request' }]);
    const named = await client.register({ client_name: 'x'.repeat(200) });
    expect(await named.json()).toMatchObject({ client_name: 'claude.ai' });
  });
});

describe('an authorization request', () => {
  test('a wrong authorization request shows an error page and links back only within this server', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    const client = new ScriptedClient(publicUrl, redirectUri);
    await client.register();
    const person = await asPerson(publicUrl, http.key);
    const cases: [Record<string, string | undefined>, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ scope: 'admin' }, 'invalid_scope'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ];
    for (const [more, error] of cases) {
      const answer = await fetch(client.address(more), asked);
      expect([answer.status, answer.headers.get('location')], error).toStrictEqual([200, null]);
      const { status, body } = await person.see(client.address(more));
      expect([status, body], error).toMatchObject([
        200,
        { returnsTo: { name: 'claude.ai' }, fault: expect.any(String) },
      ]);
      const back = new URL((body as { location: string }).location);
      expect(back.origin).toBe('https://claude.ai');
      expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'the state', iss: publicUrl });
    }
    for (const uri of ['https://evil.example/', `${redirectUri}/more`, 'https://claude.ai/']) {
      const answer = await fetch(client.address({ redirect_uri: uri }), asked);
      expect([answer.status, answer.headers.get('location')], uri).toStrictEqual([400, null]);
    }
    const twice = client.address();
    twice.searchParams.append('redirect_uri', 'https://evil.example/');
    expect((await fetch(twice, asked)).status).toBe(400);
    expect((await fetch(client.address({ redirect_uri: undefined }), asked)).status).toBe(200);
  });
});

test('wrong requests to the token endpoint are rate limited by address, right ones pass', async () => {
  const { http, publicUrl, clock } = await openOwnSignIn();
  const client = new ScriptedClient(publicUrl, redirectUri);
  await client.register();
  const person = await asPerson(publicUrl, http.key);
  const code = String((await person.decide(client.address())).searchParams.get('code'));
  for (let n = 0; n < 30; n++) expect((await client.redeem(`guess ${n}`)).status).toBe(400);
  const limited = await client.redeem('one more');
  expect(limited).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
  expect(limited.headers.get('retry-after')).toBe('60');
  expect((await client.redeem(code)).status).toBe(200);
  clock.now += 60_000;
  expect((await client.redeem('another')).status).toBe(400);
});

// macOS has one address of loopback alone.
test.skipIf(process.platform === 'darwin')(
  'wrong requests to the token endpoint are rate limited by member across addresses, right ones pass',
  async () => {
    const { http, publicUrl, clock } = await openOwnSignIn();
    const client = new ScriptedClient(publicUrl, redirectUri);
    await client.register();
    const person = await asPerson(publicUrl, http.key);
    const code = String((await person.decide(client.address())).searchParams.get('code'));
    const verifier = (n: number) => ({ code_verifier: `${n}`.padStart(43, 'x') });
    for (let n = 0; n < 30; n++) {
      expect(await tryFrom(`127.0.1.${n + 1}`, publicUrl, client.form(code, verifier(n)))).toBe(400);
    }
    expect(await tryFrom('127.0.2.1', publicUrl, client.form(code, verifier(30)))).toBe(429);
    expect(await tryFrom('127.0.2.1', publicUrl, client.form(code))).toBe(200);
    const other = await http.keyOf('MEMBER');
    const theirs = await asPerson(publicUrl, other);
    const back = await theirs.decide(client.address());
    const form = client.form(String(back.searchParams.get('code')));
    expect(await tryFrom('127.0.2.2', publicUrl, form)).toBe(200);
    clock.now += 60_000;
    const late = await person.decide(client.address());
    expect(await tryFrom('127.0.2.3', publicUrl, client.form(String(late.searchParams.get('code'))))).toBe(200);
  },
);

/** A request from another address of loopback. */
async function tryFrom(localAddress: string, publicUrl: string, fields: Record<string, string>): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(`${publicUrl}/oauth/token`, { method: 'POST', localAddress, headers, agent: false });
  sent.end(new URLSearchParams(fields).toString());
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

test('wrong keys at the dashboard are rate limited by address, and the right key passes', async () => {
  const { http, publicUrl, clock } = await openOwnSignIn();
  const headers = { 'x-requested-with': 'dashboard', origin: publicUrl, 'content-type': 'application/json' };
  const attempt = async (key: string) =>
    (await fetch(`${publicUrl}/session`, { method: 'POST', headers, body: JSON.stringify({ key }) })).status;
  for (let n = 0; n < 30; n++) expect(await attempt(`ams_${n}`)).toBe(401);
  expect(await attempt('ams_30')).toBe(429);
  expect(await attempt(http.key)).toBe(200);
  clock.now += 60_000;
  expect(await attempt('ams_31')).toBe(401);
});

test('codes are sent over TLS, to this machine, or to a program’s own scheme', () => {
  const good = [
    'https://a.example/cb',
    'http://localhost:1/cb',
    'http://[::1]/cb',
    'cursor://anysphere/cb',
    'com.app:/cb',
  ];
  const bad = [
    'http://a.example',
    'https://u:p@a.example',
    'https://a.example/#x',
    'data:text/html,x',
    'JavaScript:x',
    ...[
      'ms-msdt:/id',
      'ms-msdt://x.y/',
      'chrome://x',
      'mailto:a@b.example',
      'tel:1',
      'jar:http://x.example!/',
      'intent://x',
    ],
    'http://localhost:99999/cb',
    'x',
  ];
  for (const uri of good) expect(isRedirectUri(uri), uri).toBe(true);
  for (const uri of bad) expect(isRedirectUri(uri), uri).toBe(false);
  expect(isRegistered('http://127.0.0.1:4711/cb', ['http://127.0.0.1/cb'])).toBe(true);
  expect(isRegistered('http://localhost:4711/cb', ['http://localhost:1/cb'])).toBe(true);
  expect(isRegistered('http://localhost:4711/other', ['http://localhost:1/cb'])).toBe(false);
  expect(isRegistered('http://127.0.0.1.evil.example:1/cb', ['http://127.0.0.1.evil.example:2/cb'])).toBe(false);
  expect(isRegistered('http://localhost:99999/cb', ['http://localhost/cb'])).toBe(false);
  expect(isRegistered('https://a.example:1/cb', ['https://a.example:2/cb'])).toBe(false);
});

test('a client’s name has no invisible characters, and registrations are rate limited by address', async () => {
  const { publicUrl } = await openOwnSignIn();
  const client = new ScriptedClient(publicUrl, redirectUri);
  const named = await client.register({ client_name: 'Cla\u0000ude\u202e \u200bПривет\u2028' });
  expect(await named.json()).toMatchObject({ client_name: 'Claude Привет' });
  for (let n = 1; n < 100; n++) expect((await client.register()).status).toBe(201);
  const limited = await client.register();
  expect([limited.status, await limited.json()]).toMatchObject([429, { error: 'temporarily_unavailable' }]);
});

test('a redirect to an invalid port is refused before consent', async () => {
  const { http, publicUrl } = await openOwnSignIn();
  const client = new ScriptedClient(publicUrl, 'http://localhost/cb');
  await client.register();
  const person = await asPerson(publicUrl, http.key);
  const to = client.address({ redirect_uri: 'http://localhost:99999/cb' });
  await expect(person.decide(to)).rejects.toThrow('not registered');
  expect((await person.ask('GET', '/v1/grants')).body.total).toBe(0);
});

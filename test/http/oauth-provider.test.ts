import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import type { Body } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';
import { Browser } from '../support/oauth-client.ts';
import { signIn, startProvider } from '../support/oidc-provider.ts';

/** A server that accepts a real provider's tokens, whose member `ann` the provider knows. */
async function openWithProvider() {
  const provider = await startProvider();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const oauth = { issuer: provider.url, publicUrl, tenantClaim: 'tenant', roleClaim: 'role' };
  const http = await openHttp({ http: { oauth } });
  await http.listen(undefined, port);
  const { services, store, clock } = http.session;
  const ann = { id: services.newId(), name: 'ann', role: 'ADMIN' as const, externalId: 'idp|ann' };
  await store.members.add('local', ann, clock.now);
  return { provider, http, ann, store, clock, endpoint: new URL(`${publicUrl}/mcp`) };
}

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

test('a client passes 401, metadata, registration, PKCE, token, call, refresh and revocation', async () => {
  const { provider, endpoint, clock, http, ann, store } = await openWithProvider();
  const browser = new Browser();
  const first = connecting(endpoint, browser);
  await expect(first.connect()).rejects.toThrow(UnauthorizedError);
  expect(browser.registered).toMatchObject({ client_id: expect.any(String) });
  expect(browser.sentTo?.origin).toBe(provider.url);
  const sent = browser.sentTo?.searchParams;
  expect(sent?.get('code_challenge_method')).toBe('S256');
  expect(sent?.get('resource')).toBe(endpoint.href);
  expect(sent?.get('scope')).toContain('memory:read memory:write');

  await first.transport.finishAuth(await signIn(browser.sentTo as URL, 'idp|ann'));
  const { connect, call } = connecting(endpoint, browser);
  await connect();
  const token = String(browser.saved?.access_token);
  const claims = decodeJwt(token);
  expect(claims).toMatchObject({ iss: provider.url, sub: 'idp|ann', aud: endpoint.href });
  await call('create_character', { name: 'Ada' });
  const stored = await call('add_memory_direct', { characterId: 'Ada', content: 'Ada likes tea.', category: 'facts' });
  expect(await http.session.call('get_memory_history', { characterId: 'Ada', memoryId: stored.id })).toMatchObject({
    revisions: [{ changedBy: 'ann' }],
  });
  expect((await http.ask('GET', '/v1/whoami', { key: token })).body).toMatchObject({
    member: { id: ann.id, name: 'ann', role: 'MEMBER' },
    via: 'oauth',
  });

  // After the token has expired the client renews it; the session goes on.
  provider.lives.seconds = 3_600;
  clock.now = (Number(claims.exp) + 10) * 1000;
  expect((await http.ask('GET', '/v1/whoami', { key: token })).status).toBe(401);
  expect(await call('search_memories', { characterId: 'Ada', query: 'tea' })).toMatchObject({ total: 1 });
  const renewed = String(browser.saved?.access_token);
  expect(renewed).not.toBe(token);

  // Removed from the team: refused at once, with any token.
  await store.members.change(ann.id, { status: 'SUSPENDED' }, 0);
  expect((await http.ask('GET', '/v1/whoami', { key: renewed })).status).toBe(403);
  await expect(call('list_characters')).rejects.toThrow(/suspended/);
  await store.members.change(ann.id, { status: 'ACTIVE' }, 0);

  // Revoked at the provider: the access token expires normally, and only signing in again gives another.
  const revoked = await fetch(`${provider.url}/token/revocation`, {
    method: 'POST',
    body: new URLSearchParams({
      token: String(browser.saved?.refresh_token),
      client_id: String(browser.registered?.client_id),
    }),
  });
  expect(revoked.status).toBe(200);
  clock.now = (Number(decodeJwt(renewed).exp) + 10) * 1000;
  browser.sentTo = undefined;
  const last = connecting(endpoint, browser);
  await expect(last.connect()).rejects.toThrow(UnauthorizedError);
  expect((browser.sentTo as URL | undefined)?.origin).toBe(provider.url);
});

test('a user who is not a member gets a token that opens nothing', async () => {
  const { endpoint } = await openWithProvider();
  const browser = new Browser();
  const first = connecting(endpoint, browser);
  await expect(first.connect()).rejects.toThrow(UnauthorizedError);
  await first.transport.finishAuth(await signIn(browser.sentTo as URL, 'idp|mallory'));
  await expect(connecting(endpoint, browser).connect()).rejects.toThrow(/externalId/);
});

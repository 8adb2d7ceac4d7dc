import { describe, expect, test } from 'vitest';
import { type Http, type HttpOptions, openHttp } from '../support/http-harness.ts';

/** The server's own name, where a session is a cookie; at localhost it is a bearer token. */
const host = 'memory.example.com';
const own = { 'x-requested-with': 'dashboard', host, origin: `http://${host}` };
const ownOverTls = { ...own, origin: `https://${host}` };
const local = { 'x-requested-with': 'dashboard', origin: 'http://localhost' };
const hour = 60 * 60_000;
const denied = { status: 403, body: { error: { type: 'AccessDenied' } } };
const unknown = { status: 401, body: { error: { type: 'Unauthorized' } } };

const openNamed = (options: HttpOptions = {}) => openHttp({ ...options, http: { ...options.http, hosts: [host] } });

/** Signs in; the cookie as the browser sends it back. */
async function signIn({ ask }: Http, key: string, headers: Record<string, string> = own) {
  const answer = await ask('POST', '/session', { key: undefined, body: { key }, headers });
  const set = answer.headers.get('set-cookie') ?? '';
  return { ...answer, set, cookie: set.split(';')[0] ?? '' };
}

/** A request as the page sends it. */
const by =
  (http: Http, cookie: string) =>
  (method: string, path: string, headers: object = own, body?: unknown) =>
    http.ask(method, path, { key: undefined, body, headers: { ...headers, cookie } });

describe('signing in', () => {
  test('signing in exchanges a key for a cookie that is HttpOnly and SameSite', async () => {
    const http = await openNamed();
    const { status, text, set, cookie, headers } = await signIn(http, http.key);
    expect([status, text]).toStrictEqual([204, '']);
    expect(set).toMatch(/^ams_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(cookie).not.toContain(http.key);
    expect((await by(http, cookie)('GET', '/v1/characters')).status).toBe(200);
    const created = await by(http, cookie)('POST', '/v1/characters', own, { name: 'Ada' });
    expect(created.status).toBe(201);
    // Its answers are compressed: many of them make the first view.
    const packed = { ...own, cookie, 'accept-encoding': 'gzip' };
    const read = new Request(`http://${host}/v1/characters`, { headers: packed });
    expect((await http.app.fetch(read, {})).headers.get('content-encoding')).toBe('gzip');
  });

  test('the cookie over TLS has the __Host- prefix', async () => {
    const http = await openNamed();
    const { set, cookie } = await signIn(http, http.key, ownOverTls);
    const attributes = 'Path=/; HttpOnly; SameSite=Strict';
    expect(set).toMatch(/^__Host-ams_session=[\w-]{43}; /);
    expect(set).toMatch(new RegExp(`; ${attributes}; Max-Age=43200; Secure$`));
    // A browser sends no Origin for reads of its own server; Sec-Fetch-Site says so only over TLS.
    const { origin: _, ...without } = own;
    const reading = { ...without, 'sec-fetch-site': 'same-origin' };
    expect((await by(http, cookie)('GET', '/v1/characters', reading)).status).toBe(200);
    expect((await by(http, cookie)('GET', '/v1/characters', without)).status).toBe(200);
    const planted = cookie.replace('__Host-', '');
    for (const sent of [reading, ownOverTls]) {
      expect(await by(http, planted)('GET', '/v1/characters', sent)).toMatchObject(unknown);
    }
    const ended = await by(http, cookie)('DELETE', '/session', ownOverTls);
    expect(ended.headers.get('set-cookie')).toBe(`__Host-ams_session=; ${attributes}; Max-Age=0; Secure`);
    expect(await by(http, cookie)('GET', '/v1/characters', reading)).toMatchObject(unknown);
  });

  test.each([
    ['localhost', 'localhost'],
    ['localhost with a port', 'localhost:8787'],
    ['a name of this machine', 'memory.localhost'],
    ['an address', '127.0.0.1:8787'],
    ['an IPv6 address', '[::1]:8787'],
    ['an address of the network', '192.168.1.2'],
  ])('the host %s gets no cookie, because every server on it would receive it', async (_, host) => {
    const http = await openHttp({ http: { hosts: ['memory.localhost'] } });
    const own = { 'x-requested-with': 'dashboard', host, origin: `http://${host}` };
    const { status, set, body } = await signIn(http, http.key, own);
    expect([status, set]).toStrictEqual([200, '']);
    expect(body).toStrictEqual({ token: expect.stringMatching(/^session_[\w-]{43}$/) });
    const token = String(body.token);
    expect(await http.ask('GET', '/v1/whoami', { key: token, headers: { host } })).toMatchObject({
      status: 200,
      body: { via: 'dashboard' },
    });
    const cookie = `ams_session=${token.slice('session_'.length)}`;
    expect(await by(http, cookie)('GET', '/v1/characters', own)).toMatchObject(unknown);
    expect(await by(http, `__Host-${cookie}`)('GET', '/v1/characters', own)).toMatchObject(unknown);
    const ended = await http.ask('DELETE', '/session', { key: token, headers: own });
    expect([ended.status, ended.headers.get('set-cookie')]).toStrictEqual([204, null]);
    expect(await http.ask('GET', '/v1/whoami', { key: token, headers: { host } })).toMatchObject(unknown);
  });

  test.each([
    ['an unknown key', { key: 'ams_unknown' }, 401],
    ['no key', {}, 400],
    ['a key that is no text', { key: 7 }, 400],
    ['far too much', { key: 'x'.repeat(5_000) }, 413],
  ])('a sign-in with %s is refused without a cookie', async (_, body, status) => {
    const http = await openNamed();
    const answer = await http.ask('POST', '/session', { key: undefined, body, headers: own });
    expect([answer.status, answer.headers.get('set-cookie')]).toStrictEqual([status, null]);
  });

  test('reads of the dashboard have their own bucket, apart from the agents’, in any tier', async () => {
    const http = await openNamed({ tier: 'FREE', rateLimits: true });
    const { cookie } = await signIn(http, http.key, ownOverTls);
    const read = () => by(http, cookie)('GET', '/v1/characters', ownOverTls);
    http.session.clock.now += 60_000 - (http.session.clock.now % 60_000) + 15_000;
    for (let n = 0; n < 200; n++) expect((await read()).status).toBe(200);
    const { headers } = await read();
    expect([headers.get('x-ratelimit-bucket'), headers.get('x-ratelimit-limit')]).toStrictEqual(['DASHBOARD', '240']);
    const byKey = await http.ask('GET', '/v1/characters', {});
    expect([byKey.status, byKey.headers.get('x-ratelimit-remaining')]).toStrictEqual([200, '9']);
    // Changes count as usual.
    const changing = await by(http, cookie)('POST', '/v1/characters', ownOverTls);
    expect(changing.headers.get('x-ratelimit-bucket')).toBe('WRITE');
  });

  test('only the dashboard’s origin may sign in and out', async () => {
    const http = await openNamed();
    const { origin: _, ...withoutOrigin } = own;
    const { 'x-requested-with': __, ...withoutHeader } = own;
    for (const headers of [
      withoutOrigin,
      withoutHeader,
      { ...own, origin: `http://${host}:9` },
      { ...own, origin: 'null' },
    ]) {
      expect(await signIn(http, http.key, headers)).toMatchObject(denied);
      expect(await http.ask('DELETE', '/session', { key: undefined, headers })).toMatchObject(denied);
    }
    expect(await http.ask('GET', '/session', { key: undefined, headers: own })).toMatchObject({ status: 405 });
  });

  test('a foreign host name that resolves to this machine is refused (DNS rebinding)', async () => {
    const http = await openNamed();
    const rebound = { ...own, host: 'evil.example', origin: 'http://evil.example' };
    expect(await signIn(http, http.key, rebound)).toMatchObject(denied);
    const { cookie } = await signIn(http, http.key);
    expect(await by(http, cookie)('GET', '/v1/characters', rebound)).toMatchObject(denied);
    expect(await http.ask('GET', '/', { key: undefined, headers: { host: 'evil.example' } })).toMatchObject(denied);
  });
});

describe('a session', () => {
  test('a session requires a header of its own page, and an Origin for writes', async () => {
    const http = await openNamed();
    const { cookie } = await signIn(http, http.key);
    const call = by(http, cookie);
    expect(await call('GET', '/v1/characters', { host })).toMatchObject(denied);
    const changing = { 'x-requested-with': 'dashboard', host };
    expect((await call('GET', '/v1/characters', changing)).status).toBe(200);
    expect(await call('POST', '/v1/characters', changing, { name: 'Ada' })).toMatchObject(denied);
    const foreign = { ...own, origin: `http://${host}:9999` };
    expect(await call('GET', '/v1/characters', foreign)).toMatchObject(denied);
    expect(await call('POST', '/v1/characters', foreign, { name: 'Ada' })).toMatchObject(denied);
  });

  test('a session is refused to pages that only CORS allows', async () => {
    const origin = 'https://app.example.com';
    const http = await openNamed({ http: { origins: [origin] } });
    expect(await signIn(http, http.key, { ...own, origin })).toMatchObject(denied);
    const { cookie } = await signIn(http, http.key);
    expect(await by(http, cookie)('GET', '/v1/characters', { ...own, origin })).toMatchObject(denied);
    expect((await http.ask('GET', '/v1/characters', { headers: { origin } })).status).toBe(200);
  });

  test('a session does not work for MCP, and a key overrides it', async () => {
    const http = await openNamed();
    const { cookie } = await signIn(http, http.key);
    const { body } = await signIn(http, http.key, local);
    expect((await by(http, cookie)('POST', '/mcp', own, {})).status).toBe(401);
    expect((await http.ask('POST', '/mcp', { key: String(body.token), body: {} })).status).toBe(401);
    const other = { authorization: 'Bearer ams_other' };
    expect(await by(http, cookie)('GET', '/v1/characters', { ...own, ...other })).toMatchObject(unknown);
  });

  test('a session acts with the role of its member', async () => {
    const http = await openNamed();
    const { cookie } = await signIn(http, await http.keyOf('VIEWER'));
    const answer = await by(http, cookie)('POST', '/v1/characters', own, { name: 'Ada' });
    expect(answer).toMatchObject({ status: 403, body: { error: { type: 'InsufficientRole' } } });
  });

  test('a session ends after 12 hours, by signing out, with its key and with its member', async () => {
    const http = await openNamed();
    const { store, clock } = http.session;
    const states = async (cookies: string[]) =>
      Promise.all(cookies.map(async (cookie) => (await by(http, cookie)('GET', '/v1/characters')).status));
    const old = (await signIn(http, http.key)).cookie;
    clock.now += 12 * hour - 1;
    expect(await states([old])).toStrictEqual([200]);
    clock.now += 1;
    expect(await by(http, old)('GET', '/v1/characters')).toMatchObject(unknown);

    const out = (await signIn(http, http.key)).cookie;
    const other = (await signIn(http, http.key)).cookie;
    const ended = await by(http, out)('DELETE', '/session');
    expect(ended.headers.get('set-cookie')).toBe('ams_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0');
    expect(await states([out, other])).toStrictEqual([401, 200]);
    expect((await by(http, out)('DELETE', '/session')).status).toBe(204);

    const ofMember = (await signIn(http, await http.keyOf('MEMBER'))).cookie;
    const [, member] = await store.members.list('local');
    await store.members.change(member?.id ?? '', { status: 'SUSPENDED' }, clock.now);
    expect(await by(http, ofMember)('GET', '/v1/characters')).toMatchObject(denied);
    await store.members.change(member?.id ?? '', { status: 'ACTIVE' }, clock.now);
    expect(await states([ofMember])).toStrictEqual([200]);
    await store.members.remove(member?.id ?? '', clock.now);
    expect(await states([ofMember])).toStrictEqual([401]);

    const [key] = await store.keys.list('local');
    await store.keys.revoke(key?.id ?? '', clock.now);
    expect(await states([other])).toStrictEqual([401]);
  });

  test('a session is stored without its token, and its last use once a minute', async () => {
    const http = await openNamed();
    const { store, clock } = http.session;
    const { cookie } = await signIn(http, http.key);
    const lastUse = async () => (await store.sessions.list('local', undefined, clock.now))[0]?.lastUsedAt;
    const opened = await lastUse();
    clock.now += 30_000;
    await by(http, cookie)('GET', '/v1/characters');
    expect(await lastUse()).toBe(opened);
    clock.now += 40_000;
    await by(http, cookie)('GET', '/v1/characters');
    await expect.poll(lastUse).toBe(new Date(clock.now).toISOString());
    const listed = JSON.stringify(await store.sessions.list('local', undefined, clock.now));
    expect(listed).not.toContain(cookie.slice('ams_session='.length));
  });

  test('sessions are listed and revoked by their member and by an OWNER', async () => {
    const http = await openNamed();
    const member = (await signIn(http, await http.keyOf('MEMBER'), { ...own, 'user-agent': 'Firefox' })).cookie;
    http.session.clock.now += 1_000;
    const owner = (await signIn(http, http.key)).cookie;
    const list = async (cookie: string) => {
      const { body } = await by(http, cookie)('GET', '/v1/sessions');
      return body.sessions as { id: string; current: boolean; userAgent: string }[];
    };
    expect(await list(member)).toMatchObject([{ current: true, userAgent: 'Firefox' }]);
    const [ofOwner, ofMember] = await list(owner);
    expect([ofOwner?.current, ofMember?.current]).toStrictEqual([true, false]);
    expect((await http.ask('GET', '/v1/sessions')).body.sessions).toMatchObject([
      { current: false },
      { current: false },
    ]);
    const end = async (cookie: string, id = '') => (await by(http, cookie)('DELETE', `/v1/sessions/${id}`)).status;
    expect(await end(member, ofOwner?.id)).toBe(404);
    expect(await end(owner, ofMember?.id)).toBe(200);
    expect((await by(http, member)('GET', '/v1/sessions')).status).toBe(401);
    expect(await end(owner, ofOwner?.id)).toBe(200);
    expect((await by(http, owner)('GET', '/v1/sessions')).status).toBe(401);
  });

  test('a cookie of another name, an empty one and a long one are no session', async () => {
    const http = await openNamed();
    for (const cookie of [
      'session=x',
      'ams_session=',
      `ams_session=${'x'.repeat(4_000)}`,
      'ams_session=a; ams_session=b',
    ]) {
      expect(await by(http, cookie)('GET', '/v1/characters')).toMatchObject(unknown);
    }
  });
});

import { connect } from 'node:net';
import { exportSPKI, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test, vi } from 'vitest';
import { openHttp } from '../support/http-harness.ts';
import { accessToken, type IssuerKey, issuerKey } from '../support/issuer.ts';
import { metadataOf, openWithIssuer, publicUrl } from '../support/with-issuer.ts';

const minute = 60_000;
const oneOfTenants = { tenant: 'local' };

describe('metadata of the protected resource', () => {
  test.each([[''], ['/mcp']])('the metadata at "%s" name the issuer of the resource', async (suffix) => {
    const { http, issuer } = await openWithIssuer();
    const path = `/.well-known/oauth-protected-resource${suffix}`;
    expect(await http.ask('GET', path, { key: undefined })).toMatchObject({
      status: 200,
      body: {
        resource: `${publicUrl}${suffix}`,
        authorization_servers: [issuer.url],
        scopes_supported: ['memory:read', 'memory:write'],
        bearer_methods_supported: ['header'],
      },
    });
  });

  test('the metadata do not exist without an issuer', async () => {
    const { ask } = await openHttp();
    expect((await ask('GET', '/.well-known/oauth-protected-resource')).status).toBe(404);
  });

  test('every 401 names the metadata of the requested path', async () => {
    const { http } = await openWithIssuer();
    const challenge = async (path: string, key?: string) => {
      const answer = await http.ask(path === '/mcp' ? 'POST' : 'GET', path, { key });
      expect(answer.status).toBe(401);
      return answer.headers.get('www-authenticate');
    };
    expect(await challenge('/v1/tier')).toBe(`Bearer ${metadataOf()}`);
    expect(await challenge('/mcp')).toBe(`Bearer ${metadataOf('/mcp')}`);
    expect(await challenge('/mcp', 'ams_unknown')).toBe(`Bearer error="invalid_token", ${metadataOf('/mcp')}`);
  });
});

describe('an access token', () => {
  test.each([['/v1'], ['/mcp'], ['/']])(
    'an access token with %s as audience is valid for this server',
    async (suffix) => {
      const { token, get, ann } = await openWithIssuer();
      const aud = suffix === '/v1' ? publicUrl : `${publicUrl}${suffix}`;
      expect(await get(await token({ aud: ['other', aud] }))).toMatchObject({
        status: 200,
        body: { member: { id: ann.id, name: 'ann', role: 'ADMIN' }, tenant: { id: 'local' }, via: 'oauth' },
      });
    },
  );

  test.each([['RS256'], ['PS256'], ['EdDSA']])('an access token may be signed by %s', async (alg) => {
    const { issuer, token, get } = await openWithIssuer();
    const other = await issuerKey('other', alg);
    issuer.keys.push(other);
    expect((await get(await token({}, other))).status).toBe(200);
  });

  test('a custom audience, API keys beside it and metadata of RFC 8414 are supported', async () => {
    const { issuer, token, get, http } = await openWithIssuer({ audience: 'api://memory' });
    issuer.metadata = '/.well-known/oauth-authorization-server';
    expect((await get(await token({ aud: 'api://memory' }))).status).toBe(200);
    expect((await get(http.key)).body).toMatchObject({ via: 'key' });
  });

  type Opened = Awaited<ReturnType<typeof openWithIssuer>>;
  const secretOf = async (key: IssuerKey) => new TextEncoder().encode(await exportSPKI(key.publicKey));
  const unsigned = (claims: object) =>
    `${[{ alg: 'none', kid: 'one' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

  const bad: Record<string, (opened: Opened) => Promise<string> | string> = {
    'alg none': ({ usual }) => unsigned(usual()),
    'HS256 with the public key as secret': async ({ key, usual }) =>
      new SignJWT(usual()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(await secretOf(key)),
    'wrong aud': ({ token }) => token({ aud: 'https://other.example.com' }),
    'an aud that only begins like this server': ({ token }) => token({ aud: `${publicUrl}.evil.example` }),
    'no aud': async ({ key, usual }) => {
      const { aud: _, ...claims } = usual();
      return accessToken(key, claims);
    },
    'wrong iss': ({ token }) => token({ iss: 'https://other.example.com' }),
    'kid of another key': async ({ token, issuer, key }) => {
      issuer.keys.push(await issuerKey('two'));
      return token({}, { ...key, kid: 'two' });
    },
    'unknown kid': async ({ token }) => token({}, await issuerKey('nobody')),
    expired: ({ token, seconds }) => token({ exp: seconds() - 6 }),
    'not yet valid': ({ token, seconds }) => token({ nbf: seconds() + 6 }),
    'no exp': async ({ key, usual }) => {
      const { exp: _, ...claims } = usual();
      return accessToken(key, claims);
    },
    'no sub': async ({ key, usual }) => {
      const { sub: _, ...claims } = usual();
      return accessToken(key, claims);
    },
    'empty sub': ({ token }) => token({ sub: '' }),
    'a sub longer than any': ({ token }) => token({ sub: 'x'.repeat(256) }),
    'a critical extension': async ({ key, usual }) =>
      accessToken(key, usual(), { crit: ['odd'], odd: true }).catch(() => 'a.b.c'),
    'changed claims': async ({ token }) => {
      const [head, , signature] = (await token()).split('.');
      return [head, Buffer.from('{"sub":"x"}').toString('base64url'), signature].join('.');
    },
    'longer than any header': () => `${'x'.repeat(100_000)}.${'y'.repeat(100_000)}.z`,
    'no token at all': () => 'opaque-token',
  };

  test.each(Object.entries(bad))('a token with %s gets 401 and the way to a valid one', async (_, make) => {
    const opened = await openWithIssuer();
    const { http, get } = opened;
    const bearer = await make(opened);
    expect((await get(await opened.token())).status).toBe(200);
    for (const [method, path, suffix] of [
      ['GET', '/v1/whoami', ''],
      ['POST', '/mcp', '/mcp'],
    ] as const) {
      const answer = await http.ask(method, path, { key: bearer });
      expect(http.session.logged.filter(({ level }) => level === 'error')).toStrictEqual([]);
      expect(answer).toMatchObject({ status: 401, body: { error: { type: 'Unauthorized' } } });
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${metadataOf(suffix)}`);
      expect(answer.text).not.toContain(bearer.slice(0, 40));
    }
    expect(JSON.stringify(http.session.logged)).not.toContain(bearer.slice(0, 40));
  });

  test('a token of 10 MB gets 401 before it has arrived whole', async () => {
    const { http } = await openWithIssuer();
    const { port } = await http.listen();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`GET /v1/whoami HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${'x'.repeat(10_000_000)}`);
      });
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain(`WWW-Authenticate: Bearer error="invalid_token", ${metadataOf('/mcp')}\r\n`);
  });
});

describe('the keys of the issuer', () => {
  test('rotated keys are fetched, at most once a minute for unknown ones', async () => {
    const { issuer, token, get, clock } = await openWithIssuer();
    expect((await get(await token())).status).toBe(200);
    expect((await get(await token())).status).toBe(200);
    expect(issuer.asked).toBe(1);
    const next = await issuerKey('next');
    issuer.keys = [next];
    expect((await get(await token({}, next))).status).toBe(200);
    expect(issuer.asked).toBe(2);
    expect((await get(await token())).status).toBe(401);
    const unknown = await issuerKey('unknown');
    for (let i = 0; i < 5; i++) expect((await get(await token({}, unknown))).status).toBe(401);
    expect(issuer.asked).toBe(2);
    clock.now += minute;
    await Promise.all(Array.from({ length: 5 }, async () => get(await token({}, unknown))));
    expect(issuer.asked).toBe(3);
    expect((await get(await token({}, next))).status).toBe(200);
  });

  test('keys are refreshed before they expire, and stay valid while the issuer is down', async () => {
    const { issuer, token, get, clock, key } = await openWithIssuer();
    expect((await get(await token())).status).toBe(200);
    issuer.answers = false;
    clock.now += 61 * minute;
    expect((await get(await token())).status).toBe(200);
    issuer.answers = true;
    issuer.keys = [await issuerKey('next')];
    expect((await get(await token({}, key))).status).toBe(200);
    clock.now += minute;
    expect((await get(await token({}, key))).status).toBe(401);
    expect(issuer.asked).toBe(2);
  });

  test('a token without available keys gets 503, while API keys work', async () => {
    const { issuer, token, get, http, clock } = await openWithIssuer();
    issuer.answers = false;
    const answer = await get(await token());
    expect(answer).toMatchObject({ status: 503, body: { error: { type: 'ServiceUnavailable' } } });
    expect(answer.headers.get('retry-after')).toBe('10');
    expect((await get(http.key)).status).toBe(200);
    issuer.answers = true;
    clock.now += minute;
    expect((await get(await token())).status).toBe(200);
  });

  test('keys of another issuer in the same document are ignored', async () => {
    const { issuer, token, get } = await openWithIssuer();
    const bearer = await token();
    issuer.url = 'https://evil.example.com';
    expect((await get(bearer)).status).toBe(503);
  });
});

describe('the member of a token', () => {
  test('an unknown subject is refused, and so is a suspended or removed member at once', async () => {
    const { token, get, store, ann, clock } = await openWithIssuer();
    const denied = { status: 403, body: { error: { type: 'AccessDenied' } } };
    for (const sub of ['idp|bob', 'ann', ann.id]) expect(await get(await token({ sub }))).toMatchObject(denied);
    await store.members.change(ann.id, { status: 'SUSPENDED' }, 0);
    expect(await get(await token())).toMatchObject(denied);
    await store.members.change(ann.id, { status: 'ACTIVE' }, 0);
    expect((await get(await token())).status).toBe(200);
    await store.members.remove(ann.id, clock.now);
    expect(await get(await token())).toMatchObject(denied);
  });

  test('the tenant comes from the claim, by id or name, and is required when there are two', async () => {
    const { token, get, http, store, clock } = await openWithIssuer({ tenantClaim: 'https://x/org' });
    const { tenant } = await http.tenant('Acme');
    const bob = { id: http.session.services.newId(), name: 'bob', role: 'VIEWER' as const, externalId: 'idp|ann' };
    await store.members.add(tenant.id, bob, clock.now);
    for (const named of [tenant.id, 'Acme'])
      expect((await get(await token({ 'https://x/org': named }))).body).toMatchObject({ member: { name: 'bob' } });
    expect((await get(await token({ 'https://x/org': 'local' }))).body).toMatchObject({ member: { name: 'ann' } });
    for (const claims of [{}, { 'https://x/org': 'none' }, { 'https://x/org': 7 }, oneOfTenants])
      expect((await get(await token(claims))).status).toBe(403);
  });

  test.each([
    [undefined, 'ADMIN'],
    ['VIEWER', 'VIEWER'],
    ['OWNER', 'ADMIN'],
    [['odd', 'VIEWER', 'MEMBER'], 'MEMBER'],
  ])('the claimed role %s makes an ADMIN %s', async (role, expected) => {
    const { token, get } = await openWithIssuer();
    expect((await get(await token({ role }))).body).toMatchObject({ member: { role: expected } });
  });

  test.each([['admin'], [''], [null], [[]]])('the claimed role %j is ignored', async (role) => {
    const { token, get } = await openWithIssuer();
    expect((await get(await token({ role }))).status).toBe(403);
  });

  test.each<[claim: string, claims: object, expected: string]>([
    ['realm_access.roles', { realm_access: { roles: ['offline_access', 'MEMBER', 'VIEWER'] } }, 'MEMBER'],
    ['resource_access.memory.api.roles', { resource_access: { 'memory.api': { roles: ['OWNER'] } } }, 'ADMIN'],
    ['https://memory.example.com/roles', { 'https://memory.example.com/roles': ['VIEWER'] }, 'VIEWER'],
    ['realm_access.roles', { 'realm_access.roles': 'VIEWER', realm_access: { roles: ['ADMIN'] } }, 'VIEWER'],
    ['realm_access.roles', { realm_access: { other: ['VIEWER'] } }, 'ADMIN'],
    ['realm_access.roles.length', { realm_access: { roles: ['VIEWER'] } }, 'ADMIN'],
    ['toString.name', {}, 'ADMIN'],
  ])('a role is found by a path of claims: %s in %j', async (roleClaim, claims, expected) => {
    const { token, get } = await openWithIssuer({ roleClaim });
    expect((await get(await token(claims as JWTPayload))).body).toMatchObject({ member: { role: expected } });
  });

  test('a tenant’s claim may be nested, or a list of one', async () => {
    const { token, get, http, store, clock } = await openWithIssuer({ tenantClaim: 'org.names' });
    const { tenant } = await http.tenant('Acme');
    const bob = { id: http.session.services.newId(), name: 'bob', role: 'VIEWER' as const, externalId: 'idp|ann' };
    await store.members.add(tenant.id, bob, clock.now);
    for (const names of ['Acme', ['Acme']])
      expect((await get(await token({ org: { names } }))).body).toMatchObject({ member: { name: 'bob' } });
    for (const org of [{}, { names: [] }, { names: ['Acme', 'local'] }, 'Acme', null])
      expect((await get(await token({ org }))).status).toBe(403);
  });

  test('a new member joins once, within the tier’s seats, under a free name', async () => {
    const { token, get, store } = await openWithIssuer({ join: 'VIEWER' }, { tier: 'DEVELOPER' });
    const bearer = await token({ sub: 'idp|bob', preferred_username: 'ann', email: 'bob@example.com' });
    const answers = await Promise.all([get(bearer), get(bearer), get(bearer)]);
    for (const { body } of answers) expect(body).toMatchObject({ member: { name: 'bob@example.com', role: 'VIEWER' } });
    expect((await store.members.list('local')).map(({ externalId }) => externalId)).toContain('idp|bob');
    expect(await store.members.list('local')).toHaveLength(3);
    // Requested just before another request of the same person took the last seat.
    vi.spyOn(store.members, 'identify').mockResolvedValueOnce(undefined);
    expect((await get(bearer)).body).toMatchObject({ member: { name: 'bob@example.com' } });
    expect(await get(await token({ sub: 'idp|cy' }))).toMatchObject({
      status: 429,
      body: { error: { type: 'TierLimitExceeded' } },
    });
  });

  test('a removed member does not join again', async () => {
    const { token, get, store, ann, clock } = await openWithIssuer({ join: 'MEMBER' });
    await store.members.remove(ann.id, clock.now);
    expect(await get(await token())).toMatchObject({ status: 403, body: { error: { type: 'AccessDenied' } } });
    expect((await get(await token({ sub: 'odd\n', name: ' ' }))).body).toMatchObject({ member: { role: 'MEMBER' } });
  });

  test('a subject that a store cannot keep exactly is refused', async () => {
    const { token, get } = await openWithIssuer({ join: 'MEMBER' });
    for (const sub of ['\u0000odd', 'odd\ud800']) {
      expect(await get(await token({ sub }))).toMatchObject({ status: 401, body: { error: { type: 'Unauthorized' } } });
    }
  });

  test('a JWT is verified by the server’s secret, an OAuth token by the issuer’s keys', async () => {
    const secret = 'a secret that is long enough for it';
    const { token, get, seconds } = await openWithIssuer({}, { http: { jwt: { secret } } });
    const own = await new SignJWT({ sub: 'x', tenant: 'local', role: 'VIEWER', exp: seconds() + 60 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
    expect((await get(own)).body).toMatchObject({ via: 'jwt' });
    expect((await get(await token())).body).toMatchObject({ via: 'oauth' });
  });
});

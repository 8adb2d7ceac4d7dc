import { type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { localOwner } from '../../src/domain/principal.ts';
import { CodeSessions } from '../../src/service/tenancy/code-sessions.ts';
import type { HttpAnswer } from '../support/http-harness.ts';
import { accessToken } from '../support/issuer.ts';
import { openWithIssuer } from '../support/with-issuer.ts';

const secret = 'a secret that is long enough for it';
const minute = 60_000;
const page = { 'x-requested-with': 'dashboard', origin: 'http://localhost' };
const mcp = { accept: 'application/json, text/event-stream' };
const call = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } });

/** A server that takes keys, tokens of both kinds and sessions; Ann, an ADMIN, has one of each. */
async function open(oauth: object = {}, tier: 'BUSINESS' | 'DEVELOPER' = 'BUSINESS') {
  const opened = await openWithIssuer(oauth, { tier, http: { jwt: { secret, issuer: 'own' } } });
  const { http, ann, store, clock, token, seconds } = opened;
  const made = await http.ask('POST', '/v1/keys', { body: { member: 'ann' } });
  const { id: keyId, key } = made.body as unknown as { id: string; key: string };
  const signIn = (by = key) => http.ask('POST', '/session', { key: undefined, body: { key: by }, headers: page });
  const session = String((await signIn()).body.token);
  const get = (bearer: string) =>
    http.ask('GET', '/v1/characters', { key: bearer, headers: { 'x-request-id': 'r-1' } });
  const trail = async () => {
    const { events } = await store.audit.list(localOwner('BUSINESS'), {}, { order: 'ASC', limit: 500 });
    return events.filter(({ outcome }) => outcome !== 'OK');
  };
  return {
    ...opened,
    keyId,
    trail,
    by: {
      key: () => get(key),
      jwt: async (claims: object = {}) => get(await own({ sub: 'ann', iss: 'own', exp: seconds() + 60, ...claims })),
      oauth: async (claims: JWTPayload = {}) => get(await token(claims)),
      session: () => http.ask('GET', '/v1/characters', { key: session }),
      signIn: () => signIn(),
      message: async (scope: string, body: object) =>
        http.ask('POST', '/mcp', { key: await token({ scope }), headers: mcp, body }),
    },
    suspend: () => store.members.change(ann.id, { status: 'SUSPENDED' }, clock.now),
    remove: () => store.members.remove(ann.id, clock.now),
    revoke: () => store.keys.revoke(keyId, clock.now),
  };
}

const own = (claims: object, by = secret) =>
  new SignJWT({ tenant: 'local', role: 'VIEWER', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(by));

type Opened = Awaited<ReturnType<typeof open>>;
type Refused = [
  refuse: (opened: Opened) => Promise<HttpAnswer>,
  status: number,
  line: { outcome: string; via: string; who?: string; action?: string },
];

const denied = 'AccessDenied';
const nobody = 'Unauthorized';
const after =
  (first: 'suspend' | 'remove' | 'revoke', then: 'key' | 'jwt' | 'oauth' | 'session' | 'signIn') =>
  async (opened: Opened) => {
    await opened[first]();
    return opened.by[then]();
  };

const ways: Record<string, Refused> = {
  'a revoked key': [after('revoke', 'key'), 401, { outcome: nobody, via: 'key' }],
  'a key of a removed member': [after('remove', 'key'), 401, { outcome: nobody, via: 'key' }],
  'a key of a suspended member': [after('suspend', 'key'), 403, { outcome: denied, via: 'key' }],
  'signing in by a revoked key': [after('revoke', 'signIn'), 401, { outcome: nobody, via: 'key' }],
  'signing in while suspended': [after('suspend', 'signIn'), 403, { outcome: denied, via: 'key' }],
  'a session of a revoked key': [after('revoke', 'session'), 401, { outcome: nobody, via: 'dashboard' }],
  'a session of a suspended member': [after('suspend', 'session'), 403, { outcome: denied, via: 'dashboard' }],
  'an expired token': [({ by }) => by.jwt({ exp: 1 }), 401, { outcome: nobody, via: 'jwt' }],
  'a token that is not good yet': [
    ({ by, seconds }) => by.jwt({ nbf: seconds() + 60 }),
    401,
    { outcome: nobody, via: 'jwt' },
  ],
  'a token with no role of ours': [({ by }) => by.jwt({ role: 'KING' }), 401, { outcome: nobody, via: 'jwt' }],
  'a token of a suspended member': [after('suspend', 'jwt'), 403, { outcome: denied, via: 'jwt' }],
  'a token of a removed member': [after('remove', 'jwt'), 403, { outcome: denied, via: 'jwt', who: 'token:ann' }],
  'an expired access token': [({ by }) => by.oauth({ exp: 1 }), 401, { outcome: nobody, via: 'oauth' }],
  'an access token before its time': [
    ({ by, seconds }) => by.oauth({ nbf: seconds() + 60 }),
    401,
    { outcome: nobody, via: 'oauth' },
  ],
  'an access token of nobody we know': [
    ({ by }) => by.oauth({ sub: 'idp|bob' }),
    403,
    { outcome: denied, via: 'oauth', who: 'token:idp|bob' },
  ],
  'an access token of a suspended member': [after('suspend', 'oauth'), 403, { outcome: denied, via: 'oauth' }],
  'an access token of a removed member': [
    after('remove', 'oauth'),
    403,
    { outcome: denied, via: 'oauth', who: 'token:idp|ann' },
  ],
  'an access token with no role of ours': [
    ({ by }) => by.oauth({ role: 'KING' }),
    403,
    { outcome: denied, via: 'oauth' },
  ],
  'too narrow a scope over REST': [
    ({ by }) => by.oauth({ scope: 'memory:write' }),
    403,
    { outcome: denied, via: 'oauth', action: 'list_characters' },
  ],
  'too narrow a scope for a tool': [
    ({ by }) => by.message('memory:read', call('create_character')),
    403,
    { outcome: denied, via: 'oauth', action: 'create_character' },
  ],
  'too narrow a scope for a resource': [
    ({ by }) => by.message('memory:write', { jsonrpc: '2.0', id: 1, method: 'resources/list' }),
    403,
    { outcome: denied, via: 'oauth' },
  ],
};

describe('refusals in the audit log', () => {
  test.each(Object.entries(ways))(
    'a refusal in a known tenant is logged: %s',
    async (_, [refuse, status, { outcome, via, who, action = 'authenticate' }]) => {
      const opened = await open();
      expect((await refuse(opened)).status).toBe(status);
      const lines = await opened.trail();
      expect(lines).toMatchObject([
        { action, outcome, actor: { memberId: who ?? opened.ann.id, via }, requestId: expect.any(String) },
      ]);
      if (via === 'key') expect(lines).toMatchObject([{ targetId: opened.keyId, actor: { keyId: opened.keyId } }]);
    },
  );

  test('the refusal of a new member without a free seat is logged', async () => {
    const { by, trail, http } = await open({ join: 'MEMBER' }, 'DEVELOPER');
    await http.keyOf('MEMBER');
    expect((await by.oauth({ sub: 'idp|cy', name: 'cy' })).status).toBe(429);
    expect(await trail()).toMatchObject([
      { action: 'authenticate', outcome: 'TierLimitExceeded', actor: { memberId: 'token:idp|cy' } },
    ]);
  });
});

test('a request that proves no tenant adds no audit line', async () => {
  const { by, trail, http, token, usual, seconds, key, clock } = await open();
  const sessions = new CodeSessions(localOwner('BUSINESS'), { ...http.session.services });
  await expect(sessions.open('wrong', '', {})).rejects.toThrow(/once/u);
  const stranger = { sub: 'idp|x', exp: seconds() - 60 };
  const { kid, alg } = key;
  const other = (await openWithIssuer()).key;
  const answers = [
    await http.ask('GET', '/v1/characters', { key: undefined }),
    await http.ask('GET', '/v1/characters', { key: 'ams_unknown' }),
    await http.ask('GET', '/v1/characters', { key: 'a.b.c' }),
    await http.ask('GET', '/v1/characters', { key: undefined, headers: { ...page, cookie: 'ams_session=x' } }),
    await http.ask('POST', '/session', { key: undefined, headers: page, body: { key: 'ams_unknown' } }),
    await http.ask('GET', '/v1/characters', { key: await accessToken({ ...other, kid, alg }, usual()) }),
    await http.ask('GET', '/v1/characters', { key: await own({ sub: 'ann', iss: 'own', exp: 1 }, `${secret}x`) }),
    await by.jwt({ iss: 'another', exp: 1 }),
    await by.jwt({ tenant: 'none' }),
    await by.jwt({ tenant: 'none', exp: 1 }),
    await by.oauth({ ...stranger, tenant: 'none' }),
    await by.oauth({ ...stranger, aud: 'https://other.example.com' }),
    await by.oauth({ ...stranger, iss: 'https://other.example.com' }),
    await by.oauth({ tenant: 'none' }),
  ];
  for (const { status } of answers) expect([401, 403]).toContain(status);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(2);
  expect(await trail()).toStrictEqual([]);
  expect((await http.ask('GET', '/v1/characters', { key: await token() })).status).toBe(200);
  expect(clock.now).toBeGreaterThan(0);
});

test('equal refusals add one audit line a minute, a tenant’s refusals sixty', async () => {
  const { by, trail, clock } = await open();
  for (let n = 0; n < 3; n++) await by.oauth({ sub: 'idp|bob', jti: `${n}` });
  expect(await trail()).toHaveLength(1);
  clock.now += minute;
  for (let n = 0; n < 70; n++) await by.oauth({ sub: `idp|${n}` });
  expect(await trail()).toHaveLength(61);
  clock.now += minute;
  await by.oauth({ sub: 'idp|bob' });
  expect(await trail()).toHaveLength(62);
});

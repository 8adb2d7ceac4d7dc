import { describe, expect, test } from 'vitest';
import { operations } from '../../src/features/operations.ts';
import { groups } from '../../src/gate/operation.ts';
import type { Body } from '../support/harness.ts';
import { type Http, type HttpOptions, openHttp } from '../support/http-harness.ts';

/** A team with a key for each role. */
async function team(options: HttpOptions = {}) {
  const http = await openHttp(options);
  const keys = {
    VIEWER: await http.keyOf('VIEWER'),
    MEMBER: await http.keyOf('MEMBER'),
    ADMIN: await http.keyOf('ADMIN'),
    OWNER: http.key,
  };
  const ask = async (method: string, path: string, body?: Body, key: string = http.key) =>
    http.ask(method, path, { key, ...(body && { body }) });
  const me = async (key: string) => (await ask('GET', '/v1/whoami', undefined, key)).body.member as Body;
  return { http, keys, ask, me };
}

describe('members', () => {
  test('a member is told which memory is their own, once it exists', async () => {
    const { ask, keys } = await team();
    const of = async (key: string) => (await ask('GET', '/v1/whoami', undefined, key)).body.ownCharacter;
    expect(await of(keys.MEMBER)).toBeUndefined();
    const { id } = (await ask('GET', '/v1/characters/me', undefined, keys.MEMBER)).body;
    expect(await of(keys.MEMBER)).toBe(id);
    expect(await of(keys.OWNER)).toBeUndefined();
  });

  test('members are added, listed, changed and removed by an OWNER', async () => {
    const { ask } = await team();
    const added = await ask('POST', '/v1/members', { name: ' ann ', role: 'MEMBER', externalId: 'idp|1' });
    expect(added).toMatchObject({ status: 201, body: { name: 'ann', role: 'MEMBER', status: 'ACTIVE' } });
    expect(added.body).not.toHaveProperty('tenantId');
    const { id } = added.body;
    const change = { name: 'Ann', role: 'ADMIN', status: 'SUSPENDED', externalId: null };
    const changed = await ask('PATCH', `/v1/members/${id}`, change);
    expect(changed).toMatchObject({ status: 200, body: { id, name: 'Ann', role: 'ADMIN', status: 'SUSPENDED' } });
    expect(changed.body).not.toHaveProperty('externalId');
    const listed = await ask('GET', '/v1/members');
    expect(listed.body).toMatchObject({ total: 5 });
    expect(listed.body.members).toContainEqual(changed.body);
    expect(await ask('DELETE', '/v1/members/Ann')).toMatchObject({ status: 200, body: { id, removed: true } });
    for (const gone of ['Ann', id, 'nobody'])
      expect((await ask('PATCH', `/v1/members/${gone}`, { role: 'ADMIN' })).body).toMatchObject({
        error: { type: 'NotFound', status: 404 },
      });
  });

  test.each([
    ['GET', '/v1/members', undefined, ['ADMIN', 'OWNER']],
    ['POST', '/v1/members', { name: 'x', role: 'VIEWER' }, ['OWNER']],
    ['PATCH', '/v1/members/nobody', { role: 'VIEWER' }, ['OWNER']],
    ['DELETE', '/v1/members/nobody', undefined, ['OWNER']],
  ] as const)('%s %s checks the role before it looks for the object', async (method, path, body, allowed) => {
    const { ask, keys } = await team();
    for (const [role, key] of Object.entries(keys)) {
      const { error } = (await ask(method, path, body, key)).body as { error?: { type: string } };
      expect(error?.type === 'InsufficientRole', role).toBe(!allowed.some((one) => one === role));
    }
  });

  test('the last active OWNER cannot be demoted or removed', async () => {
    const { ask, keys, me } = await team();
    const { id } = await me(keys.OWNER);
    const refused = [
      await ask('PATCH', `/v1/members/${id}`, { role: 'ADMIN' }),
      await ask('PATCH', `/v1/members/${id}`, { status: 'SUSPENDED' }),
      await ask('DELETE', `/v1/members/${id}`),
    ];
    for (const { body } of refused) expect(body).toMatchObject({ error: { type: 'InvalidInput' } });
    const { id: other } = await me(keys.ADMIN);
    await ask('PATCH', `/v1/members/${other}`, { role: 'OWNER' });
    expect((await ask('PATCH', `/v1/members/${id}`, { role: 'VIEWER' })).status).toBe(200);
    expect((await ask('POST', '/v1/members', { name: 'x', role: 'VIEWER' })).status).toBe(403);
  });

  test('a member gets no name that the service or the person of a machine acts under', async () => {
    const { ask, me, keys } = await team();
    const { id } = await me(keys.ADMIN);
    for (const name of ['local', ' Local', 'ＬＯＣＡＬ', 'dashboard', 'auto-capture', 'Change Detection']) {
      const refused = [
        await ask('POST', '/v1/members', { name, role: 'MEMBER' }),
        await ask('PATCH', `/v1/members/${id}`, { name }),
      ];
      for (const one of refused)
        expect(one).toMatchObject({ status: 400, body: { error: { type: 'ValidationError' } } });
    }
    expect((await ask('POST', '/v1/members', { name: 'Locala', role: 'MEMBER' })).status).toBe(201);
  });

  test('the number of members is limited by the tier', async () => {
    const { ask, http } = await team({ tier: 'BUSINESS' });
    for (let i = 0; i < 6; i++) await ask('POST', '/v1/members', { name: `m${i}`, role: 'MEMBER' });
    expect(await ask('POST', '/v1/members', { name: 'eleventh', role: 'MEMBER' })).toMatchObject({
      status: 429,
      body: { error: { type: 'TierLimitExceeded' } },
    });
    expect(await http.session.store.members.list('local')).toHaveLength(10);
  });
});

describe('keys', () => {
  test('a key is shown in one answer only, and not stored in clear', async () => {
    const { ask, me, keys, http } = await team();
    const made = await ask('POST', '/v1/keys', { name: 'laptop' }, keys.VIEWER);
    expect(made).toMatchObject({ status: 201, body: { name: 'laptop', member: expect.objectContaining({}) } });
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { key, ...shown } = made.body as { key: string };
    expect(key).toMatch(/^ams_[\w-]{43}$/);
    expect(await me(key)).toStrictEqual(await me(keys.VIEWER));
    // The use is written in the background, before the next write.
    await ask('POST', '/v1/characters', { name: 'Ada' });
    const { body } = await ask('GET', '/v1/keys');
    expect(body.keys).toContainEqual({ ...shown, lastUsedAt: expect.any(String) });
    expect(JSON.stringify([body, http.session.logged])).not.toContain(key.slice(4));
  });

  test('a member sees, creates and revokes their own keys; an OWNER all keys', async () => {
    const { ask, keys, me } = await team();
    const viewer = await me(keys.VIEWER);
    const own = await ask('GET', '/v1/keys', undefined, keys.VIEWER);
    expect(own.body).toMatchObject({ total: 1, keys: [{ member: { id: viewer.id, name: viewer.name } }] });
    expect((await ask('GET', '/v1/keys')).body).toMatchObject({ total: 4 });
    const [viewers] = own.body.keys as [Body];
    for (const role of ['MEMBER', 'ADMIN'] as const) {
      const others = await ask('POST', '/v1/keys', { member: viewer.id }, keys[role]);
      expect(others.body).toMatchObject({ error: { type: 'InsufficientRole' } });
      const foreign = await ask('DELETE', `/v1/keys/${viewers.id}`, undefined, keys[role]);
      expect(foreign.body).toMatchObject({ error: { type: 'NotFound' } });
    }
    const forViewer = await ask('POST', '/v1/keys', { member: viewer.name });
    expect(forViewer.body).toMatchObject({ name: 'key', member: { id: viewer.id } });
    expect((await ask('POST', '/v1/keys', { member: viewer.name }, keys.VIEWER)).status).toBe(201);
    expect(await ask('DELETE', `/v1/keys/${viewers.id}`, undefined, keys.VIEWER)).toMatchObject({
      status: 200,
      body: { id: viewers.id, revokedAt: expect.any(String) },
    });
    expect((await ask('GET', '/v1/whoami', undefined, keys.VIEWER)).status).toBe(401);
    expect((await ask('DELETE', `/v1/keys/${forViewer.body.id}`)).status).toBe(200);
    expect((await ask('DELETE', '/v1/keys/none')).body).toMatchObject({ error: { type: 'NotFound' } });
  });

  test('the number of keys is limited by the tier', async () => {
    const { ask } = await team();
    for (let i = 0; i < 6; i++) expect((await ask('POST', '/v1/keys', {})).status).toBe(201);
    expect((await ask('POST', '/v1/keys', {})).body).toMatchObject({ error: { type: 'TierLimitExceeded' } });
  });
});

test('whoami tells member, role, tenant and server', async () => {
  const { ask, keys, http } = await team({ toolsets: [...groups] });
  expect((await ask('GET', '/v1/whoami', undefined, keys.MEMBER)).body).toStrictEqual({
    member: { id: expect.any(String), name: expect.stringMatching(/^MEMBER /), role: 'MEMBER' },
    tenant: { id: 'local', name: 'local', tier: 'BUSINESS' },
    via: 'key',
  });
  expect(await http.session.call('whoami')).toMatchObject({ member: { name: 'local', role: 'OWNER' }, via: 'stdio' });
});

test('another tenant’s members and keys are neither shown, changed nor revoked', async () => {
  const { ask, http, me, keys } = await team();
  const other = await http.tenant('Other');
  const stranger = await me(other.text);
  const foreign = (method: string, path: string, body?: Body) => ask(method, path, body);
  for (const name of [stranger.id, 'owner']) {
    expect((await foreign('PATCH', `/v1/members/${name}`, { role: 'VIEWER' })).status).toBe(404);
    expect((await foreign('DELETE', `/v1/members/${name}`)).status).toBe(404);
    expect((await foreign('POST', '/v1/keys', { member: name })).status).toBe(404);
  }
  expect((await foreign('DELETE', `/v1/keys/${other.key.id}`)).status).toBe(404);
  expect((await ask('GET', '/v1/members', undefined, other.text)).body).toMatchObject({ total: 1 });
  expect((await ask('GET', '/v1/keys', undefined, other.text)).body).toMatchObject({ total: 1 });
  expect(await me(other.text)).toStrictEqual(stranger);
  expect(await me(keys.OWNER)).toMatchObject({ role: 'OWNER' });
});

describe('as tools', () => {
  test('tools of members and keys are listed only with the tool set admin', async () => {
    const { http } = await team();
    const names = async (session: Http['session']) => (await session.client.listTools()).tools.map(({ name }) => name);
    expect(await names(http.session)).not.toContain('whoami');
    const { http: asked } = await team({ toolsets: ['admin'] });
    const admin = operations
      .filter(({ group, rest }) => group === 'admin' && rest !== undefined)
      .map(({ name }) => name);
    expect(admin).toContain('whoami');
    expect(await names(asked.session)).toStrictEqual(admin);
  });
});

import { describe, expect, test } from 'vitest';
import { siteOf } from '../../../src/features/sign-in/http/passkeys.ts';
import type { HttpContext } from '../../../src/http/exchange.ts';
import { type Asked, Authenticator, type Lies } from '../../support/authenticator.ts';
import { openHttp } from '../../support/http-harness.ts';

const host = 'memory.example.com';
const publicUrl = `https://${host}`;
const page = { 'x-requested-with': 'dashboard', host, origin: publicUrl };
const denied = (type: string, status: number) => ({ status, body: { error: { type } } });
type New = Asked & { user: { id: string; name: string }; known: string[] };

/** 王小明, signed in by a key on a page of the server. */
async function member() {
  const http = await openHttp({ services: { publicUrl }, http: { hosts: [host] } });
  const { id, key } = await http.newMember('王小明');
  const post = (path: string, body: unknown, headers: object = page) =>
    http.ask('POST', path, { key: undefined, body, headers: { ...headers } });
  const cookieOf = ({ headers }: Awaited<ReturnType<typeof post>>) => headers.get('set-cookie')?.split(';')[0] ?? '';
  const cookie = cookieOf(await post('/session', { key }));
  const by = (method: string, path: string, body?: unknown, given = cookie) =>
    http.ask(method, path, { key: undefined, body, headers: { ...page, cookie: given } });
  const asked = async () => (await by('POST', '/session/passkeys/new', {})).body as unknown as New;
  const add = async (device: Authenticator, name = 'Телефон Ольги', lies: Lies = {}) =>
    by('PUT', '/session/passkeys/new', device.register(await asked(), name, lies));
  const challenge = async () => (await post('/session/passkeys', {})).body as unknown as Asked;
  const signIn = async (device: Authenticator, lies: Lies = {}) =>
    post('/session', { passkey: device.sign(await challenge(), lies) });
  const change = (body: object) => http.ask('PATCH', `/v1/members/${id}`, { body });
  const lines = async () => {
    const { events } = (await http.ask('GET', '/v1/audit?limit=100', {})).body as {
      events: { action: string; outcome: string; actor: { name: string } }[];
    };
    return events.map(({ action, outcome, actor }) => `${action} ${outcome} ${actor.name}`);
  };
  return { http, id: String(id), key: String(key), post, by, asked, add, challenge, signIn, change, lines, cookieOf };
}

describe('a passkey', () => {
  test.each(['es256', 'eddsa', 'rs256'] as const)(
    'a passkey of the kind %s is added and signs its member in',
    async (kind) => {
      const { by, asked, add, signIn, lines, cookieOf, id } = await member();
      const device = new Authenticator(publicUrl, kind);
      expect(await asked()).toMatchObject({ rpId: host, user: { name: '王小明' }, known: [] });
      const added = await add(device);
      expect(added).toMatchObject({ status: 201, body: { name: 'Телефон Ольги' } });
      expect(added.body).not.toHaveProperty('lastUsedAt');
      const entered = await signIn(device);
      expect([entered.status, entered.text]).toStrictEqual([204, '']);
      expect(entered.headers.get('set-cookie')).toMatch(/^__Host-ams_session=/);
      const me = (await by('GET', '/v1/whoami', undefined, cookieOf(entered))).body;
      expect(me).toMatchObject({ member: { id, name: '王小明' }, via: 'dashboard' });
      const { passkeys } = (await by('GET', '/v1/passkeys')).body;
      expect(passkeys).toStrictEqual([{ ...added.body, lastUsedAt: expect.any(String) }]);
      expect((await asked()).known).toStrictEqual([device.credential.toString('base64url')]);
      expect((await lines()).slice(0, 2)).toStrictEqual(['sign_in_by_passkey OK 王小明', 'add_passkey OK 王小明']);
    },
  );

  test('a removed passkey signs nobody in, and its sessions end', async () => {
    const { http, key, by, add, signIn, cookieOf, lines } = await member();
    const device = new Authenticator(publicUrl);
    const { id } = (await add(device)).body;
    const cookie = cookieOf(await signIn(device));
    const other = { key: await http.keyOf('ADMIN') };
    expect(await http.ask('DELETE', `/v1/passkeys/${id}`, other)).toMatchObject(denied('NotFound', 404));
    expect((await http.ask('GET', '/v1/passkeys', other)).body).toStrictEqual({ passkeys: [], total: 0 });
    expect((await http.ask('GET', '/v1/passkeys', {})).body).toMatchObject({ total: 1 });
    expect((await by('GET', '/v1/whoami', undefined, cookie)).status).toBe(200);
    expect((await http.ask('DELETE', `/v1/passkeys/${id}`, { key })).body).toMatchObject({ id });
    expect(await by('GET', '/v1/whoami', undefined, cookie)).toMatchObject(denied('Unauthorized', 401));
    expect((await by('GET', '/v1/whoami')).status).toBe(200);
    expect(await signIn(device)).toMatchObject(denied('Unauthorized', 401));
    expect(await lines()).toContain('remove_passkey OK 王小明');
  });

  test('a passkey is removed with its member, and refused while the member is suspended', async () => {
    const { http, id, add, signIn, change, lines } = await member();
    const device = new Authenticator(publicUrl);
    await add(device);
    await change({ status: 'SUSPENDED' });
    expect(await signIn(device)).toMatchObject(denied('AccessDenied', 403));
    expect(await lines()).toContain('sign_in_by_passkey AccessDenied 王小明');
    await change({ status: 'ACTIVE' });
    expect((await signIn(device)).status).toBe(204);
    await http.ask('DELETE', `/v1/members/${id}`, {});
    expect(await signIn(device)).toMatchObject(denied('Unauthorized', 401));
    expect(await http.session.store.passkeys.list('local', id)).toStrictEqual([]);
  });

  test.each<[string, Lies, string]>([
    ['another origin', { origin: 'https://memory.example.com.evil.example' }, 'InvalidInput'],
    ['the origin with another port', { origin: `${publicUrl}:8443` }, 'InvalidInput'],
    ['a page in a frame', { crossOrigin: true }, 'InvalidInput'],
    ['a page below another one', { topOrigin: 'https://evil.example' }, 'InvalidInput'],
    ['another name', { rpId: 'example.com' }, 'InvalidInput'],
    ['no verified user', { flags: 0x01 }, 'InvalidInput'],
    ['no present user', { flags: 0x04 }, 'InvalidInput'],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }, 'InvalidInput'],
    ['the wrong ceremony', { type: 'webauthn.create' }, 'InvalidInput'],
    ['another member', { userHandle: Buffer.from('another').toString('base64url') }, 'Unauthorized'],
    ['an unknown credential', { credential: Buffer.alloc(32, 7).toString('base64url') }, 'Unauthorized'],
    ['no credential', { credential: '' }, 'Unauthorized'],
  ])('a passkey is refused for %s', async (_, lies, type) => {
    const { add, signIn } = await member();
    const device = new Authenticator(publicUrl);
    await add(device);
    const refused = await signIn(device, lies);
    expect(refused).toMatchObject({ body: { error: { type } } });
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect((await signIn(device)).status).toBe(204);
  });

  test('a challenge that is used, too old or of another page is refused', async () => {
    const { http, add, challenge, post, asked } = await member();
    const device = new Authenticator(publicUrl);
    await add(device);
    const passkey = device.sign(await challenge());
    expect((await post('/session', { passkey })).status).toBe(204);
    expect(await post('/session', { passkey })).toMatchObject(denied('Unauthorized', 401));
    const [mine, other] = [await challenge(), await challenge()];
    const stolen = { ...device.sign(mine), ticket: other.ticket };
    expect(await post('/session', { passkey: stolen })).toMatchObject(denied('InvalidInput', 400));
    expect(await post('/session', { passkey: device.sign(await asked()) })).toMatchObject(denied('Unauthorized', 401));
    const old = await challenge();
    http.session.clock.now += 5 * 60_000;
    expect(await post('/session', { passkey: device.sign(old) })).toMatchObject(denied('Unauthorized', 401));
  });

  test('a passkey with a wrong signature or a decreasing counter is refused', async () => {
    const { add, challenge, post, signIn } = await member();
    const [device, other] = [new Authenticator(publicUrl), new Authenticator(publicUrl)];
    await add(device);
    const asked = await challenge();
    const forged = { ...device.sign(asked), signature: other.sign(asked).signature };
    expect(await post('/session', { passkey: forged })).toMatchObject(denied('Unauthorized', 401));
    device.counter = 41;
    expect((await signIn(device)).status).toBe(204);
    for (const counter of [42, 41, 0]) {
      expect(await signIn(device, { counter })).toMatchObject(denied('Unauthorized', 401));
    }
    expect((await signIn(device, { counter: 43 })).status).toBe(204);
  });

  test('a passkey is added only in the dashboard, once, ten at most, of an offered kind', async () => {
    const { http, key, by, add, asked } = await member();
    const byKey = await http.ask('POST', '/session/passkeys/new', { key, body: {}, headers: page });
    expect(byKey).toMatchObject(denied('AccessDenied', 403));
    const nobody = await http.ask('POST', '/session/passkeys/new', { key: undefined, body: {}, headers: page });
    expect(nobody).toMatchObject(denied('Unauthorized', 401));
    const device = new Authenticator(publicUrl);
    expect(await add(new Authenticator(publicUrl, 'es384'))).toMatchObject(denied('InvalidInput', 400));
    expect(await add(new Authenticator(publicUrl, 'rs256 with exponent 3'))).toMatchObject(denied('InvalidInput', 400));
    expect(await add(device, 'x', { credential: '' })).toMatchObject(denied('InvalidInput', 400));
    expect(await add(device, 'x', { origin: 'https://evil.example' })).toMatchObject(denied('InvalidInput', 400));
    expect(await add(device, ' ')).toMatchObject(denied('ValidationError', 400));
    const answer = device.register(await asked(), 'laptop');
    expect((await by('PUT', '/session/passkeys/new', answer)).status).toBe(201);
    expect(await by('PUT', '/session/passkeys/new', answer)).toMatchObject(denied('Unauthorized', 401));
    expect(await add(device)).toMatchObject(denied('InvalidInput', 400));
    for (let n = 1; n < 10; n++) expect((await add(new Authenticator(publicUrl))).status).toBe(201);
    expect(await add(new Authenticator(publicUrl))).toMatchObject(denied('InvalidInput', 400));
    for (const broken of [{}, { ...answer, publicKey: 'AAAA' }, { ...answer, authenticatorData: 'AAAA' }]) {
      expect((await by('PUT', '/session/passkeys/new', broken)).status).toBe(400);
    }
  });

  test('a passkey is offered only at the public address and localhost, to the own page', async () => {
    const { http, post, challenge } = await member();
    const at = (name: string) => ({ 'x-requested-with': 'dashboard', host: name, origin: `http://${name}` });
    const offered = async (headers: Record<string, string>) =>
      (await http.ask('GET', '/session/passkeys', { key: undefined, headers })).body;
    expect(await offered(page)).toStrictEqual({ isOffered: true });
    for (const name of ['127.0.0.1:8787', 'localhost:8787', 'localhost', `${host}:8443`]) {
      expect(await offered(at(name))).toStrictEqual({ isOffered: false });
      expect(await post('/session/passkeys', {}, at(name))).toMatchObject(denied('AccessDenied', 403));
    }
    const foreign = { ...page, origin: 'https://evil.example' };
    expect(await post('/session/passkeys', {}, foreign)).toMatchObject(denied('AccessDenied', 403));
    expect((await challenge()).rpId).toBe(host);
    for (let n = 0; n < 30; n++) await challenge();
    expect((await post('/session/passkeys', {})).status).toBe(429);
    const put = await http.ask('PUT', '/session/passkeys', { key: undefined, body: {}, headers: page });
    expect(put.status).toBe(405);
  });
});

test('the origin at localhost has the server’s own port, whatever Host and Origin say', () => {
  const siteFor = (host: string, localPort: number | undefined, origin = `http://${host}`) => {
    const context = {
      get: () => ({ host }),
      req: { header: () => origin },
      env: localPort === undefined ? {} : { incoming: { socket: { localPort } } },
    };
    return siteOf(context as unknown as HttpContext, undefined);
  };
  const own = { rpId: 'localhost', origin: 'http://localhost:8787' };
  expect(siteFor('localhost:8787', 8787)).toStrictEqual(own);
  expect(siteFor('LOCALHOST:8787', 8787, 'https://localhost:8787')).toStrictEqual(own);
  expect(siteFor('localhost', 80)).toStrictEqual({ rpId: 'localhost', origin: 'http://localhost' });
  for (const host of ['localhost:7999', 'localhost', 'evil.localhost:8787', '127.0.0.1:8787']) {
    expect(siteFor(host, 8787)).toBeUndefined();
  }
  expect(siteFor('localhost:8787', undefined)).toBeUndefined();
});

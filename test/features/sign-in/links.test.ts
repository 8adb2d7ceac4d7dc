import { describe, expect, test } from 'vitest';
import { type Http, openHttp } from '../../support/http-harness.ts';
import { asPerson, openOwnSignIn, ScriptedClient } from '../../support/own-sign-in.ts';

const host = 'memory.example.com';
const page = { 'x-requested-with': 'dashboard', host, origin: `https://${host}` };
const denied = (type: string, status: number) => ({ status, body: { error: { type } } });

/** A team in which Ольга, an OWNER, makes links for 王小明. */
async function team(options: Parameters<typeof openHttp>[0] = {}) {
  const http = await openHttp({ ...options, http: { hosts: [host], ...options.http } });
  const maker = await http.newMember('Ольга', 'OWNER');
  const member = await http.newMember('王小明');
  const make = (memberId = member.id, body: object = {}, key = maker.key) =>
    http.ask('POST', `/v1/members/${encodeURIComponent(memberId)}/sign-in-link`, { key, body });
  const change = (id: string, body: object) => http.ask('PATCH', `/v1/members/${id}`, { body });
  return { http, maker, member, make, change };
}

const secretOf = (url: unknown) => String(url).split('#link=')[1] ?? '';
const enter = ({ ask }: Http, secret: string) =>
  ask('POST', '/session', { key: undefined, body: { key: secret }, headers: page });
const cookieOf = ({ headers }: Awaited<ReturnType<typeof enter>>) => headers.get('set-cookie')?.split(';')[0] ?? '';
const by = ({ ask }: Http, cookie: string, path: string) =>
  ask('GET', path, { key: undefined, headers: { ...page, cookie } });

async function linesOf(http: Http) {
  const { events } = (await http.ask('GET', '/v1/audit?limit=100', {})).body as {
    events: { action: string; outcome: string; targetId?: string; actor: { name: string } }[];
  };
  return events.filter(({ action }) => action.includes('sign_in')).toReversed();
}

describe('a sign-in link', () => {
  test('a sign-in link opens a session once, and its secret is in one answer and nowhere else', async () => {
    const { http, member, make } = await team();
    const made = await make('王小明');
    const { url, ...shown } = made.body;
    const expiresAt = new Date(http.session.clock.now + 60 * 60_000).toISOString();
    expect([made.status, shown]).toStrictEqual([201, { member: { id: member.id, name: '王小明' }, expiresAt }]);
    expect(url).toMatch(/^\/#link=amslink_[\w-]{43}$/);
    const entered = await enter(http, secretOf(url));
    expect([entered.status, entered.text]).toStrictEqual([204, '']);
    expect(entered.headers.get('set-cookie')).toMatch(/^__Host-ams_session=[\w-]{43}; .*HttpOnly; SameSite=Strict/);
    const me = await by(http, cookieOf(entered), '/v1/whoami');
    expect(me.body).toMatchObject({ member: { id: member.id, name: '王小明', role: 'MEMBER' }, via: 'dashboard' });
    const { sessions } = (await by(http, cookieOf(entered), '/v1/sessions')).body as { sessions: unknown[] };
    expect(sessions).toMatchObject([{ member: '王小明', current: true, linkBy: 'Ольга' }]);
    const again = await enter(http, secretOf(url));
    expect(again).toMatchObject(denied('Unauthorized', 401));
    expect(again.headers.get('set-cookie')).toBeNull();
    const lines = await linesOf(http);
    expect(lines).toMatchObject([
      { action: 'create_sign_in_link', outcome: 'OK', targetId: member.id, actor: { name: 'Ольга' } },
      {
        action: 'sign_in_by_link',
        outcome: 'OK',
        actor: { name: '王小明', memberId: member.id },
        detail: ['maker', 'Ольга'],
      },
    ]);
    expect(JSON.stringify([lines, http.session.logged, sessions])).not.toContain(secretOf(url).slice(8));
  });

  test('a sign-in link has the server’s known address and the requested lifetime', async () => {
    const { http, make } = await team({ services: { publicUrl: 'https://memory.example.com' } });
    const { url, expiresAt } = (await make('王小明', { minutes: 5 })).body;
    expect(url).toMatch(/^https:\/\/memory\.example\.com\/#link=amslink_/);
    expect(expiresAt).toBe(new Date(http.session.clock.now + 5 * 60_000).toISOString());
    http.session.clock.now += 5 * 60_000;
    expect(await enter(http, secretOf(url))).toMatchObject(denied('Unauthorized', 401));
    for (const minutes of [4, 1_441, 5.5]) {
      expect(await make('王小明', { minutes })).toMatchObject(denied('ValidationError', 400));
    }
  });

  test('a link for another member needs an OWNER, one’s own an ADMIN', async () => {
    const { http, member, make } = await team();
    const admin = await http.newMember('Ann', 'ADMIN');
    const owner = (await http.ask('GET', '/v1/whoami', {})).body.member as { id: string };
    const other = await http.newMember('Eve', 'ADMIN');
    for (const id of [owner.id, member.id, other.id]) {
      expect(await make(id, {}, admin.key)).toMatchObject(denied('InsufficientRole', 403));
    }
    expect(await make(member.id, {}, member.key)).toMatchObject(denied('InsufficientRole', 403));
    const own = await make(admin.id, {}, admin.key);
    expect(own.status).toBe(201);
    const cookie = cookieOf(await enter(http, secretOf(own.body.url)));
    const { sessions } = (await by(http, cookie, '/v1/sessions')).body as { sessions: object[] };
    expect(sessions[0]).not.toHaveProperty('linkBy');
    expect((await make(owner.id, {}, http.key)).status).toBe(201);
    expect(await make('nobody')).toMatchObject(denied('NotFound', 404));
    const foreign = await http.tenant('other');
    expect(await make(member.id, {}, foreign.text)).toMatchObject(denied('NotFound', 404));
  });

  test('a link is refused while its member or maker may not sign in, and the refusal is logged', async () => {
    const { http, maker, member, make, change } = await team();
    const secret = secretOf((await make()).body.url);
    await change(member.id, { status: 'SUSPENDED' });
    expect(await make()).toMatchObject(denied('AccessDenied', 403));
    expect(await enter(http, secret)).toMatchObject(denied('AccessDenied', 403));
    await change(member.id, { status: 'ACTIVE' });
    for (const refused of [{ role: 'ADMIN' }, { role: 'OWNER', status: 'SUSPENDED' }]) {
      await change(maker.id, refused);
      expect((await enter(http, secret)).status).toBe(403);
    }
    expect((await linesOf(http)).at(-1)).toMatchObject({
      action: 'sign_in_by_link',
      outcome: 'AccessDenied',
      actor: { name: '王小明' },
    });
    await change(maker.id, { status: 'ACTIVE' });
    expect((await enter(http, secret)).status).toBe(204);
    const gone = secretOf((await make()).body.url);
    await http.ask('DELETE', `/v1/members/${maker.id}`, {});
    expect(await enter(http, gone)).toMatchObject(denied('AccessDenied', 403));
    await http.ask('DELETE', `/v1/members/${member.id}`, {});
    expect(await enter(http, gone)).toMatchObject(denied('Unauthorized', 401));
  });

  test('a session opened by a link ends with its member, not with the member’s keys', async () => {
    const { http, member, make, change } = await team();
    const cookie = cookieOf(await enter(http, secretOf((await make()).body.url)));
    const { keys } = (await http.ask('GET', '/v1/keys', { key: member.key })).body as { keys: { id: string }[] };
    await http.ask('DELETE', `/v1/keys/${keys[0]?.id}`, { key: member.key });
    expect((await by(http, cookie, '/v1/whoami')).status).toBe(200);
    await change(member.id, { status: 'SUSPENDED' });
    expect(await by(http, cookie, '/v1/whoami')).toMatchObject(denied('AccessDenied', 403));
    await change(member.id, { status: 'ACTIVE' });
    expect((await by(http, cookie, '/v1/whoami')).status).toBe(200);
    await http.ask('DELETE', `/v1/members/${member.id}`, {});
    expect(await by(http, cookie, '/v1/whoami')).toMatchObject(denied('Unauthorized', 401));
  });

  test('guesses of links are rate limited by address like those of keys, and a link is no key', async () => {
    const { http, make } = await team();
    const { url } = (await make()).body;
    expect((await http.ask('GET', '/v1/whoami', { key: secretOf(url) })).status).toBe(401);
    for (let n = 0; n < 30; n++) expect((await enter(http, `amslink_${n}`)).status).toBe(401);
    const limited = await enter(http, 'amslink_30');
    expect([limited.status, limited.headers.get('retry-after')]).toStrictEqual([429, '60']);
    expect((await enter(http, secretOf(url))).status).toBe(204);
  });

  test('a sign-in link works at a client’s consent page', async () => {
    const { http, publicUrl } = await openOwnSignIn();
    const { id } = (await http.ask('POST', '/v1/members', { body: { name: '王小明', role: 'MEMBER' } })).body;
    const made = await http.ask('POST', `/v1/members/${encodeURIComponent('王小明')}/sign-in-link`, { body: {} });
    const client = new ScriptedClient(publicUrl, 'https://client.example/callback');
    await client.register();
    const person = await asPerson(publicUrl, secretOf(made.body.url));
    expect((await person.see(client.address())).body).toMatchObject({ member: { name: '王小明', role: 'MEMBER' } });
    const back = await person.decide(client.address());
    const { body } = await client.redeem(String(back.searchParams.get('code')));
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'memory:read memory:write' });
    const { grants } = (await http.ask('GET', '/v1/grants', {})).body;
    expect(grants).toMatchObject([{ client: 'Scripted', member: { id, name: '王小明' } }]);
    const making = await person.ask('POST', '/v1/members/x/sign-in-link', {});
    expect(making).toMatchObject(denied('InsufficientRole', 403));
  });
});

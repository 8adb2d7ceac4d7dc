import { describe, expect, test } from 'vitest';
import { operations } from '../../src/features/operations.ts';
import { isForClients } from '../../src/gate/operation.ts';
import { bindings } from '../../src/http/bindings.ts';
import { connect } from '../support/http-client.ts';
import { type Http, openHttp } from '../support/http-harness.ts';

const denied = { status: 403, body: { error: { type: 'AccessDenied' } } };
const unknown = { status: 401, body: { error: { type: 'Unauthorized' } } };
const secret = 'The vault code is written behind the lighthouse picture.';
const open = 'Ada paints lighthouses.';

/** Two characters with a memory each, and a key that has the first alone. */
async function withTwo(scope: object = {}) {
  const http = await openHttp();
  const add = async (user: string, content: string) => {
    const body = { content, category: 'facts' };
    return (await http.ask('POST', `/v1/characters/user:${user}/memories/direct`, { body })).body;
  };
  const [ours, theirs] = [await add('ada', open), await add('bea', secret)];
  const key = await keyWith(http, { characterIds: ['user:ada'], ...scope });
  const ask: Http['ask'] = (method, path, asked = {}) => http.ask(method, path, { key, ...asked });
  return { http, ours, theirs, key, ask };
}

async function keyWith({ ask }: Http, scope: object): Promise<string> {
  const { status, body } = await ask('POST', '/v1/keys', { body: scope });
  expect(status).toBe(201);
  return String(body.key);
}

describe('a key for some characters', () => {
  test('a limited key finds, changes and lists its characters alone', async () => {
    const { ask, ours, theirs } = await withTwo();
    const search = (id: string) =>
      ask('POST', `/v1/characters/${id}/memories/search`, { body: { query: 'lighthouse' } });
    expect((await search('user:ada')).text).toContain(open);
    expect(await search('user:bea')).toMatchObject({ status: 200, body: { total: 0 } });
    expect((await search(String(theirs.characterId))).status).toBe(404);
    const at = (id: unknown, memory: unknown) => `/v1/characters/${String(id)}/memories/${String(memory)}`;
    expect((await ask('GET', at(ours.characterId, ours.id))).status).toBe(200);
    for (const id of [ours.characterId, theirs.characterId, 'user:ada', 'user:bea']) {
      expect((await ask('GET', at(id, theirs.id))).status).toBe(404);
      expect((await ask('DELETE', at(id, theirs.id))).status).toBe(404);
    }
    const several = { query: 'lighthouse', characterIds: ['user:ada', 'user:bea'] };
    const found = await ask('POST', '/v1/search', { body: several });
    expect(found.body).toMatchObject({ total: 1, memories: [{ content: open }] });
    expect((await ask('GET', '/v1/characters')).body).toMatchObject({ total: 1, characters: [{ name: 'user:ada' }] });
  });

  test('no answer to a limited key has a text of another character', async () => {
    const { http, ask, theirs } = await withTwo();
    const body = { message: 'x', query: 'vault', days: 1 };
    let asked = 0;
    for (const { rest, query } of bindings(operations)) {
      if (rest.method !== 'GET' && !rest.path.endsWith('search')) continue;
      const path = rest.path
        .replace('{id}', 'user:bea')
        .replace('{memId}', String(theirs.id))
        .replaceAll(/\{\w+\}/g, 'none');
      const where = query.has('characterId') ? [path, `${path}?characterId=${String(theirs.characterId)}`] : [path];
      for (const one of where) {
        const { text } = await ask(rest.method, one, rest.method === 'GET' ? {} : { body });
        expect(text, one).not.toContain('vault');
        expect(text, one).not.toContain(String(theirs.id));
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(35);
    expect((await http.ask('GET', '/v1/changes')).text).toContain('vault');
  });

  test('a limited key makes no character, for no user', async () => {
    const { ask } = await withTwo();
    expect(await ask('POST', '/v1/characters', { body: { name: 'Cy' } })).toMatchObject(denied);
    const body = { content: 'Cy sings.', category: 'facts' };
    for (const user of ['cy', 'bea'])
      expect(await ask('POST', `/v1/characters/user:${user}/memories/direct`, { body })).toMatchObject(denied);
    expect(await ask('POST', '/v1/characters/user:ada/clone', { body: { name: 'Cy' } })).toMatchObject(denied);
  });

  test('a limited key has its characters alone over MCP, and no tools of administration', async () => {
    const { http, key, theirs } = await withTwo();
    const { client, call } = await connect((await http.listen()).url, key);
    const query = 'lighthouse';
    expect(await call('search_memories', { characterId: 'user:ada', query })).toMatchObject({ total: 1 });
    expect(await call('search_memories', { characterId: 'user:bea', query })).toMatchObject({ total: 0 });
    const other = await call('search_memories', { characterId: theirs.characterId, query });
    expect(other).toMatchObject({ error: { type: 'CharacterNotFound' } });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('search_memories');
    expect(names).not.toContain('delete_character');
    expect(names).not.toContain('set_sharing');
  });
});

describe('a key with a scope', () => {
  test.each([
    ['READ', { access: 'READ' }],
    ['some characters', {}],
  ])('a key of %s calls nothing that is for members themselves', async (_, scope) => {
    const { ask } = await withTwo(scope);
    const forMembers = bindings(operations).filter(({ operation }) => !isForClients(operation));
    expect(forMembers.length).toBeGreaterThan(20);
    for (const { rest } of forMembers) {
      const path = rest.path.replace('{id}', 'user:ada').replaceAll(/\{\w+\}/g, 'none');
      const hasBody = rest.method !== 'GET' && rest.method !== 'DELETE';
      const answer = await ask(rest.method, path, hasBody ? { body: {} } : {});
      expect(answer, `${rest.method} ${rest.path}`).toMatchObject(denied);
    }
  });

  test('a key that reads changes nothing', async () => {
    const { ask, ours } = await withTwo({ access: 'READ' });
    const changing = bindings(operations).filter(({ operation: { hints } }) => !hints.readOnly);
    for (const { rest } of changing) {
      const path = rest.path
        .replace('{id}', 'user:ada')
        .replace('{memId}', String(ours.id))
        .replaceAll(/\{\w+\}/g, 'none');
      const answer = await ask(rest.method, path, rest.method === 'DELETE' ? {} : { body: {} });
      expect(answer, `${rest.method} ${rest.path}`).toMatchObject(denied);
    }
    expect((await ask('GET', '/v1/characters/user:ada/memories')).body.total).toBe(1);
  });

  test('a key with a scope opens no session of the dashboard, which would have none', async () => {
    const { http, key } = await withTwo();
    const host = 'localhost';
    const headers = { 'x-requested-with': 'dashboard', host, origin: `http://${host}` };
    const answer = await http.ask('POST', '/session', { key: undefined, body: { key }, headers });
    expect(answer).toMatchObject(denied);
  });

  test('list_keys shows what each key may do and when it ends', async () => {
    const { http, ours } = await withTwo({ access: 'READ', name: 'reader', expiresAt: '2026-02-01T00:00:00Z' });
    const { keys } = (await http.ask('GET', '/v1/keys')).body as { keys: object[] };
    expect(keys[0]).toMatchObject({ access: 'WRITE' });
    expect(keys[0]).not.toHaveProperty('characterIds');
    expect(keys[0]).not.toHaveProperty('expiresAt');
    const characterIds = [ours.characterId];
    expect(keys[1]).toMatchObject({ access: 'READ', characterIds, expiresAt: '2026-02-01T00:00:00.000Z' });
  });
});

describe('the end of a key', () => {
  test('an expired key is Unauthorized at once, as are sessions that it opened', async () => {
    const http = await openHttp();
    const { clock } = http.session;
    const expiresAt = new Date(clock.now + 60_000).toISOString();
    const key = await keyWith(http, { expiresAt });
    const headers = { 'x-requested-with': 'dashboard', host: 'localhost', origin: 'http://localhost' };
    const { body } = await http.ask('POST', '/session', { key: undefined, body: { key }, headers });
    const token = String(body.token);
    const statuses = async () => [
      (await http.ask('GET', '/v1/tier', { key })).status,
      (await http.ask('GET', '/v1/tier', { key: token, headers: { host: 'localhost' } })).status,
    ];
    const sessions = async () => ((await http.ask('GET', '/v1/sessions')).body.sessions as object[]).length;
    clock.now += 59_999;
    expect([await statuses(), await sessions()]).toStrictEqual([[200, 200], 1]);
    clock.now += 1;
    expect([await statuses(), await sessions()]).toStrictEqual([[401, 401], 0]);
    expect((await http.ask('GET', '/v1/tier', { key })).text).toContain('expired');
  });

  test('a key is not made with an end that has passed', async () => {
    const { ask, session } = await openHttp();
    const expiresAt = new Date(session.clock.now).toISOString();
    const answer = await ask('POST', '/v1/keys', { body: { expiresAt } });
    expect(answer).toMatchObject({ status: 400, body: { error: { type: 'InvalidInput' } } });
  });

  test('a rotated key gets a new text with the same scope; the old one ends at once or later', async () => {
    const { http, key, ask } = await withTwo({ access: 'READ' });
    const idOf = async () => ((await http.ask('GET', '/v1/keys')).body.keys as { id: string }[]).at(-1)?.id;
    const rotate = async (given: object) =>
      (await http.ask('POST', `/v1/keys/${await idOf()}/rotate`, { body: given })).body;
    const second = await rotate({ overlapMinutes: 5 });
    expect(second).toMatchObject({ access: 'READ', characterIds: [expect.any(String)] });
    const list = (given: string) => ask('GET', '/v1/characters', { key: given });
    expect((await list(key)).status).toBe(200);
    expect((await list(String(second.key))).body).toMatchObject({ total: 1 });
    http.session.clock.now += 5 * 60_000;
    expect(await list(key)).toMatchObject(unknown);
    const third = await rotate({});
    expect(await list(String(second.key))).toMatchObject(unknown);
    expect((await list(String(third.key))).body).toMatchObject({ total: 1 });
    const again = await http.ask('POST', `/v1/keys/${String(second.id)}/rotate`, { body: {} });
    expect(again).toMatchObject({ status: 400, body: { error: { type: 'InvalidInput' } } });
  });

  test('a member rotates its own keys alone', async () => {
    const http = await openHttp();
    const member = await http.keyOf('MEMBER');
    const [owners, own] = (await http.ask('GET', '/v1/keys')).body.keys as [{ id: string }, { id: string }];
    const rotate = (id: string) => http.ask('POST', `/v1/keys/${id}/rotate`, { key: member, body: {} });
    expect((await rotate(owners.id)).status).toBe(404);
    expect((await rotate(own.id)).status).toBe(201);
    expect(await http.ask('GET', '/v1/tier', { key: member })).toMatchObject(unknown);
  });
});

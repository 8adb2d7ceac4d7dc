import { describe, expect, test } from 'vitest';
import { Readiness } from '../../src/http/health.ts';
import { callFor } from '../support/client-door.ts';
import type { Fault } from '../support/harness.ts';
import { type Door, doors, openHttp } from '../support/http-harness.ts';

async function withCharacter(door?: Door) {
  const http = await openHttp({ ...(door && { door }) });
  const { body } = await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  return { ...http, id: String(body.id) };
}

test('the client of the tests sends every request that it can express', () => {
  const path = '/v1/characters/Ada%2FB/memories/direct';
  const input = { characterId: 'Ada/B', content: 'Tea' };
  expect(callFor('POST', path, { body: { content: 'Tea' } })).toStrictEqual({ name: 'addMemoryDirect', input });
  const category = '/v1/characters/Ada/categories/facts';
  expect(callFor('DELETE', `${category}?reassign_to=goals`, {})).toStrictEqual({
    name: 'deleteCategory',
    input: { characterId: 'Ada', name: 'facts', reassignTo: 'goals' },
  });
  const others = [
    callFor('POST', path, { body: '{' }),
    callFor('POST', path, { body: {}, headers: { 'if-match': '"1"' } }),
    callFor('POST', `${path}?salience=1`, { body: {} }),
    callFor('GET', '/v1/characters?page=0&page=1', {}),
    callFor('GET', '/v1/nothing', {}),
    callFor('GET', '/v1/characters/%zz', {}),
  ];
  expect(others.filter((one) => one !== undefined)).toStrictEqual([]);
});

describe.each(doors)('requests, %s', (door) => {
  test('a character is created, found by id, name and alias, and listed', async () => {
    const { ask, id } = await withCharacter(door);
    expect((await ask('GET', `/v1/characters/${id}`)).body).toMatchObject({ id, name: 'Ada' });
    await ask('PUT', '/v1/characters/Ada/aliases', { body: { aliases: ['countess/ada %'] } });
    expect((await ask('GET', '/v1/characters/resolve/Countess%2FAda%20%25')).body).toMatchObject({ id });
    expect((await ask('GET', '/v1/characters?page=0&limit=5&status=ALL')).body).toMatchObject({ total: 1, limit: 5 });
  });

  test('a text comes back exactly as it was sent', async () => {
    const { ask, id } = await withCharacter(door);
    const content = 'Tea\r\n\tat \rfive \u202eetal\u202c \u200f\u{e0041} é\n';
    const stored = await ask('POST', `/v1/characters/${id}/memories/direct`, { body: { content, category: 'facts' } });
    expect((await ask('GET', `/v1/characters/${id}/memories/${stored.body.id}`)).body.content).toBe(content);
    const profile = { background: 'One.\r\nTwo.' };
    expect((await ask('PATCH', `/v1/characters/${id}/profile`, { body: profile })).body).toMatchObject({ profile });
  });

  test('a character may be called "resolve"', async () => {
    const { ask } = await withCharacter(door);
    await ask('POST', '/v1/characters', { body: { name: 'resolve' } });
    await ask('POST', '/v1/characters/resolve/memories/direct', {
      body: { content: 'Rooks nest here.', category: 'facts' },
    });
    expect((await ask('GET', '/v1/characters/resolve/export')).text).toContain('Rooks nest here.');
    expect((await ask('GET', '/v1/characters/resolve/categories')).status).toBe(200);
    expect((await ask('GET', '/v1/characters/resolve/memories')).body).toMatchObject({ total: 1 });
  });

  test('query text is converted to numbers; other text and broken rules are validation errors', async () => {
    const { ask } = await openHttp({ door });
    const typeOf = async (query: string) => ((await ask('GET', `/v1/characters?${query}`)).body.error as Fault)?.type;
    expect(await typeOf('limit=abc')).toBe('InvalidInput');
    expect(await typeOf('limit=')).toBe('InvalidInput');
    expect(await typeOf('limit=1e1')).toBe('InvalidInput');
    expect(await typeOf('limit=101')).toBe('ValidationError');
    expect(await typeOf('limit=1.5')).toBe('ValidationError');
    expect(await typeOf('page=-1')).toBe('ValidationError');
    expect(await typeOf('status=GONE')).toBe('ValidationError');
    expect(await typeOf('page=0&page=1')).toBe('InvalidInput');
    expect(await typeOf('tag=%ff')).toBe('InvalidInput');
    expect(await typeOf('unknown=1')).toBe('InvalidInput');
  });

  test('a body refuses unknown fields, another character than its path, and fields in the query', async () => {
    const { ask, id } = await withCharacter(door);
    const path = `/v1/characters/${id}/memories/direct`;
    const body = { content: 'Tea', category: 'facts' };
    expect(await ask('POST', path, { body: { ...body, characterId: id } })).toMatchObject({ status: 201 });
    const refused = (message: string) => ({ status: 400, body: { error: { type: 'InvalidInput', message } } });
    expect(await ask('POST', path, { body: { ...body, categry: 'facts' } })).toMatchObject(
      refused('categry is not an argument of this operation. Did you mean category?'),
    );
    expect(await ask('POST', path, { body: { ...body, characterId: 'elsewhere' } })).toMatchObject(
      refused('characterId is given by the path.'),
    );
    expect(await ask('POST', `${path}?salience=1`, { body })).toMatchObject(
      refused('salience belongs in the body, not in the query.'),
    );
    expect(await ask('POST', `${path}?colour=red`, { body })).toMatchObject(
      refused('colour is not a parameter of this route.'),
    );
  });

  test.each([
    ['{"name":', 'application/json', 400, 'InvalidInput'],
    ['[1]', 'application/json', 400, 'InvalidInput'],
    ['null', 'application/json', 400, 'InvalidInput'],
    ['{"name":"x"}', 'text/plain', 415, 'UnsupportedMediaType'],
    ['{"name":"x"}', 'application/json; charset=latin1', 415, 'UnsupportedMediaType'],
    [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'application/json', 400, 'InvalidInput'],
    ['{"profile":{"__proto__":{"admin":true}},"name":"x"}', 'application/json', 400, 'InvalidInput'],
    [
      `{"name":"x","profile":{"customFields":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`,
      'application/json',
      400,
      'InvalidInput',
    ],
    [`{"name":"${'x'.repeat(9 * 1024 * 1024)}"}`, 'application/json', 413, 'PayloadTooLarge'],
  ])('the invalid body %# is refused', async (body, type, status, error) => {
    const { ask } = await openHttp({ door });
    const answer = await ask('POST', '/v1/characters', { body, headers: { 'content-type': type } });
    expect(answer).toMatchObject({ status, body: { error: { type: error, status } } });
    expect((await ask('GET', '/v1/characters?status=ALL')).body.total).toBe(0);
  });

  test('watching is available only on your own machine', async () => {
    const { ask } = await openHttp({ door });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect(await ask(method, '/v1/watches')).toMatchObject({ status: 404 });
    }
    expect(await ask('POST', '/v1/watches/now')).toMatchObject({ status: 404 });
  });

  test('memories are listed by their file, page by page', async () => {
    const { ask, id } = await withCharacter(door);
    const snapshot = { filePath: 'plans.md', fileContent: '- The roof is red.\n- The harbour is deep.\n' };
    const { fileId } = (await ask('POST', `/v1/characters/${id}/sync`, { body: snapshot })).body;
    await ask('POST', `/v1/characters/${id}/memories/direct`, { body: { content: 'Tea' } });
    const list = (query: string) => ask('GET', `/v1/characters/${id}/memories?${query}`);
    const { body } = await list(`fileId=${fileId}&limit=1&page=1`);
    expect(body).toMatchObject({ total: 2, memories: [{ source: { kind: 'file', fileId } }] });
    expect((await list(`fileId=${fileId}&source=direct`)).body).toMatchObject({ total: 0 });
    expect(await list('fileId=unknown')).toMatchObject({ status: 404, body: { error: { type: 'FileNotFound' } } });
  });

  test('a missing body is an empty one', async () => {
    const { ask, id } = await withCharacter(door);
    expect(await ask('POST', `/v1/characters/${id}/archive`)).toMatchObject({
      status: 200,
      body: { status: 'ARCHIVED' },
    });
    expect(await ask('POST', '/v1/characters')).toMatchObject({
      status: 400,
      body: { error: { type: 'InvalidInput' } },
    });
  });

  test('unknown routes, wrong methods and overlong targets are refused', async () => {
    const { ask } = await openHttp({ door });
    expect(await ask('GET', '/v1/nothing')).toMatchObject({ status: 404, body: { error: { type: 'NotFound' } } });
    expect(await ask('GET', '/elsewhere', { key: undefined })).toMatchObject({ status: 404 });
    const wrong = await ask('DELETE', '/v1/characters');
    expect(wrong).toMatchObject({ status: 405, body: { error: { type: 'MethodNotAllowed' } } });
    expect(wrong.headers.get('allow')?.split(', ').toSorted()).toStrictEqual(['GET', 'HEAD', 'POST']);
    expect((await ask('POST', '/v1/openapi.json', { body: {} })).headers.get('allow')).toBe('GET, HEAD');
    expect(await ask('POST', '/healthz', { key: undefined, body: {} })).toMatchObject({ status: 405 });
    expect(await ask('HEAD', '/v1/characters')).toMatchObject({ status: 200, text: '' });
    expect(await ask('GET', `/v1/characters/${'x'.repeat(9_000)}`)).toMatchObject({
      status: 400,
      body: { error: { type: 'InvalidInput' } },
    });
    expect(await ask('GET', '/v1/characters/%zz')).toMatchObject({ status: 400 });
  });

  test('a category is deleted with reassign_to', async () => {
    const { ask, id } = await withCharacter(door);
    const body = { content: 'Tea', category: 'facts' };
    await ask('POST', `/v1/characters/${id}/memories/direct`, { body });
    expect(await ask('DELETE', `/v1/characters/${id}/categories/facts`)).toMatchObject({ status: 400 });
    expect(await ask('DELETE', `/v1/characters/${id}/categories/facts?reassign_to=goals`)).toMatchObject({
      status: 200,
      body: { deleted: 'facts', reassignedTo: 'goals', memoriesReassigned: 1 },
    });
  });
});

describe('revisions', () => {
  test('GET returns an ETag, If-Match updates only that revision, If-None-Match saves the body', async () => {
    const { ask, id } = await withCharacter();
    const body = { content: 'Tea', category: 'facts' };
    const made = await ask('POST', `/v1/characters/${id}/memories/direct`, { body });
    const path = `/v1/characters/${id}/memories/${made.body.id}`;
    expect((await ask('GET', path)).headers.get('etag')).toBe('"1"');
    const put = (tag: string, content: string) => ask('PUT', path, { body: { content }, headers: { 'if-match': tag } });
    const changed = await put('"1"', 'Coffee');
    expect(changed).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect(await put('W/"2"', 'Mate')).toMatchObject({ status: 200 });
    expect(await put('"1"', 'Water')).toMatchObject({ status: 409, body: { error: { type: 'ConflictUnresolved' } } });
    expect(await put('nonsense', 'Water')).toMatchObject({ status: 400 });
    expect(await put('*', 'Water')).toMatchObject({ status: 200, body: { revision: 4 } });
    expect(await ask('GET', path, { headers: { 'if-none-match': '"4"' } })).toMatchObject({ status: 304, text: '' });
  });
});

describe('answers', () => {
  test('an export is returned as Markdown', async () => {
    const { ask, id } = await withCharacter();
    const exported = await ask('GET', `/v1/characters/${id}/export`);
    expect(exported.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(exported.text).toMatch(/^# Ada\n/);
  });

  test('a file is returned as its record, or as bytes when nothing else is accepted', async () => {
    const { ask, id } = await withCharacter();
    const body = { filePath: 'a/b.md', fileContent: '- Tea é\n' };
    const { fileId } = (await ask('POST', `/v1/characters/${id}/sync`, { body })).body;
    expect((await ask('GET', `/v1/files/${fileId}`)).body).toMatchObject({ path: 'a/b.md', content: body.fileContent });
    const raw = await ask('GET', `/v1/files/${fileId}?version=1`, { headers: { accept: 'text/*' } });
    expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(raw.text).toBe(body.fileContent);
    expect((await ask('GET', `/v1/files/${fileId}?version=2`)).status).toBe(404);
  });

  test('every response names its request and keeps a simple id that was sent', async () => {
    const { ask, session } = await openHttp();
    const given = await ask('GET', '/v1/tier', { headers: { 'x-request-id': 'abc-1' } });
    expect(given.headers.get('x-request-id')).toBe('abc-1');
    expect(session.logged.at(-1)).toMatchObject({
      message: 'request',
      fields: { requestId: 'abc-1', route: '/v1/tier' },
    });
    const odd = await ask('GET', '/v1/tier', { headers: { 'x-request-id': 'a b'.repeat(50) } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('an internal error reveals nothing and is logged with the request', async () => {
    const { ask, session } = await openHttp();
    session.store.characters.list = () => Promise.reject(new Error('secret detail'));
    const { status, text } = await ask('GET', '/v1/characters', { headers: { 'x-request-id': 'r1' } });
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect(session.logged).toContainEqual(
      expect.objectContaining({ level: 'error', fields: expect.objectContaining({ requestId: 'r1' }) }),
    );
  });

  test('health and readiness need no key and have no limits, and only readiness needs the store', async () => {
    const { ask, session } = await openHttp({ rateLimits: true, tier: 'FREE' });
    const probe = async (path: string) => {
      const { status, body, headers } = await ask('GET', path, { key: undefined });
      return [status, body, headers.get('x-ratelimit-bucket')];
    };
    const probes = await Promise.all(Array.from({ length: 300 }, (_, i) => probe(i % 2 ? '/healthz' : '/readyz')));
    const [ready, alive] = probes;
    expect(alive).toStrictEqual([200, { status: 'ok', version: '0.0.0' }, null]);
    expect(ready).toStrictEqual([200, { status: 'ready', version: '0.0.0' }, null]);
    expect(new Set(probes.map(([status]) => status)).size).toBe(1);
    session.store.tenants.find = () => Promise.reject(new Error('gone'));
    expect(await probe('/readyz')).toStrictEqual([503, { status: 'unavailable', version: '0.0.0' }, null]);
    expect(await probe('/healthz')).toStrictEqual(alive);
    expect(session.logged.filter(({ message }) => message === 'the store does not answer')).toHaveLength(1);
  });

  test('a stopping server waits until a readiness probe has seen it, if there are probes', async () => {
    const { ask, app } = await openHttp();
    const unwatched = new Readiness();
    await unwatched.stop(60_000);
    expect(unwatched.ask()).toBe(true);
    await ask('GET', '/readyz', { key: undefined });
    let isOver = false;
    const over = app.readiness.stop(60_000).then(() => {
      isOver = true;
    });
    await ask('GET', '/v1/tier');
    expect(isOver).toBe(false);
    expect(await ask('GET', '/readyz', { key: undefined })).toMatchObject({
      status: 503,
      body: { status: 'stopping' },
    });
    await over;
    await app.readiness.stop(1);
  });
});

describe('rate limits', () => {
  const names = ['limit', 'remaining', 'reset', 'bucket'].map((name) => `x-ratelimit-${name}`);

  test('every authenticated response under /v1 names its rate limit bucket', async () => {
    const { ask } = await openHttp({ rateLimits: true });
    const answers = [
      await ask('GET', '/v1/characters'),
      await ask('POST', '/v1/characters', { body: '{' }),
      await ask('GET', '/v1/nothing'),
      await ask('PUT', '/v1/tier'),
    ];
    for (const { headers } of answers) for (const name of names) expect(headers.get(name)).not.toBeNull();
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-bucket'))).toStrictEqual([
      'SEARCH',
      'WRITE',
      'MANAGEMENT',
      'MANAGEMENT',
    ]);
    expect(answers[0]?.headers.get('x-ratelimit-remaining')).toBe('199');
    expect(answers[3]?.headers.get('x-ratelimit-remaining')).toBe('598');
    const unknown = await ask('GET', '/v1/characters', { key: 'ams_wrong' });
    expect(unknown.status).toBe(401);
    for (const name of names) expect(unknown.headers.get(name)).toBeNull();
  });

  test('an exhausted bucket answers 429 with Retry-After before the body is read', async () => {
    const { ask, tenant } = await openHttp({ rateLimits: true });
    const { text: key } = await tenant('Acme', 'FREE');
    for (let i = 0; i < 10; i++) expect((await ask('POST', '/v1/characters', { key, body: '{' })).status).toBe(400);
    const over = await ask('POST', '/v1/characters', { key, body: '{' });
    expect(over).toMatchObject({ status: 429, body: { error: { type: 'TierLimitExceeded' } } });
    expect(over.headers.get('retry-after')).toBe('30');
    expect(over.headers.get('x-ratelimit-remaining')).toBe('0');
  });
});

test('a proposal is kept in other words by one batch, unless another memory has that text', async () => {
  const { ask, id, session } = await withCharacter();
  const scope = { tenantId: 'local', memberId: 'local', role: 'OWNER' } as const;
  const proposed = '00000000-0000-4000-8000-000000000009';
  const memory = { id: proposed, content: 'The app is in Kotlin.', salience: 0.5, importance: 'NORMAL' } as const;
  const added = { kind: 'add', memory: { ...memory, source: { kind: 'extraction' }, isProposed: true } } as const;
  await session.store.memories.write(scope, id, [added], { changedBy: 'auto-capture', now: session.clock.now });
  const path = `/v1/characters/${id}/memories`;
  await ask('POST', `${path}/direct`, { body: { content: 'The app is in Java.', category: 'facts' } });
  const keep = (content: string, ids = [proposed]) =>
    ask('POST', `${path}/batch`, { body: { ids, change: { state: 'ACTIVE', content } } });
  const state = async () => {
    const { memories } = (await ask('GET', `${path}?state=PROPOSED`)).body as { memories: { content: string }[] };
    return memories.map(({ content }) => content);
  };
  expect((await keep('The app is in Java.')).body).toMatchObject({ changed: 0, failed: [{ id: proposed }] });
  expect((await keep('Twice.', [proposed, proposed])).status).toBe(400);
  expect((await keep(`token ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`)).body).toMatchObject({
    error: { type: 'InvalidContent' },
  });
  expect(await state()).toStrictEqual([memory.content]);
  const { batchId } = (await keep('The app is in Kotlin 2 until 2099-01-01.')).body;
  expect((await ask('GET', `${path}/${proposed}`)).body).toMatchObject({
    content: 'The app is in Kotlin 2 until 2099-01-01.',
    revision: 2,
    validUntil: expect.stringMatching(/^2099|^2098/),
  });
  await ask('POST', `/v1/batches/${batchId}/undo`);
  expect(await state()).toStrictEqual([memory.content]);
});

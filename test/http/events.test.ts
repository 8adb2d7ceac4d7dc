import { describe, expect, onTestFinished, test } from 'vitest';
import { Bell } from '../../src/base/bell.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import type { StreamSettings } from '../../src/http/event-streams.ts';
import { defaultLimits } from '../../src/http/server.ts';
import { cursorOf } from '../../src/service/answer-size.ts';
import type { Stored } from '../support/answers.ts';
import { localScope as scope } from '../support/builders.ts';
import { openFrontDoorStore } from '../support/front-door-store.ts';
import { type Http, openHttp } from '../support/http-harness.ts';

interface Told {
  event: string;
  id: string | undefined;
  data: Record<string, unknown> & { content?: string };
}

const quick: StreamSettings = { feedsOfTenant: 3, heartbeatMs: 60_000, pollMs: 5, restMs: 0 };

async function openAll(streams: Partial<StreamSettings> = {}): Promise<Http> {
  const http = await openHttp({ http: { streams: { ...quick, ...streams } } });
  await http.session.call('create_character', { name: 'Ada' });
  return http;
}

const store = ({ session }: Http, content: string) =>
  session.call<Stored>('add_memory_direct', { characterId: 'Ada', content, category: 'general' });

/** As one unit, at one time. */
async function storeMany({ session }: Http, count: number): Promise<void> {
  const { id } = await session.call<{ id: string }>('get_character', { characterId: 'Ada' });
  const changes = Array.from({ length: count }, (_, i) => ({
    kind: 'add' as const,
    memory: {
      id: session.services.newId(),
      content: `note ${i}`,
      salience: 0.5,
      importance: 'NORMAL' as const,
      source: { kind: 'direct' as const },
    },
  }));
  await session.store.memories.write(scope, id, changes, { changedBy: 'x', now: session.clock.now });
}

/** A stream as a client without a library reads it; `next` answers undefined when the server has ended it. */
async function listen(
  http: Http,
  path: string,
  { headers = {}, key = http.key, ...init }: RequestInit & { key?: string } = {},
) {
  const request = new Request(`http://localhost${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
  });
  const response = await http.app.fetch(request, {});
  const reader = response.body!.getReader();
  onTestFinished(() => reader.cancel());
  let rest = '';
  /** The id to resume after the last event. */
  let known: string | undefined;
  const next = async (): Promise<Told | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        const [event, data] = [field('event'), field('data')];
        known = field('id') ?? known;
        if (event !== undefined) return { event, id: field('id'), data: JSON.parse(data ?? '') };
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      rest += Buffer.from(value).toString();
    }
  };
  return { response, next, known: () => known, close: () => reader.cancel() };
}

test('a change by this server is reported at once, independent of the poll interval', async () => {
  const bell = new Bell();
  const http = await openHttp({ services: { bell }, http: { streams: { ...quick, pollMs: 3_600_000 } } });
  await http.session.call('create_character', { name: 'Ada' });
  const feed = await listen(http, '/v1/changes');
  await store(http, 'The harbour is open');
  expect(await feed.next()).toMatchObject({ event: 'change', data: { content: 'The harbour is open' } });
  await store(http, 'The harbour is closed');
  expect(await feed.next()).toMatchObject({ event: 'change', data: { content: 'The harbour is closed' } });
});

describe('the feed of changes', () => {
  test('the feed sends each later change once, and resumes after the last event', async () => {
    const http = await openAll();
    await store(http, 'before');
    const { response, next, close } = await listen(http, '/v1/changes');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const { id: memoryId } = await store(http, 'one');
    const first = await next();
    expect(first).toMatchObject({
      event: 'change',
      data: { memoryId, content: 'one', changeType: 'CREATED', by: { kind: 'model' }, seen: false },
    });
    await store(http, 'two');
    await store(http, 'three');
    expect([(await next())?.data.content, (await next())?.data.content]).toStrictEqual(['two', 'three']);
    await close();
    http.session.clock.now += 3_600_000;
    await store(http, 'four');
    const resumed = await listen(http, '/v1/changes', { headers: { 'last-event-id': String(first?.id) } });
    const contents = new Set<string | undefined>();
    while (!contents.has('four')) contents.add((await resumed.next())?.data.content);
    expect([...contents].slice(-3)).toStrictEqual(['two', 'three', 'four']);
  });

  test('the feed resumes when it was interrupted before the first event', async () => {
    const http = await openAll();
    const { next, known, close } = await listen(http, '/v1/changes');
    const pending = next();
    await expect.poll(known).toBeDefined();
    await close();
    await pending;
    http.session.clock.now += 3_600_000;
    await store(http, 'one');
    http.session.clock.now += 3_600_000;
    const resumed = await listen(http, '/v1/changes', { headers: { 'last-event-id': String(known()) } });
    expect((await resumed.next())?.data.content).toBe('one');
  });

  test('the feed finds what another process commits late with an earlier time', async () => {
    const http = await openAll();
    const { next } = await listen(http, '/v1/changes?characterId=Ada');
    await store(http, 'one');
    expect((await next())?.data.content).toBe('one');
    const another = await openFrontDoorStore(http.session.path);
    onTestFinished(() => another.close());
    const late = http.session.clock.now - 30_000;
    const ada = await another.characters.find(scope, 'Ada');
    const memory = {
      id: crypto.randomUUID(),
      content: 'late',
      salience: 0.5,
      importance: 'NORMAL',
      source: { kind: 'direct' },
    } as const;
    await another.memories.write(scope, ada!.id, [{ kind: 'add', memory }], { changedBy: 'x', now: late });
    expect((await next())?.data.content).toBe('late');
    await store(http, 'two');
    expect((await next())?.data.content).toBe('two');
  });

  test('the feed keeps its order when the clock is set back, also after the last event', async () => {
    const http = await openAll();
    const { next, close } = await listen(http, '/v1/changes');
    await store(http, 'one');
    const first = await next();
    http.session.clock.now -= 3_600_000;
    await store(http, 'two');
    expect((await next())?.data.content).toBe('two');
    await close();
    await store(http, 'three');
    const resumed = await listen(http, '/v1/changes', { headers: { 'last-event-id': String(first?.id) } });
    expect([(await resumed.next())?.data.content, (await resumed.next())?.data.content]).toStrictEqual([
      'two',
      'three',
    ]);
  });

  test('the feed accepts an event id of the last release, and none of another store', async () => {
    const http = await openAll();
    await store(http, 'one');
    http.session.clock.now += 3_600_000;
    const { now } = http.session.clock;
    await store(http, 'two');
    const old = await listen(http, '/v1/changes', { headers: { 'last-event-id': cursorOf([now - 1, 1, 1, 1]) } });
    expect((await old.next())?.data.content).toBe('two');
    const headers = { accept: 'text/event-stream', 'last-event-id': cursorOf([now, 1, 1, 1, 999]) };
    expect(await http.ask('GET', '/v1/changes', { headers })).toMatchObject({
      status: 400,
      body: { error: { type: 'InvalidInput' } },
    });
  });

  test('the feed reports more changes than it can send as missed', async () => {
    const http = await openAll();
    const { next } = await listen(http, '/v1/changes');
    await storeMany(http, 1_001);
    expect(await next()).toMatchObject({ event: 'missed', data: {} });
    await store(http, 'after');
    expect((await next())?.data.content).toBe('after');
  });

  test('the feed skips the memories of a large import, and continues after them', async () => {
    const http = await openAll();
    await storeMany(http, 3_000);
    const { next } = await listen(http, '/v1/changes');
    for (const content of ['one', 'two', 'three']) {
      await store(http, content);
      expect(await next()).toMatchObject({ event: 'change', data: { content } });
    }
  });

  test('the feed passes the gate: bad cursor, unknown character, too many feeds of a tenant', async () => {
    const http = await openAll();
    const accept = { accept: 'text/event-stream' };
    const ask = (query: string, key = http.key) => http.ask('GET', `/v1/changes?${query}`, { headers: accept, key });
    expect(await ask('cursor=x')).toMatchObject({ status: 400, body: { error: { type: 'InvalidInput' } } });
    expect(await ask('characterId=Nobody')).toMatchObject({ status: 404 });
    const open = [];
    for (let i = 0; i < quick.feedsOfTenant; i++) open.push(await listen(http, '/v1/changes'));
    const refused = await ask('');
    expect(refused).toMatchObject({ status: 429, body: { error: { type: 'TierLimitExceeded' } } });
    expect(refused.headers.get('retry-after')).toBe('60');
    const { text } = await http.tenant('Theirs');
    expect((await listen(http, '/v1/changes', { key: text })).response.status).toBe(200);
    await open[0]?.close();
    await expect.poll(() => http.app.streams.size).toBe(quick.feedsOfTenant);
    expect((await listen(http, '/v1/changes')).response.status).toBe(200);
  });

  test('a feed ends with its key, others stay, and all end with the server', async () => {
    const http = await openAll();
    const key = await http.keyOf('VIEWER');
    const stream = await listen(http, '/v1/changes', { key });
    const other = await listen(http, '/v1/changes');
    const keys = await http.session.store.keys.list('local');
    const own = keys.find(({ member }) => member.startsWith('VIEWER'));
    await http.session.store.keys.revoke(own!.id, 1);
    expect(await stream.next()).toBeUndefined();
    await store(http, 'one');
    expect((await other.next())?.data.content).toBe('one');
    http.app.streams.close();
    expect(await other.next()).toBeUndefined();
  });

  test.each<[string, (store: Store, memberId: string) => Promise<unknown>]>([
    ['suspended', (another, id) => another.members.change(id, { status: 'SUSPENDED' }, 0)],
    ['removed', (another, id) => another.members.remove(id, 1)],
  ])('a feed ends with its member, who is %s on another node', async (_, withdraw) => {
    const http = await openAll();
    await http.listen({ ...defaultLimits, recheckMs: 20 });
    const stream = await listen(http, '/v1/changes', { key: await http.keyOf('VIEWER') });
    const other = await listen(http, '/v1/changes');
    const member = (await http.session.store.members.list('local')).find(({ role }) => role === 'VIEWER');
    const another = await openFrontDoorStore(http.session.path);
    onTestFinished(() => another.close());
    await withdraw(another, member!.id);
    expect(await stream.next()).toBeUndefined();
    await store(http, 'one');
    expect((await other.next())?.data.content).toBe('one');
  });

  test('another tenant gets none of the events', async () => {
    const http = await openAll();
    const { text } = await http.tenant('Theirs');
    const theirs = await listen(http, '/v1/changes', { key: text });
    const ours = await listen(http, '/v1/changes');
    await store(http, 'one');
    expect((await ours.next())?.data.content).toBe('one');
    http.app.streams.close();
    expect(await theirs.next()).toBeUndefined();
  });
});

const lines = Array.from({ length: 60 }, (_, i) => `- Ada has seen lake number ${i}.`).join('\n');

function form(name: string, content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.append(field, value);
  data.append('file', new Blob([content]), name);
  return data;
}

async function post(http: Http, body: FormData | string, type?: string) {
  const request = new Request('http://localhost/v1/characters/Ada/import', {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${http.key}`, ...(type !== undefined && { 'content-type': type }) },
  });
  const response = await http.app.fetch(request, {});
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a document uploaded by a form', () => {
  test('a form imports the same document as JSON', async () => {
    const http = await openAll();
    const fields = { category: 'facts', dryRun: 'true', junk: 'x' };
    const name = 'größe "1".md';
    const asJson = { fileName: name, fileContent: lines, category: 'facts', dryRun: true };
    const { body } = await http.ask('POST', '/v1/characters/Ada/import', { body: asJson });
    expect(await post(http, form(name, lines, fields))).toStrictEqual({
      status: 200,
      body: { ...body, importId: expect.any(String) },
    });
    expect(body).toMatchObject({ status: 'PARSED' });
    expect((await post(http, form('ignored.bin', lines, { fileName: 'a.md' }))).status).toBe(200);
    const { total } = await http.session.call<{ total: number }>('list_memories', { characterId: 'Ada' });
    expect(total).toBe(60);
  });

  test('a form without a file, with repeated fields or too large is refused', async () => {
    const http = await openAll();
    const twice = form('a.md', lines);
    twice.append('file', 'x');
    const without = new FormData();
    without.append('file', 'text');
    const invalid = { status: 400, body: { error: { type: 'InvalidInput' } } };
    expect(await post(http, twice)).toMatchObject(invalid);
    expect(await post(http, without)).toMatchObject(invalid);
    expect(await post(http, 'nonsense', 'multipart/form-data; boundary=x')).toMatchObject(invalid);
    expect(await post(http, 'nonsense', 'multipart/form-data')).toMatchObject(invalid);
    expect(await post(http, form('a.md', lines, { dryRun: 'maybe' }))).toMatchObject(invalid);
    expect((await post(http, form('a.md', new Uint8Array(9 * 1024 * 1024)))).status).toBe(413);
    const parts = Array.from(
      { length: 14 },
      (_, i) => `--x\r\ncontent-disposition: form-data; name="a${i}"\r\n\r\n1\r\n`,
    );
    const many = `${parts.join('')}--x--\r\n`;
    for (const boundary of ['x', '"x"']) {
      expect(await post(http, many, `multipart/form-data; boundary=${boundary}`)).toMatchObject({
        status: 400,
        body: { error: { message: 'The form has more than 13 parts.' } },
      });
    }
    for (const odd of ['y=";boundary=z"; boundary=x', 'boundary="\\x"', 'boundary="x', 'boundary=x,y']) {
      const { body } = await post(http, many, `multipart/form-data; ${odd}`);
      expect(body).toMatchObject({ error: { message: expect.stringMatching(/no form|more than 13 parts/) } });
    }
    const headers = `--x\r\n${'a: b\r\n'.repeat(4_000)}\r\n1\r\n--x--\r\n`;
    expect(await post(http, headers, 'multipart/form-data; boundary=x')).toMatchObject({
      status: 400,
      body: { error: { message: 'A part of the form has headers of more than 16 KiB.' } },
    });
    const elsewhere = await http.ask('POST', '/v1/characters', {
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(elsewhere.status).toBe(415);
  });

  test('an import by form streams its progress, then the result', async () => {
    const http = await openAll();
    const path = '/v1/characters/Ada/import';
    const { response, next } = await listen(http, path, { method: 'POST', body: form('a.md', lines) });
    expect(response.status).toBe(200);
    const told: Told[] = [];
    for (let one = await next(); one; one = await next()) told.push(one);
    const progress = told.filter(({ event }) => event === 'progress').map(({ data }) => data);
    expect(progress.at(-1)).toStrictEqual({ done: 60, total: 60 });
    expect(progress.length).toBeGreaterThan(1);
    expect(told.at(-1)).toMatchObject({ event: 'result', data: { status: 'COMMITTED', memoriesAdded: 60 } });
  });

  test('a failure is reported by status before the body was read, and by an event afterwards', async () => {
    const http = await openAll();
    const headers = { accept: 'text/event-stream' };
    const key = await http.keyOf('VIEWER');
    const path = '/v1/characters/Ada/import';
    const body = { fileName: 'a.md', fileContent: lines, category: 'no' };
    expect(await http.ask('POST', path, { body, headers, key })).toMatchObject({ status: 403 });
    const { text } = await http.ask('POST', path, { body, headers });
    expect(text).toContain('event: error\ndata: {"error":{"type":"CategoryNotConfigured"');
  });
});

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerRetentionMs } from '../../src/domain/idempotency-rules.ts';
import { temporaryFolder } from '../support/harness.ts';
import { connect } from '../support/http-client.ts';
import { openHttp } from '../support/http-harness.ts';
import { openStore } from '../support/stores.ts';

const direct = { content: 'Ada likes tea.', category: 'preferences' };

async function withAda(path?: string) {
  const http = await openHttp(path === undefined ? {} : { path, onFile: true });
  await http.ask('POST', '/v1/characters', { body: { name: 'Ada' } });
  const add = (key: string, body: object = direct, more: { key?: string } = {}) => {
    return http.ask('POST', '/v1/characters/Ada/memories/direct', {
      ...more,
      body,
      headers: { 'idempotency-key': key },
    });
  };
  return { ...http, add };
}

test('a repeated request with the same key changes nothing and gets the first answer', async () => {
  const { ask, add } = await withAda();
  const key = randomUUID();
  const first = await add(key);
  expect(first.status).toBe(201);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  // Quotes belong to the header's syntax; the order of fields does not matter.
  for (const given of [key, `"${key}"`]) {
    const again = await add(given, Object.fromEntries(Object.entries(direct).toReversed()));
    expect([again.status, again.text]).toStrictEqual([first.status, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  }
  expect((await add(randomUUID())).body).toMatchObject({ operation: 'NONE' });
  expect((await ask('GET', '/v1/characters/Ada/memories')).body).toMatchObject({ total: 1 });
  const path = `/v1/characters/Ada/memories/${first.body.id}`;
  const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
  const changed = await ask('PUT', path, { body: { content: 'Ada likes coffee.' }, headers });
  const again = await ask('PUT', path, { body: { content: 'Ada likes coffee.' }, headers });
  expect([again.status, again.headers.get('etag'), again.text]).toStrictEqual([200, '"2"', changed.text]);
});

test('a key is refused with another body or route, and when it can be guessed', async () => {
  const { ask, add } = await withAda();
  const key = randomUUID();
  await add(key);
  const reused = { status: 422, body: { error: { type: 'IdempotencyKeyReused', status: 422 } } };
  expect(await add(key, { ...direct, content: 'Ada likes coffee.' })).toMatchObject(reused);
  const headers = { 'idempotency-key': key };
  expect(await ask('POST', '/v1/characters', { body: { name: 'Bob' }, headers })).toMatchObject(reused);
  for (const short of ['1', 'x'.repeat(15), 'x'.repeat(256), 'with a space in it']) {
    expect(await add(short)).toMatchObject({ status: 400, body: { error: { type: 'InvalidInput' } } });
  }
  // Reads need no key, and accept any.
  const search = { body: { query: 'tea' }, headers: { 'idempotency-key': '1' } };
  expect((await ask('POST', '/v1/characters/Ada/memories/search', search)).status).toBe(200);
});

test('concurrent requests with one key run once, and members have separate keys', async () => {
  const { ask, add, keyOf } = await withAda();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(key)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
  const other = await add(key, { ...direct, content: 'Ada plays chess.' }, { key: await keyOf('MEMBER') });
  expect(other).toMatchObject({ status: 201, body: { content: 'Ada plays chess.' } });
  expect((await ask('GET', '/v1/characters/Ada/memories')).body).toMatchObject({ total: 2 });
});

test('a failed request without a change is retried, and a key expires after a day', async () => {
  const { ask, add, session } = await withAda();
  const key = randomUUID();
  const chess = { content: 'Ada plays chess.', category: 'games' };
  expect((await add(key, chess)).body).toMatchObject({ error: { type: 'CategoryNotConfigured' } });
  await ask('POST', '/v1/characters/Ada/categories', { body: { name: 'games' } });
  expect((await add(key, chess)).status).toBe(201);
  session.clock.now += answerRetentionMs;
  expect(await add(key, chess)).toMatchObject({ status: 200, body: { operation: 'NONE' } });
});

test('a retry may arrive at another process, over REST or as a tool', async () => {
  const path = `${temporaryFolder()}/memory.db`;
  const first = await withAda(path);
  const second = await openHttp({ path, onFile: true, services: { store: openStore(path) } });
  const { url } = await second.listen();
  const { client } = await connect(url, first.key);
  const requestId = randomUUID();
  const call = (content: string) => {
    const given = { characterId: 'Ada', ...direct, content };
    return client.callTool({ name: 'add_memory_direct', arguments: given, _meta: { requestId } });
  };
  const answers = await Promise.all([first.add(requestId), call(direct.content), call(direct.content)]);
  const bodies = answers.map((one) => JSON.stringify('structuredContent' in one ? one.structuredContent : one.body));
  expect(new Set(bodies).size).toBe(1);
  expect(await call(direct.content)).toMatchObject({ _meta: { replayed: true } });
  expect(await call('Ada likes coffee.')).toMatchObject({
    isError: true,
    structuredContent: { error: { type: 'IdempotencyKeyReused', status: 422 } },
  });
  expect((await first.ask('GET', '/v1/characters/Ada/memories')).body).toMatchObject({ total: 1 });
});

test('the store contains neither key nor answer in clear, and a secret is shown once', async () => {
  const path = `${temporaryFolder()}/memory.db`;
  const { ask, session } = await withAda(path);
  const key = randomUUID();
  const create = () => ask('POST', '/v1/keys', { body: { name: 'ci' }, headers: { 'idempotency-key': key } });
  const made = await create();
  expect(made.body.key).toMatch(/^ams_/);
  expect((await create()).text).toBe(made.text);
  await session.store.close();
  const stored = readFileSync(path).toString('latin1');
  for (const secret of [key, String(made.body.key)]) expect(stored).not.toContain(secret);
});

test('an answer too large to be kept is reported as lost, and the call is not repeated', async () => {
  const { ask } = await withAda();
  const headers = { 'idempotency-key': randomUUID() };
  const body = { rules: Array.from({ length: 70 }, (_, i) => `${i}`.padEnd(1_000, 'x')) };
  const update = () => ask('PATCH', '/v1/characters/Ada/profile', { body, headers });
  expect((await update()).status).toBe(200);
  expect(await update()).toMatchObject({ status: 409, body: { error: { type: 'AnswerLost' } } });
});

test('a caller that waits long for the first call gets Retry-After', async () => {
  const { add, session } = await withAda();
  let isHeld = true;
  const { idempotency } = session.store;
  const { claim } = idempotency;
  idempotency.claim = async (...given) => (isHeld ? { kind: 'running' } : claim(...given));
  const { now } = performance;
  let passed = 0;
  performance.now = () => {
    passed += 6_000;
    return now.call(performance) + passed;
  };
  try {
    const answer = await add(randomUUID());
    expect(answer).toMatchObject({ status: 409, body: { error: { type: 'RequestInProgress' } } });
    expect(answer.headers.get('retry-after')).toBe('1');
  } finally {
    performance.now = now;
  }
  isHeld = false;
  expect((await add(randomUUID())).status).toBe(201);
});

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Client, connect, MemoryServiceError, openMemory } from '../../clients/typescript/browser.ts';
import { routes } from '../../clients/typescript/operations.ts';
import { operations } from '../../src/features/operations.ts';
import { calls, captured, type Known, type Output, signIn } from '../support/every-call.ts';
import { type Body, startOfTime } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';
import { withTenantAi } from '../support/tenant-ai.ts';

const eventSender = { check: () => undefined, send: async () => ({ httpStatus: 204, text: '' }) };

async function open(options: Parameters<typeof openHttp>[0] = {}) {
  const http = await openHttp(options);
  const { url } = await http.listen();
  return { ...http, url, client: connect({ url: `${url}/`, key: http.key }) };
}

async function withAda() {
  const opened = await open();
  const { id } = await opened.client.createCharacter({ name: 'Ada' });
  return { ...opened, id };
}

/** A server that gives these answers in order; the requests. */
async function scripted(...answers: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answers[Math.min(asked.length, answers.length) - 1]!(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, client: connect({ url, key: 'key' }), url };
}

const json = (status: number, body: object, headers: Record<string, string> = {}) => {
  return (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
};
const failure = (status: number, type: string, headers = {}) =>
  json(status, { error: { type, status, message: type } }, headers);
const done = json(201, { id: 'made' });

describe('calls', () => {
  test('every operation over REST is called as the OpenAPI document declares it, with its fields', async () => {
    const { client, session } = await open({ services: { eventSender }, recallLogDays: 30, onFile: true });
    withTenantAi(session.services);
    await signIn(session.store, session.clock.now);
    const called = new Set<string>();
    const known: Known = {};
    for (const [name, input, learn] of calls) {
      if (!operations.find((one) => one.name === name)?.rest) continue;
      if (name === 'review_capture') await captured(session.store);
      const id = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const call = client[id as 'whoami'] as (given: object) => Promise<unknown>;
      const answer = await call(input(known)).catch((error: Error) => expect(`${name}: ${error.message}`).toBe(''));
      learn?.(answer as Output, known);
      called.add(id);
    }
    expect(await client.searchSeveral({ query: 'zebra', characterIds: ['zebra twin'] })).toMatchObject({
      memories: expect.any(Array),
    });
    expect(await client.listEverywhere({ limit: 1 })).toMatchObject({ memories: [expect.any(Object)] });
    await expect(client.undoEverywhere({ batchId: 'none' })).rejects.toThrow('There is no batch none.');
    const second = ['searchSeveral', 'listEverywhere', 'undoEverywhere'];
    expect(Object.keys(routes).toSorted()).toStrictEqual([...called, ...second].toSorted());
  });

  test('a document is returned as text, a refusal is thrown with type, status and details', async () => {
    const { client, id } = await withAda();
    await client.addMemoryDirect({ characterId: 'Ada', content: 'Ada lives in Turin.', category: 'facts' });
    expect(await client.exportCharacter({ characterId: id })).toMatch(/^# Ada\n/);
    const fault = await client.getCharacter({ characterId: 'nobody/of this name %' }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(MemoryServiceError);
    expect(fault).toMatchObject({ type: 'CharacterNotFound', status: 404, requestId: expect.any(String) });
    await expect(client.listMemories({ characterId: id, limit: 101 })).rejects.toMatchObject({
      type: 'ValidationError',
      details: [{ field: 'limit', message: expect.any(String) }],
    });
    await expect(client.getCharacter({ characterId: '' })).rejects.toMatchObject({ type: 'InvalidInput' });
    await client.addCategory({ characterId: id, name: 'drinks' });
    await client.addMemoryDirect({ characterId: id, content: 'Ada likes tea.', category: 'drinks' });
    const moved = await client.deleteCategory({ characterId: id, name: 'drinks', reassignTo: 'facts' });
    expect(moved.memoriesReassigned).toBe(1);
    await expect(openMemory()).rejects.toMatchObject({ type: 'NotImplemented' });
  });

  test('lists iterate over their pages, by number and by cursor', async () => {
    const { client, id } = await withAda();
    const contents = Array.from({ length: 7 }, (_, i) => `Ada knows ${i} songs.`);
    for (const content of contents) await client.addMemoryDirect({ characterId: id, content, category: 'facts' });
    const listed: string[] = [];
    for await (const one of client.listMemories.each({ characterId: id, limit: 3 })) listed.push(one.content);
    expect(listed.toSorted()).toStrictEqual(contents);
    const lines: string[] = [];
    for await (const { action } of client.listAuditEvents.each({ limit: 3, action: 'add_memory_direct' }))
      lines.push(action);
    expect(lines).toHaveLength(7);
  });

  test('changes are followed from a known position until the signal aborts', async () => {
    const { client, id } = await withAda();
    const add = (content: string) => client.addMemoryDirect({ characterId: id, content, category: 'facts' });
    await add('Ada likes tea.');
    const follow = async (after?: string) => {
      const ending = new AbortController();
      const since = new Date(startOfTime - 1).toISOString();
      for await (const one of client.listChanges.follow(after ? {} : { since }, { after, signal: ending.signal })) {
        ending.abort();
        return one;
      }
      return undefined;
    };
    const first = await follow();
    expect(first).toMatchObject({ event: 'change', change: { content: 'Ada likes tea.' } });
    await add('Ada likes chess.');
    expect(await follow(first!.id)).toMatchObject({ change: { content: 'Ada likes chess.' } });
    const ended = new AbortController();
    ended.abort();
    for await (const one of client.listChanges.follow({}, { signal: ended.signal })) expect(one).toBeUndefined();
    const follower = client.listChanges.follow({ characterId: 'nobody' });
    await expect(follower.next()).rejects.toMatchObject({ type: 'CharacterNotFound' });
  });

  test('an import reports progress', async () => {
    const { client, id } = await withAda();
    const fileContent = Array.from({ length: 300 }, (_, i) => `- Ada has visited town number ${i}.`).join('\n');
    const told: number[] = [];
    const onProgress = (_: number, total: number) => told.push(total);
    const given = { characterId: id, fileName: 'towns.md', fileContent };
    expect(await client.importDocument(given, { onProgress })).toMatchObject({ memoriesAdded: 300 });
    expect(told.length).toBeGreaterThan(0);
    const refused = client.importDocument({ ...given, category: 'nope' }, { onProgress });
    await expect(refused).rejects.toMatchObject({ type: 'CategoryNotConfigured', status: 400 });
  });
});

describe('retries', () => {
  test('a lost answer is retried with the same key, so that the call runs once', async () => {
    const { url, key, ask } = await withAda();
    let lost = 0;
    const fetchLossy = async (to: string, init: RequestInit) => {
      const response = await fetch(to, init);
      if (lost++ > 0) return response;
      await response.arrayBuffer();
      throw new TypeError('the connection was lost');
    };
    const client = connect({ url, key, fetch: fetchLossy });
    const made = await client.addMemoryDirect({ characterId: 'Ada', content: 'Ada likes tea.', category: 'facts' });
    expect([lost, 'operation' in made && made.operation]).toStrictEqual([2, 'ADD']);
    expect((await ask('GET', '/v1/characters/Ada/memories')).body).toMatchObject({ total: 1 });
  });

  test('the client retries a busy server and a rate limit, but not an invalid request', async () => {
    const busy = failure(503, 'ServiceUnavailable', { 'retry-after': '0' });
    const { asked, client } = await scripted(busy, failure(429, 'TierLimitExceeded', { 'retry-after': '0' }), done);
    expect(await client.createCharacter({ name: 'Ada' })).toStrictEqual({ id: 'made' });
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
    expect([asked.length, keys.size]).toStrictEqual([3, 1]);
    await client.createCharacter({ name: 'Ada' }, { idempotencyKey: 'a-key-of-my-own-1' });
    expect(asked.at(-1)?.headers['idempotency-key']).toBe('a-key-of-my-own-1');
    await client.whoami();
    expect(asked.at(-1)?.headers['idempotency-key']).toBeUndefined();
  });

  test.each([
    [failure(502, 'ExtractionFailed'), 'ExtractionFailed', 1],
    [failure(429, 'CharacterLimitExceeded'), 'CharacterLimitExceeded', 1],
    [failure(429, 'TierLimitExceeded', { 'retry-after': '3600' }), 'TierLimitExceeded', 1],
    [json(403, { text: 'a proxy' }), 'Unreachable', 1],
    [json(403, { error: 'a proxy' }), 'Unreachable', 1],
    [failure(503, 'ServiceUnavailable', { 'retry-after': '0' }), 'ServiceUnavailable', 2],
  ])('refusal %# is thrown after the last retry', async (answer, type, times) => {
    const { asked, url } = await scripted(answer);
    const client = connect({ url, key: async () => 'key', retries: 1 });
    await expect(client.createCharacter({ name: 'Ada' })).rejects.toMatchObject({ type });
    expect(asked).toHaveLength(times);
    expect(asked[0]?.headers.authorization).toBe('Bearer key');
  });

  test('each attempt has a timeout, and a signal aborts a call at once, also between retries', async () => {
    const silent = await scripted(() => undefined);
    const key = vi.fn(async () => 'key');
    const impatient = connect({ url: silent.url, key, retries: 1, timeoutMs: 20 });
    await expect(impatient.whoami()).rejects.toMatchObject({ type: 'Unreachable', status: 503 });
    // Each attempt asks for the key; on a busy machine its time may be over before the server hears of it.
    expect(key).toHaveBeenCalledTimes(2);
    const abort = async (client: Client, when: Promise<unknown>) => {
      const ending = new AbortController();
      const call = client.whoami({}, { signal: ending.signal });
      void when.then(() => ending.abort(new Error('no longer wanted')));
      await expect(call).rejects.toThrow('no longer wanted');
    };
    await abort(silent.client, Promise.resolve());
    const busy = await scripted(failure(503, 'ServiceUnavailable', { 'retry-after': '50' }));
    await abort(busy.client, expect.poll(() => busy.asked.length).toBe(1));
    await expect(connect({ url: 'http://127.0.0.1:1', key: randomUUID(), retries: 0 }).whoami()).rejects.toMatchObject({
      type: 'Unreachable',
      message: expect.stringContaining('cannot be reached'),
    } satisfies Body);
  });
});

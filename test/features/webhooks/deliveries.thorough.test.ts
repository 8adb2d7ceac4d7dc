import type { ServerResponse } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EventSender } from '../../../src/features/webhooks/domain/event-sender.ts';
import type { Delivery, Webhook } from '../../../src/features/webhooks/domain/webhook.ts';
import { oldSecretMs } from '../../../src/features/webhooks/domain/webhook-rules.ts';
import { DeliveryWorker } from '../../../src/features/webhooks/service/delivery-worker.ts';
import { HttpSender } from '../../../src/features/webhooks/service/http-sender.ts';
import type { OutboxStore } from '../../../src/features/webhooks/storage/store.ts';
import { Outside } from '../../../src/service/team/outside.ts';
import { localScope } from '../../support/builders.ts';
import { openHttp } from '../../support/http-harness.ts';
import { type Received, receiver } from '../../support/receiver.ts';

type Issued = Webhook & { secret: string };

/** A tenant with Ada, a worker that sends when asked to, and the clock of both. */
async function team(hosts: string[]) {
  const eventSender = new HttpSender(new Outside({ exceptions: hosts }));
  onTestFinished(() => eventSender.close());
  const http = await openHttp({ services: { eventSender } });
  const { session } = http;
  await session.call('create_character', { name: 'Ada' });
  const worker = new DeliveryWorker(session.services, eventSender);
  onTestFinished(() => worker.stop());
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await http.ask(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body as T;
  };
  return {
    ...http,
    worker,
    clock: session.clock,
    made: (url: string, more: object = {}) =>
      ask<Issued>('POST', '/v1/webhooks', { url, events: ['memory.created'], ...more }),
    get: (id: string) => ask<Webhook>('GET', `/v1/webhooks/${id}`),
    act: ask,
    deliveries: async (id: string) =>
      (await ask<{ deliveries: Delivery[] }>('GET', `/v1/webhooks/${id}/deliveries?limit=100`)).deliveries,
    remember: (content: string) =>
      session.call<{ id: string }>('add_memory_direct', { characterId: 'Ada', category: 'general', content }),
    /** Sends due deliveries and records the results. */
    async drain() {
      do await worker.turn();
      while (!worker.isIdle || (await session.store.outbox.isDue(session.clock.now)));
    },
  };
}

/** The event of a request, when its signature is valid at the clock's time; throws otherwise. */
function verified({ headers, body }: Received, secret: string, now: number) {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  try {
    return new Verifier(secret).verify(body, headers) as {
      type: string;
      timestamp: string;
      data: Record<string, never>;
    };
  } finally {
    vi.useRealTimers();
  }
}

describe('deliveries', () => {
  test('an event is delivered signed, with one id for all receivers, and contents only on request', async () => {
    const [plain, full] = [await receiver(), await receiver()];
    const { made, remember, drain, clock, deliveries } = await team([plain.host, full.host]);
    const one = await made(plain.url);
    const two = await made(full.url, { includeContent: true });
    const { id } = await remember('Ada likes tea.');
    await drain();
    expect([plain.received.length, full.received.length]).toStrictEqual([1, 1]);
    const event = verified(plain.received[0]!, one.secret, clock.now);
    expect(event).toMatchObject({
      type: 'memory.created',
      data: { character: { name: 'Ada' }, memory: { id, revision: 1 } },
    });
    expect(plain.received[0]!.body).not.toContain('tea');
    expect(verified(full.received[0]!, two.secret, clock.now).data).toMatchObject({
      memory: { content: 'Ada likes tea.' },
    });
    expect(full.received[0]!.headers['webhook-id']).toBe(plain.received[0]!.headers['webhook-id']);
    expect(() => verified(plain.received[0]!, two.secret, clock.now)).toThrow('No matching signature');
    expect(await deliveries(one.id)).toMatchObject([{ status: 'DELIVERED', attempts: [{ httpStatus: 204 }] }]);
  });

  test('an operation that changes many memories sends batches', async () => {
    const { received, host, url } = await receiver();
    const { made, drain, session } = await team([host]);
    await made(url, { includeContent: true });
    const fileContent = Array.from({ length: 230 }, (_, n) => `- Statement number ${n} about the harbour.`).join('\n');
    await session.call('sync_file', { characterId: 'Ada', filePath: 'a.md', fileContent });
    const more = Array.from({ length: 400 }, (_, n) => `- Remark number ${n} about the violin.`).join('\n');
    await session.call('sync_file', { characterId: 'Ada', filePath: 'b.md', fileContent: more });
    await drain();
    const bodies = received.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ type, data }) => [type, data.of, data.memories.length])).toStrictEqual(
      [100, 100, 30, 100, 100, 100, 100].map((count) => ['memory.batch', 'memory.created', count]),
    );
    const contents = bodies.flatMap(({ data }) => data.memories.map(({ content }: { content: string }) => content));
    expect(new Set(contents).size).toBe(630);
  });

  test('bulk updates, deletions and restores send batches', async () => {
    const { received, host, url } = await receiver();
    const { made, drain, session, act } = await team([host]);
    const fileContent = Array.from({ length: 12 }, (_, n) => `- Statement number ${n} about the harbour.`).join('\n');
    await session.call('sync_file', { characterId: 'Ada', filePath: 'a.md', fileContent });
    const events = ['memory.created', 'memory.updated', 'memory.deleted', 'memory.restored'];
    await made(url, { events });
    const { memories } = await session.call<{ memories: { id: string }[] }>('list_memories', { characterId: 'Ada' });
    const ids = memories.map(({ id }) => id);
    for (const change of [{ importance: 'HIGH' }, { state: 'DELETED' }, { state: 'ACTIVE' }])
      await act('POST', '/v1/characters/Ada/memories/batch', { ids, change });
    await drain();
    const bodies = received.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ type, data }) => [type, data.of, data.memories.length]).toSorted()).toStrictEqual([
      ['memory.batch', 'memory.deleted', 12],
      ['memory.batch', 'memory.restored', 12],
      ['memory.batch', 'memory.updated', 12],
    ]);
    for (const { data } of bodies)
      expect(data.memories.map(({ id }: { id: string }) => id).toSorted()).toStrictEqual(ids.toSorted());
  });

  test('an answer that arrives while results are being stored is not lost', async () => {
    const held: ServerResponse[] = [];
    const slow = await receiver((response) => void held.push(response));
    const quick = await receiver();
    const { made, remember, session, deliveries } = await team([slow.host, quick.host]);
    const webhooks = [await made(quick.url), await made(slow.url)];
    const { outbox } = session.store;
    const { eventSender } = session.services;
    const sent: Promise<unknown>[] = [];
    const sender: EventSender = {
      check: () => undefined,
      send: (...request) => {
        const answer = eventSender!.send(...request);
        sent.push(answer);
        return answer;
      },
    };
    const exchange: OutboxStore['exchange'] = async (done, ...more) => {
      const due = await outbox.exchange(done, ...more);
      if (done.length === 0) return due;
      await expect.poll(() => slow.received).toHaveLength(1);
      for (const response of held.splice(0)) response.writeHead(204).end();
      await Promise.all(sent);
      await new Promise((resolve) => setImmediate(resolve));
      return due;
    };
    const store = { ...session.store, outbox: { ...outbox, exchange } };
    const worker = new DeliveryWorker({ ...session.services, store }, sender);
    await remember('Ada likes tea.');
    do await worker.turn();
    while (!worker.isIdle);
    await worker.stop();
    expect(sent).toHaveLength(2);
    for (const { id } of webhooks)
      expect(await deliveries(id)).toMatchObject([{ status: 'DELIVERED', attempts: [{ httpStatus: 204 }] }]);
  });

  test('results that could not be stored are stored later', async () => {
    const { received, host, url } = await receiver();
    const { made, remember, session, deliveries } = await team([host]);
    const { id } = await made(url);
    const { outbox } = session.store;
    let isDown = true;
    const exchange: OutboxStore['exchange'] = async (done, ...more) => {
      if (done.length > 0 && isDown) throw new Error('down');
      return outbox.exchange(done, ...more);
    };
    const store = { ...session.store, outbox: { ...outbox, exchange } };
    const worker = new DeliveryWorker({ ...session.services, store }, session.services.eventSender!);
    await remember('Ada likes tea.');
    await worker.turn();
    await expect(worker.turn()).rejects.toThrow('down');
    isDown = false;
    await worker.turn();
    await worker.stop();
    expect(received).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([{ status: 'DELIVERED', attempts: [{ httpStatus: 204 }] }]);
  });

  test('a failed delivery is retried when due, with the same id', async () => {
    const { received, host, url } = await receiver(
      (response) => void response.writeHead(received.length < 3 ? 500 : 200).end(),
    );
    const { made, remember, drain, clock, deliveries, get } = await team([host]);
    const { id, secret } = await made(url);
    await remember('Ada likes tea.');
    await drain();
    expect(await deliveries(id)).toMatchObject([{ status: 'PENDING', attempts: [{ httpStatus: 500 }] }]);
    expect(await get(id)).toMatchObject({ failingSince: expect.any(String) });
    clock.now += 4_999;
    await drain();
    expect(received).toHaveLength(1);
    clock.now += 1;
    await drain();
    expect(received).toHaveLength(2);
    clock.now += 5 * 60_000;
    await drain();
    expect(await deliveries(id)).toMatchObject([{ status: 'DELIVERED', attempts: [{}, {}, { httpStatus: 200 }] }]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await get(id)).not.toHaveProperty('failingSince');
    verified(received[2]!, secret, clock.now);
  });

  test('both secrets sign for a day after a rotation', async () => {
    const { received, host, url } = await receiver();
    const { made, remember, drain, clock, act } = await team([host]);
    const { id, secret: old } = await made(url);
    const rotated = await act<Issued>('POST', `/v1/webhooks/${id}/rotate-secret`);
    expect(rotated.secret).not.toBe(old);
    await remember('one');
    await drain();
    for (const secret of [old, rotated.secret]) verified(received[0]!, secret, clock.now);
    clock.now += oldSecretMs;
    await remember('two');
    await drain();
    verified(received[1]!, rotated.secret, clock.now);
    expect(() => verified(received[1]!, old, clock.now)).toThrow('No matching signature');
  });

  test('a delivered event can be sent again, with the same id', async () => {
    const { received, host, url } = await receiver();
    const { made, remember, drain, act, deliveries } = await team([host]);
    const { id } = await made(url);
    await remember('Ada likes tea.');
    await drain();
    const [first] = await deliveries(id);
    await act('POST', `/v1/webhooks/${id}/deliveries/${first!.id}/redeliver`);
    await drain();
    expect(received).toHaveLength(2);
    expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id']);
    expect(received[1]!.body).toBe(received[0]!.body);
  });

  test('a test event is sent at once and shows the response, up to a limit', async () => {
    const { received, host, url } = await receiver((response) => void response.writeHead(418).end('x'.repeat(200_000)));
    const { made, act, clock } = await team([host]);
    const { id, secret } = await made(url);
    const answer = await act<{ text: string }>('POST', `/v1/webhooks/${id}/test`);
    expect(answer).toMatchObject({ delivered: false, httpStatus: 418 });
    expect(answer.text).toHaveLength(64 * 1024);
    expect(verified(received[0]!, secret, clock.now)).toMatchObject({
      type: 'webhook.test',
      data: { webhook: { id } },
    });
  });

  test('redirects are not followed', async () => {
    const inner = await receiver();
    const { host, url } = await receiver((response) => void response.writeHead(302, { location: inner.url }).end());
    const { made, act } = await team([host, inner.host]);
    const { id } = await made(url);
    expect(await act('POST', `/v1/webhooks/${id}/test`)).toMatchObject({ delivered: false, httpStatus: 302 });
    expect(inner.received).toStrictEqual([]);
  });

  test('a receiver that never answers delays no other and gets at most four requests at once', async () => {
    const silent = await receiver(() => undefined);
    const live = await receiver();
    const { made, remember, worker, session } = await team([silent.host, live.host]);
    await made(silent.url);
    await made(live.url);
    for (let n = 0; n < 12; n++) await remember(`memory ${n}`);
    worker.start();
    await expect.poll(() => live.received).toHaveLength(12);
    expect(silent.mostUnderWay).toBe(4);
    expect(live.mostUnderWay).toBeLessThanOrEqual(4);
    await worker.stop();
    // Running deliveries are cancelled, count as no failure and are due.
    const [first, second] = await session.store.webhooks.list(localScope);
    expect([first, second].map((one) => one?.failingSince)).toStrictEqual([undefined, undefined]);
    expect(await session.store.outbox.isDue(session.clock.now)).toBe(true);
  });

  test('a receiver that answers 410 is disabled, and the others are notified', async () => {
    const gone = await receiver((response) => void response.writeHead(410).end());
    const other = await receiver();
    const { made, remember, drain, get } = await team([gone.host, other.host]);
    const { id } = await made(gone.url);
    await made(other.url, { events: ['webhook.disabled'] });
    await remember('Ada likes tea.');
    await drain();
    expect(await get(id)).toMatchObject({ status: 'DISABLED' });
    expect(other.received.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { webhook: { id }, reason: 'GONE' },
    ]);
  });

  test('a webhook’s address must be one that may be reached', async () => {
    const { ask } = await team(['intern:8080', 'box.lan']);
    const statusOf = async (url: string) => {
      const { status, body } = await ask('POST', '/v1/webhooks', { body: { url, events: ['*'] } });
      return status === 201 ? 201 : (body.error as { type: string }).type;
    };
    expect(await statusOf('https://example.com/hook')).toBe(201);
    expect(await statusOf('http://intern:8080/hook')).toBe(201);
    expect(await statusOf('http://box.lan:99/hook')).toBe(201);
    for (const url of [
      'http://example.com/hook',
      'ftp://example.com',
      'example.com',
      'https://ada:secret@example.com',
      'http://intern:8081/hook',
      'https://localhost/hook',
      'https://127.0.0.1/hook',
      'https://2130706433/hook',
      'https://0x7f.1/hook',
      'https://[::1]/hook',
      'https://[::ffff:10.0.0.1]/hook',
      'https://169.254.169.254/latest',
    ]) {
      expect([url, await statusOf(url)]).toStrictEqual([url, 'InvalidInput']);
    }
  });
});

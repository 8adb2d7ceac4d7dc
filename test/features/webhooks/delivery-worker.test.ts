import { describe, expect, onTestFinished, test } from 'vitest';
import type { EventAnswer, EventSender } from '../../../src/features/webhooks/domain/event-sender.ts';
import { DeliveryWorker } from '../../../src/features/webhooks/service/delivery-worker.ts';
import { newSecret } from '../../../src/features/webhooks/service/signing.ts';
import type { Delivered, DueDelivery, OutboxStore } from '../../../src/features/webhooks/storage/store.ts';

const due = (deliveryId: string): DueDelivery => ({
  deliveryId,
  webhookNo: 1,
  url: `https://hook.example/${deliveryId}`,
  eventId: `event-${deliveryId}`,
  type: 'memory.created',
  body: '{}',
  secret: newSecret(),
});

/** A worker over an outbox in a list, a clock and a receiver that answers when the test says so. */
function open(...waiting: DueDelivery[]) {
  const clock = { now: 1_000_000 };
  const recorded: Delivered[] = [];
  const renewed: (readonly string[])[] = [];
  const released: (readonly string[])[] = [];
  const settled: number[] = [];
  const rooms: number[] = [];
  const held: { beforeExchange: (() => Promise<void>) | undefined } = { beforeExchange: undefined };
  const outbox: OutboxStore = {
    isDue: async () => waiting.length > 0,
    exchange: async (done, _, { total }) => {
      await held.beforeExchange?.();
      recorded.push(...done);
      rooms.push(total);
      return waiting.splice(0, total);
    },
    renew: async (_, ids) => void renewed.push(ids),
    release: async (_, ids) => void released.push(ids),
    prune: async () => 0,
    settleTiers: async (now) => settled.push(now),
  };
  const answers = new Map<string, (answer: EventAnswer) => void>();
  const sender: EventSender = {
    check: () => undefined,
    send: ({ url }, signal) =>
      new Promise((resolve) => {
        answers.set(url.slice(url.lastIndexOf('/') + 1), resolve);
        signal.addEventListener('abort', () => resolve({ error: 'given up' }));
      }),
  };
  const services = { store: { outbox } as never, now: () => clock.now, newId: () => 'node', log: () => undefined };
  const worker = new DeliveryWorker(services, sender, { pollMs: 1 });
  const answer = (id: string, given: EventAnswer = { httpStatus: 204 }) => answers.get(id)?.(given);
  const sent = async (...ids: string[]) => {
    while (!ids.every((id) => answers.has(id))) await new Promise((resolve) => setImmediate(resolve));
  };
  /** A turn in which these are answered, once they are sent. */
  const turn = async (...ids: string[]) => {
    const turned = worker.turn();
    await sent(...ids);
    for (const id of ids) answer(id);
    await turned;
  };
  const ids = () => recorded.map(({ deliveryId }) => deliveryId);
  return { worker, turn, sent, answer, ids, recorded, renewed, released, settled, rooms, clock, held, waiting };
}

describe('the delivery worker', () => {
  test('results are recorded with their status in the next turn', async () => {
    const { worker, turn, recorded } = open(due('a'), due('b'));
    await turn('a', 'b');
    expect(worker.isIdle).toBe(false);
    await turn();
    expect(recorded.map(({ deliveryId, attempt }) => [deliveryId, attempt.httpStatus])).toStrictEqual([
      ['a', 204],
      ['b', 204],
    ]);
    expect(worker.isIdle).toBe(true);
  });

  test('an answer that arrives during recording is recorded next', async () => {
    const { turn, answer, ids, held } = open(due('a'), due('b'));
    await turn('a');
    held.beforeExchange = async () => {
      answer('b');
      await new Promise((resolve) => setImmediate(resolve));
    };
    await turn();
    await turn();
    expect(ids()).toStrictEqual(['a', 'b']);
  });

  test('results that failed to be recorded are recorded by the next turn, in order', async () => {
    const { worker, turn, ids, held } = open(due('a'), due('b'));
    await turn('a', 'b');
    held.beforeExchange = () => Promise.reject(new Error('disk full'));
    await expect(worker.turn()).rejects.toThrow('disk full');
    held.beforeExchange = undefined;
    await turn();
    expect(ids()).toStrictEqual(['a', 'b']);
  });

  test('leases are renewed every three seconds for running deliveries only', async () => {
    const { turn, renewed, clock } = open(due('a'), due('b'));
    await turn('a');
    clock.now += 2_999;
    await turn();
    expect(renewed).toStrictEqual([]);
    clock.now += 1;
    await turn();
    expect(renewed).toStrictEqual([['b']]);
  });

  test('the worker claims no more deliveries than it has room for', async () => {
    const many = Array.from({ length: 600 }, (_, i) => due(`d${i}`));
    const { turn, rooms, waiting } = open(...many);
    await turn('d0');
    expect(waiting).toHaveLength(100);
    await turn();
    expect(rooms).toStrictEqual([500, 1]);
  });

  test('tiers are settled at the start and then every thirty seconds', async () => {
    const { turn, settled, clock } = open();
    const start = clock.now;
    await turn();
    clock.now += 29_999;
    await turn();
    clock.now += 1;
    await turn();
    expect(settled).toStrictEqual([start, start + 30_000]);
  });

  test('a stopping worker releases unanswered deliveries and records answered ones', async () => {
    const { worker, sent, answer, ids, released } = open(due('a'), due('b'));
    onTestFinished(() => worker.stop());
    worker.start();
    await sent('a', 'b');
    answer('a');
    await new Promise((resolve) => setImmediate(resolve));
    await worker.stop();
    expect(ids()).toStrictEqual(['a']);
    expect(released).toStrictEqual([['b']]);
  });
});

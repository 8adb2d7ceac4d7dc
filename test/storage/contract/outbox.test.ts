import { expect, test } from 'vitest';
import type { Store } from '../../../src/domain/stores/store.ts';
import type { Attempt } from '../../../src/features/webhooks/domain/webhook.ts';
import { failingLimitMs } from '../../../src/features/webhooks/domain/webhook-rules.ts';
import type { DueDelivery } from '../../../src/features/webhooks/storage/store.ts';
import { at, id, newMemory, ours, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const hook = (n: number) => ({
  id: id(n),
  url: `https://example.com/${n}`,
  events: ['*' as const],
  includeContent: false,
  secret: `whsec_${n}`,
});
const page = { page: 0, limit: 50 };
const limits = { parallel: 4, total: 100 };
const answered = (httpStatus: number): Attempt => ({ at: '1970-01-01T00:00:00.000Z', ms: 5, httpStatus });

const claim = (store: Store, now: number, holder = 'h', more = limits) =>
  store.outbox.exchange([], { holder, until: now + 1_000 }, more, now);
const settle = (store: Store, due: readonly DueDelivery[], attempt: Attempt, now: number, holder = 'h') =>
  store.outbox.exchange(
    due.map(({ deliveryId }) => ({ deliveryId, attempt })),
    { holder, until: now },
    { parallel: 0, total: 0 },
    now,
  );
const write = (store: Store, from: number, count: number, now: number) =>
  store.memories.write(
    ours,
    id(1),
    Array.from({ length: count }, (_, n) => ({
      kind: 'add' as const,
      memory: newMemory(from + n, `memory ${from + n}`),
    })),
    at(now),
  );
const deliveries = async (store: Store, n: number) => (await store.webhooks.deliveries(ours, id(n), page)).deliveries;

contract('outbox', (open) => {
  test('a due delivery is claimed once, up to the webhook’s limit of running ones', async () => {
    const { store, reopen } = await open();
    const other = await reopen();
    await withAda(store);
    await store.webhooks.create(ours, hook(50), 1_000);
    await store.webhooks.create(ours, hook(51), 1_000);
    expect(await store.outbox.isDue(9_999)).toBe(false);
    await write(store, 60, 6, 2_000);
    expect(await store.outbox.isDue(1_999)).toBe(false);
    expect(await store.outbox.isDue(2_000)).toBe(true);
    const first = await claim(store, 2_000);
    expect(first.map(({ url }) => url).toSorted()).toStrictEqual(
      [50, 50, 50, 50, 51, 51, 51, 51].map((n) => `https://example.com/${n}`),
    );
    expect(new Set(first.map(({ webhookNo }) => webhookNo)).size).toBe(2);
    expect(await claim(other, 2_000, 'other')).toStrictEqual([]);
    await settle(store, first.slice(0, 1), answered(200), 2_100);
    expect(await claim(other, 2_100, 'other')).toHaveLength(1);
    // The lease of the first has expired: others send its deliveries.
    expect(await claim(other, 3_050, 'other', { parallel: 9, total: 5 })).toHaveLength(5);
  });

  test('a result from a process that lost the delivery is ignored, and a released one is due', async () => {
    const { store } = await open();
    await withAda(store);
    await store.webhooks.create(ours, hook(50), 1_000);
    await write(store, 60, 1, 2_000);
    const [late] = await claim(store, 2_000);
    const [taken] = await claim(store, 3_000, 'other');
    expect(taken?.deliveryId).toBe(late?.deliveryId);
    await settle(store, [late!], answered(200), 3_100);
    expect((await deliveries(store, 50))[0]).toMatchObject({ status: 'PENDING', attempts: [] });
    await store.outbox.renew({ holder: 'h', until: 99_000 }, [late!.deliveryId]);
    await store.outbox.renew({ holder: 'other', until: 5_000 }, [taken!.deliveryId]);
    expect(await claim(store, 4_999)).toStrictEqual([]);
    await store.outbox.release('h', [late!.deliveryId], 3_200);
    expect(await claim(store, 3_200)).toStrictEqual([]);
    await store.outbox.release('other', [taken!.deliveryId], 3_200);
    expect(await claim(store, 3_200)).toHaveLength(1);
  });

  test.each([
    ['removed', (store: Store) => store.members.remove(id(20), 3_000)],
    ['suspended', (store: Store) => store.members.change(id(20), { status: 'SUSPENDED' }, 3_000)],
    ['demoted', (store: Store) => store.members.change(id(20), { role: 'MEMBER' }, 3_000)],
    ['shut out', (store: Store) => store.characters.share(ours, id(1), { visibility: 'PRIVATE', members: [] }, 3_000)],
  ])('waiting events are not sent when the maker of the webhook was %s meanwhile', async (_, shutOut) => {
    const { store } = await open();
    await withAda(store);
    await store.members.add('ours', { id: id(20), name: 'admin', role: 'ADMIN' }, 600);
    await store.webhooks.create({ ...ours, memberId: id(20), role: 'ADMIN' }, hook(50), 1_000);
    await store.webhooks.create(ours, hook(51), 1_000);
    await write(store, 60, 1, 2_000);
    await settle(store, await claim(store, 2_000), answered(500), 2_000);
    await shutOut(store);
    const due = await claim(store, 9_000);
    expect(new Set(due.map(({ url }) => url))).toStrictEqual(new Set(['https://example.com/51']));
    const refused = (await deliveries(store, 50)).find(({ type }) => type === 'memory.created');
    expect(refused).toMatchObject({
      status: 'FAILED',
      attempts: [{ httpStatus: 500 }, { error: expect.stringContaining('not sent') }],
    });
    expect(refused).not.toHaveProperty('nextAttemptAt');
    expect((await store.webhooks.get(ours, id(50))).status).toBe('ENABLED');
  });

  test('a failed delivery is retried with growing delays until it is given up', async () => {
    const { store } = await open();
    await withAda(store);
    await store.webhooks.create(ours, hook(50), 1_000);
    await write(store, 60, 1, 2_000);
    let now = 2_000;
    const waits: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      await settle(store, await claim(store, now), answered(500), now);
      const [only] = await deliveries(store, 50);
      expect(only?.attempts).toHaveLength(attempt + 1);
      if (only?.nextAttemptAt === undefined) break;
      const next = Date.parse(only.nextAttemptAt);
      expect(await claim(store, next - 1)).toStrictEqual([]);
      waits.push((next - now) / 1_000);
      now = next;
    }
    expect(waits).toStrictEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect((await deliveries(store, 50))[0]).toMatchObject({ status: 'FAILED' });
    expect(await claim(store, now * 2)).toStrictEqual([]);
  });

  test('410 disables a webhook at once with an audit line and a notice, and keeps waiting events', async () => {
    const { store } = await open();
    await withAda(store);
    await store.webhooks.create(ours, hook(50), 1_000);
    await store.webhooks.create(ours, hook(51), 1_000);
    await write(store, 60, 6, 2_000);
    const due = await claim(store, 2_000);
    await settle(store, due.filter(({ url }) => url.endsWith('50')).slice(0, 2), answered(410), 2_100);
    expect(await store.webhooks.get(ours, id(50))).toMatchObject({ status: 'DISABLED' });
    const told = (await deliveries(store, 51)).filter(({ type }) => type === 'webhook.disabled');
    expect(told).toHaveLength(1);
    expect((await deliveries(store, 50)).map(({ type }) => type)).not.toContain('webhook.disabled');
    const { events } = await store.audit.list(ours, { action: 'disable_webhook' }, { order: 'DESC', limit: 9 });
    expect(events).toMatchObject([{ targetId: id(50), actor: { via: 'system' } }]);
    await write(store, 70, 1, 2_200);
    const late = await claim(store, 9_000);
    expect(late.filter(({ url }) => url.endsWith('50'))).toStrictEqual([]);
    await store.webhooks.change(ours, id(50), { status: 'ENABLED' }, 10_000);
    expect((await claim(store, 10_000)).filter(({ url }) => url.endsWith('50'))).toHaveLength(4);
  });

  test('five days of failures without a success disable a webhook', async () => {
    const { store } = await open();
    await withAda(store);
    await store.webhooks.create(ours, hook(50), 1_000);
    const fail = async (n: number, now: number, status: number) => {
      await write(store, n, 1, now);
      await settle(store, await claim(store, now), answered(status), now);
      return store.webhooks.get(ours, id(50));
    };
    expect(await fail(60, 2_000, 500)).toMatchObject({ failingSince: '1970-01-01T00:00:02.000Z' });
    expect(await fail(61, 2_000 + failingLimitMs - 1, 503)).toMatchObject({ status: 'ENABLED' });
    expect((await fail(62, 2_000 + failingLimitMs, 204)).failingSince).toBeUndefined();
    expect(await fail(63, 3_000 + failingLimitMs, 500)).toMatchObject({ status: 'ENABLED' });
    expect(await fail(64, 3_000 + 2 * failingLimitMs, 500)).toMatchObject({ status: 'DISABLED' });
  });

  test('old deliveries are removed in bounded batches', async () => {
    const { store } = await open();
    await withAda(store);
    await store.webhooks.create(ours, hook(50), 1_000);
    await write(store, 60, 3, 2_000);
    await write(store, 70, 1, 3_000);
    expect(await store.outbox.prune(3_000, 2)).toBe(2);
    expect(await store.outbox.prune(3_000, 2)).toBe(1);
    expect(await deliveries(store, 50)).toHaveLength(1);
  });

  test('a tier change is sent when it takes effect', async () => {
    const { store } = await open();
    await store.tenants.ensure(ours.tenantId, 'DEVELOPER', 0);
    await store.webhooks.create(ours, hook(50), 1_000);
    await store.tenants.setTier(ours.tenantId, 'BUSINESS', 0, 2_000);
    await store.tenants.setTier(ours.tenantId, 'STARTER', 8_000, 3_000);
    expect((await deliveries(store, 50)).map(({ type }) => type)).toStrictEqual(['tier.changed']);
    expect(await store.outbox.settleTiers(7_999)).toBe(0);
    expect(await store.outbox.settleTiers(8_000)).toBe(1);
    expect(await store.outbox.settleTiers(8_001)).toBe(0);
    const bodies = (await claim(store, 8_100)).map(({ body }) => JSON.parse(body) as { data: object });
    expect(bodies.map(({ data }) => data)).toMatchObject([
      { previous: 'DEVELOPER', tier: 'BUSINESS' },
      { previous: 'BUSINESS', tier: 'STARTER' },
    ]);
    expect(await store.tenants.find(ours.tenantId, 9_000)).toMatchObject({ tier: 'STARTER' });
    const { events } = await store.audit.list(ours, { action: 'set_tier' }, { order: 'ASC', limit: 9 });
    expect(events).toHaveLength(3);
  });

  test('a tenant whose tier has no webhooks sends nothing', async () => {
    const { store } = await open();
    await withAda(store);
    await store.webhooks.create(ours, hook(50), 1_000);
    await store.tenants.setTier(ours.tenantId, 'FREE', 5_000, 1_500);
    await write(store, 60, 1, 4_999);
    await write(store, 61, 1, 5_000);
    expect((await deliveries(store, 50)).map(({ type }) => type)).toStrictEqual(['memory.created']);
  });
});

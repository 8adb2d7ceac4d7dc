import { expect, test } from 'vitest';
import { eventBody } from '../../../src/domain/event.ts';
import type { Scope } from '../../../src/domain/principal.ts';
import { maxWebhooks } from '../../../src/features/webhooks/domain/webhook.ts';
import type { NewWebhook } from '../../../src/features/webhooks/storage/store.ts';
import { at, id, newCharacter, newMemory, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const hook = (n: number, more: Partial<NewWebhook> = {}): NewWebhook => ({
  id: id(n),
  url: `https://example.com/${n}`,
  events: ['*'],
  includeContent: false,
  secret: `whsec_${n}`,
  ...more,
});
const page = { page: 0, limit: 50 };

contract('webhooks', (open) => {
  test('a webhook is created, found, changed and removed within its tenant', async () => {
    const { store } = await open();
    await withAda(store);
    const made = await store.webhooks.create(ours, hook(50, { description: 'mine', characterIds: [id(1)] }), 1_000);
    expect(made).toStrictEqual({
      id: id(50),
      url: 'https://example.com/50',
      events: ['*'],
      characterIds: [id(1)],
      description: 'mine',
      includeContent: false,
      status: 'ENABLED',
      createdAt: '1970-01-01T00:00:01.000Z',
    });
    expect(await store.webhooks.list(ours)).toStrictEqual([made]);
    expect(await store.webhooks.get(ours, id(50))).toStrictEqual({ ...made, secret: 'whsec_50' });
    expect(await store.webhooks.list(theirs)).toStrictEqual([]);
    expect(await rejection(store.webhooks.get(theirs, id(50)))).toBe('NotFound');
    const change = { description: null, characterIds: null, events: ['memory.created'], status: 'DISABLED' } as const;
    const changed = await store.webhooks.change(ours, id(50), { ...change, events: [...change.events] }, 2_000);
    const { description: _, characterIds: __, ...rest } = made;
    expect(changed).toStrictEqual({ ...rest, events: ['memory.created'], status: 'DISABLED' });
    // Serial: a rejection that nobody awaits yet would count as unhandled.
    for (const refused of [
      () => store.webhooks.change(theirs, id(50), {}, 3_000),
      () => store.webhooks.rotate(theirs, id(50), 'x', 1, 3_000),
      () => store.webhooks.remove(theirs, id(50), 3_000),
      () => store.webhooks.deliveries(theirs, id(50), page),
      () => store.webhooks.redeliver(theirs, id(50), '1', 3_000),
    ]) {
      expect(await rejection(refused())).toBe('NotFound');
    }
    await store.webhooks.remove(ours, id(50), 4_000);
    expect(await store.webhooks.list(ours)).toStrictEqual([]);
  });

  test('private characters of a webhook, and deliveries about them, are hidden', async () => {
    const { store } = await open();
    await withAda(store);
    await store.members.add('ours', { id: id(20), name: 'admin', role: 'ADMIN' }, 600);
    await store.members.add('ours', { id: id(21), name: 'owner', role: 'OWNER' }, 600);
    const [admin, owner]: Scope[] = [
      { ...ours, memberId: id(20), role: 'ADMIN' },
      { ...ours, memberId: id(21), role: 'OWNER' },
    ];
    await store.characters.create(owner!, newCharacter(2, 'Bo'), 'BUSINESS', 700);
    await store.webhooks.create(owner!, hook(50, { characterIds: [id(1), id(2)] }), 1_000);
    for (const n of [1, 2])
      await store.memories.write(owner!, id(n), [{ kind: 'add', memory: newMemory(60 + n, `m ${n}`) }], at(2_000));
    await store.characters.share(owner!, id(2), { visibility: 'PRIVATE' }, 3_000);
    const count = async (scope: Scope) => (await store.webhooks.deliveries(scope, id(50), page)).total;
    const about = (await store.webhooks.deliveries(owner!, id(50), page)).deliveries;
    expect(about.map(({ type }) => type)).toStrictEqual(['character.shared', 'memory.created', 'memory.created']);
    expect(await count(admin!)).toBe(1);
    const [hidden] = about;
    expect(await rejection(store.webhooks.redeliver(admin!, id(50), hidden!.id, 4_000))).toBe('NotFound');
    expect(await store.webhooks.redeliver(owner!, id(50), hidden!.id, 4_000)).toMatchObject({ status: 'PENDING' });
    for (const [scope, seen] of [
      [admin!, [id(1)]],
      [owner!, [id(1), id(2)]],
    ] as const) {
      expect((await store.webhooks.list(scope))[0]?.characterIds).toStrictEqual(seen);
      expect((await store.webhooks.get(scope, id(50))).characterIds).toStrictEqual(seen);
    }
    expect(await rejection(store.webhooks.rotate(admin!, id(50), 'x', 1, 5_000))).toBe('AccessDenied');
    expect(await store.webhooks.rotate(owner!, id(50), 'x', 1, 5_000)).toMatchObject({ characterIds: [id(1), id(2)] });
  });

  test('a tenant’s webhooks are limited, and only the maker or an OWNER changes one', async () => {
    const { store } = await open();
    await withAda(store);
    for (let n = 0; n < maxWebhooks; n++) await store.webhooks.create(ours, hook(100 + n), n);
    expect(await rejection(store.webhooks.create(ours, hook(200), 9))).toBe('InvalidInput');
    const admin: Scope = { ...ours, memberId: 'admin', role: 'ADMIN' };
    expect(await rejection(store.webhooks.change(admin, id(100), { includeContent: true }, 10))).toBe('AccessDenied');
    await store.webhooks.remove(ours, id(100), 11);
    await store.webhooks.create(admin, hook(201), 12);
    expect(await store.webhooks.change(admin, id(201), { includeContent: true }, 13)).toMatchObject({
      includeContent: true,
    });
    expect(await store.webhooks.change(ours, id(201), { status: 'DISABLED' }, 14)).toMatchObject({
      status: 'DISABLED',
    });
  });

  test('a rotated secret is kept for its remaining time', async () => {
    const { store } = await open();
    await withAda(store);
    await store.webhooks.create(ours, hook(50), 1_000);
    await store.webhooks.rotate(ours, id(50), 'whsec_new', 9_000, 2_000);
    expect(await store.webhooks.get(ours, id(50))).toMatchObject({
      secret: 'whsec_new',
      old: { secret: 'whsec_50', until: 9_000 },
    });
  });

  test('each webhook gets its events in the transaction of the change', async () => {
    const { store } = await open();
    await withAda(store);
    await store.webhooks.create(ours, hook(50, { includeContent: true }), 1_000);
    await store.webhooks.create(ours, hook(51, { events: ['memory.deleted'] }), 1_000);
    await store.webhooks.create(ours, hook(52, { characterIds: [id(9)] }), 1_000);
    await store.webhooks.create(ours, hook(53), 1_000);
    await store.webhooks.change(ours, id(53), { status: 'DISABLED' }, 1_001);
    const add = (n: number) => ({ kind: 'add' as const, memory: newMemory(n, `memory ${n}`) });
    await store.memories.write(ours, id(1), [add(60), add(61)], at(2_000));
    await rejection(store.memories.write(ours, id(1), [add(62), { kind: 'delete', memoryId: id(99) }], at(2_001)));
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(60) }], at(2_002));
    const types = async (n: number) => {
      const { deliveries, total } = await store.webhooks.deliveries(ours, id(n), page);
      expect(total).toBe(deliveries.length);
      return deliveries.map(({ type }) => type);
    };
    expect(await types(50)).toStrictEqual(['memory.deleted', 'memory.created', 'memory.created']);
    expect(await types(51)).toStrictEqual(['memory.deleted']);
    expect(await types(52)).toStrictEqual([]);
    expect(await types(53)).toStrictEqual([]);
    const pending = await store.webhooks.deliveries(ours, id(50), { ...page, status: 'PENDING' });
    expect(pending.total).toBe(3);
    expect((await store.webhooks.deliveries(ours, id(50), { ...page, status: 'FAILED' })).total).toBe(0);
    // An erasure removes what was to be sent of a memory, but tells of itself.
    await store.erasing.begin(ours, id(1), id(70), { memoryIds: [id(61)], words: [] }, at(2_003));
    while (await store.erasing.step(2_004));
    expect(await types(50)).toStrictEqual(['memory.erased', 'memory.deleted', 'memory.created']);
    const due = await store.outbox.exchange([], { holder: 'h', until: 9_000 }, { parallel: 9, total: 9 }, 3_000);
    const body: unknown = JSON.parse(due.find(({ type }) => type === 'memory.erased')!.body);
    expect(eventBody('memory.erased').strict().parse(body)).toMatchObject({
      data: { erasure: { id: id(70) }, memories: [id(61)] },
    });
  });

  test('a delivery is made due again', async () => {
    const { store } = await open();
    await withAda(store);
    await store.webhooks.create(ours, hook(50), 1_000);
    await store.memories.write(ours, id(1), [{ kind: 'add', memory: newMemory(60, 'one') }], at(2_000));
    const lease = { holder: 'h', until: 3_000 };
    const [due] = await store.outbox.exchange([], lease, { parallel: 4, total: 9 }, 2_000);
    const attempt = { at: '1970-01-01T00:00:02.000Z', ms: 1, httpStatus: 200 };
    await store.outbox.exchange([{ deliveryId: due!.deliveryId, attempt }], lease, { parallel: 4, total: 9 }, 2_100);
    const [delivered] = (await store.webhooks.deliveries(ours, id(50), page)).deliveries;
    expect(delivered).toMatchObject({ status: 'DELIVERED', attempts: [attempt], eventId: due?.eventId });
    expect(await store.webhooks.redeliver(ours, id(50), delivered!.id, 5_000)).toMatchObject({
      status: 'PENDING',
      nextAttemptAt: '1970-01-01T00:00:05.000Z',
    });
    const [again] = await store.outbox.exchange([], { holder: 'h', until: 9_000 }, { parallel: 4, total: 9 }, 5_000);
    expect(again).toMatchObject({ eventId: due?.eventId, body: due?.body });
    for (const odd of ['0', 'x', '99999999999999999999', `${delivered!.id}.0`, `${delivered!.id}e0`]) {
      expect(await rejection(store.webhooks.redeliver(ours, id(50), odd, 6_000))).toBe('NotFound');
    }
  });
});

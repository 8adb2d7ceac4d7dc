import { describe, expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../../src/domain/principal.ts';
import type { Store } from '../../src/domain/stores/store.ts';
import { addition, at, id, newCharacter, ours, withTenants } from '../support/builders.ts';
import { engines } from '../support/engines.ts';

const ann: Scope = { tenantId: ours.tenantId, memberId: id(10), role: 'MEMBER' };
const admin: Scope = { tenantId: ours.tenantId, memberId: id(11), role: 'ADMIN' };
const owner: Scope = { tenantId: ours.tenantId, memberId: id(12), role: 'OWNER' };
const page = { page: 0, limit: 50 };

/** Ann's private character and a public one; the admin, the owner and the local owner listen (50, 51, 52). */
async function withTeam(store: Store): Promise<void> {
  await withTenants(store);
  const members = [
    [ann, 'Ann'],
    [admin, 'Ben'],
    [owner, 'Cleo'],
  ] as const;
  for (const [{ memberId, role }, name] of members) {
    await store.members.add(ours.tenantId, { id: memberId, name, role }, 100);
  }
  await store.characters.create(ann, newCharacter(1, 'Hidden', { visibility: 'PRIVATE' }), 'BUSINESS', 200);
  await store.characters.create(ann, newCharacter(2, 'Open'), 'BUSINESS', 200);
  for (const [n, maker] of [admin, owner, ours].entries()) {
    const hook = { url: `https://example.com/${n}`, events: ['*' as const], includeContent: false };
    await store.webhooks.create(maker, { id: id(50 + n), ...hook, secret: `whsec_${n}` }, 300);
  }
}

/** The characters and types of a webhook's events since the last time. */
function teller(store: Store) {
  const known = new Map<number, number>();
  return async (n: number): Promise<string[]> => {
    const { deliveries } = await store.webhooks.deliveries(ours, id(n), page);
    const types = deliveries.map(({ type }) => type).toReversed();
    const fresh = types.slice(known.get(n) ?? 0);
    known.set(n, types.length);
    return fresh;
  };
}

describe.each(engines)('audit lines of private characters ($name)', (engine) => {
  const open = async () => {
    const store = await (await engine.place()).open();
    onTestFinished(() => store.close());
    return { store };
  };

  test('a webhook gets what its maker may see at that moment', async () => {
    const { store } = await open();
    await withTeam(store);
    const told = teller(store);
    const write = (n: number, character = 1) =>
      store.memories.write(ann, id(character), [addition(100 + n, `note ${n}`)], at(950 + 100 * n));
    await write(1);
    expect([await told(50), await told(51), await told(52)]).toStrictEqual([
      [],
      ['memory.created'],
      ['memory.created'],
    ]);
    await store.characters.change(ann, id(1), () => ({ tags: ['a'] }), 1_100);
    await write(2, 2);
    expect(await told(50)).toStrictEqual(['memory.created']);
    await store.characters.share(ann, id(1), { members: [{ member: 'Ben', access: 'READ' }] }, 1_200);
    await write(3);
    expect(await told(50)).toStrictEqual(['character.shared', 'memory.created']);
    await store.characters.share(ann, id(1), { members: [] }, 1_300);
    await write(4);
    expect(await told(50)).toStrictEqual([]);
    await store.characters.share(ann, id(1), { visibility: 'PUBLIC' }, 1_400);
    expect(await told(50)).toStrictEqual(['character.shared']);
    await store.characters.share(ann, id(1), { visibility: 'PRIVATE' }, 1_500);
    await store.members.change(admin.memberId, { role: 'OWNER' }, 1_600);
    expect(await told(50)).toStrictEqual(['member.changed']);
    await write(7);
    expect(await told(50)).toStrictEqual(['memory.created']);
  });

  test('a member without the right to webhooks gets nothing through an old one', async () => {
    const { store } = await open();
    await withTeam(store);
    const told = teller(store);
    const write = (n: number) => store.memories.write(ann, id(2), [addition(100 + n, `note ${n}`)], at(950 + 100 * n));
    await store.members.change(admin.memberId, { status: 'SUSPENDED' }, 900);
    await write(1);
    expect(await told(50)).toStrictEqual([]);
    await store.members.change(admin.memberId, { status: 'ACTIVE' }, 1_100);
    await write(2);
    expect(await told(50)).toStrictEqual(['member.changed', 'memory.created']);
    await store.members.change(admin.memberId, { role: 'MEMBER' }, 1_200);
    await write(3);
    await store.members.remove(admin.memberId, 1_300);
    await write(4);
    expect(await told(50)).toStrictEqual([]);
    expect((await told(51)).filter((type) => type === 'memory.created')).toHaveLength(4);
  });

  test('the list leaves out lines about characters that the member cannot see', async () => {
    const { store } = await open();
    await withTeam(store);
    const listed = async (scope: Scope) => {
      const { events } = await store.audit.list(scope, {}, { order: 'ASC', limit: 50 });
      return events.map(({ characterId }) => characterId);
    };
    const everything = await listed(owner);
    expect(everything.filter((one) => one === id(1))).toHaveLength(1);
    expect(await listed(ours)).toStrictEqual(everything);
    const seen = everything.filter((one) => one !== id(1));
    expect(seen).toContain(id(2));
    expect(await listed(admin)).toStrictEqual(seen);
    const { events } = await store.audit.list(admin, { characterId: id(1) }, { order: 'ASC', limit: 50 });
    expect(events).toStrictEqual([]);
    await store.characters.share(ann, id(1), { members: [{ member: 'Ben', access: 'READ' }] }, 1_200);
    expect(await listed(admin)).toStrictEqual(await listed(owner));
  });

  test('writes committed together have a line each, with their own context and memories', async () => {
    const { store } = await open();
    await withTeam(store);
    const acting = (n: number): Scope => ({
      ...ann,
      auditContext: { action: 'add_memory_direct', name: 'Ann', via: 'key', requestId: `r${n}` },
    });
    const calls = Array.from({ length: 12 }, (_, n) => n);
    await Promise.all(
      calls.map((n) => store.memories.write(acting(n), id(2), [addition(200 + n, `note ${n}`)], at(2_000 + n))),
    );
    const { events } = await store.audit.list(owner, { action: 'add_memory_direct' }, { order: 'ASC', limit: 50 });
    expect(events.map(({ requestId, targetId }) => [requestId, targetId])).toStrictEqual(
      calls.map((n) => [`r${n}`, id(200 + n)]),
    );
    expect(events.map((event) => Date.parse(event.at))).toStrictEqual(calls.map((n) => 2_000 + n));
    const due = await store.outbox.exchange([], { holder: 'h', until: 9_000 }, { parallel: 99, total: 99 }, 8_000);
    const bodies = due.filter(({ url }) => url.endsWith('/0')).map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ type, data }) => [type, data.memory.id])).toStrictEqual(
      calls.map((n) => ['memory.created', id(200 + n)]),
    );
  });

  test('an import of many memories sends each once', async () => {
    const { store } = await open();
    await withTeam(store);
    const count = 700;
    const changes = Array.from({ length: count }, (_, n) => addition(1_000 + n, `imported note number ${n}`));
    await store.files.importMemories(ann, id(2), { categories: [], changes }, at(3_000));
    const due = await store.outbox.exchange([], { holder: 'h', until: 9_000 }, { parallel: 99, total: 99 }, 8_000);
    const bodies = due.filter(({ url }) => url.endsWith('/0')).map(({ body }) => JSON.parse(body));
    expect(bodies.filter(({ type }) => type === 'import.committed')).toHaveLength(1);
    const batches = bodies.filter(({ type }) => type === 'memory.batch');
    const ids = batches.flatMap(({ data }) => data.memories.map((memory: { id: string }) => memory.id));
    expect(ids.toSorted()).toStrictEqual(changes.map((_, n) => id(1_000 + n)));
    expect(batches.every(({ data }) => data.of === 'memory.created')).toBe(true);
  });
});

import { expect, test } from 'vitest';
import type { Scope } from '../../../src/domain/principal.ts';
import { at, id, newCharacter, ours, rejection, theirs, withAda } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const auditContext = {
  action: 'set_tags',
  name: 'ann',
  via: 'key',
  keyId: 'k1',
  requestId: 'r1',
  address: '::1',
} as const;
const acting: Scope = { ...ours, memberId: 'm1', auditContext: { ...auditContext, fields: ['tags'] } };
const newest = { order: 'DESC', limit: 10 } as const;

contract('audit', (open) => {
  test('a change adds an audit line with actor, origin and target', async () => {
    const { store } = await open();
    await withAda(store);
    await store.characters.change(acting, id(1), () => ({ tags: ['a'] }), 2_000);
    const [line, ...others] = (await store.audit.list(ours, {}, newest)).events;
    expect(line).toStrictEqual({
      id: line?.id,
      at: '1970-01-01T00:00:02.000Z',
      actor: { memberId: 'm1', name: 'ann', via: 'key', keyId: 'k1' },
      action: 'set_tags',
      characterId: id(1),
      outcome: 'OK',
      requestId: 'r1',
      address: '::1',
      detail: ['tags'],
    });
    expect(others.at(0)?.actor).toMatchObject({ via: 'system' });
    expect(
      (await store.audit.list(theirs, {}, newest)).events.filter(({ action }) => action === 'set_tags'),
    ).toStrictEqual([]);
  });

  test('a change that fails or changes nothing adds no line', async () => {
    const { store } = await open();
    await withAda(store);
    const before = (await store.audit.list(ours, {}, newest)).events.length;
    await rejection(store.characters.create(acting, newCharacter(2, 'Ada'), 'BUSINESS', 2_000));
    await rejection(store.memories.write(acting, id(1), [{ kind: 'delete', memoryId: id(99) }], at(2_000)));
    await store.characters.change(acting, id(1), () => ({ status: 'ACTIVE' }), 2_000);
    expect((await store.audit.list(ours, {}, newest)).events).toHaveLength(before);
  });

  test('an action without a change is recorded by itself', async () => {
    const { store } = await open();
    await withAda(store);
    await store.audit.record(acting, { characterId: id(1), targetId: 'f1' }, 'AccessDenied', 3_000);
    const [line] = (await store.audit.list(ours, { outcome: 'AccessDenied' }, newest)).events;
    expect(line).toMatchObject({ characterId: id(1), targetId: 'f1', outcome: 'AccessDenied' });
    expect(await rejection(store.audit.record(acting, { characterId: id(9) }, 'OK', 1))).toBe('CharacterNotFound');
  });

  test('a line shows the member’s current name', async () => {
    const { store } = await open();
    await withAda(store);
    await store.members.add(ours.tenantId, { id: 'm1', name: 'ann', role: 'ADMIN' }, 1_000);
    await store.audit.record(acting, {}, 'OK', 1_500);
    await store.members.change('m1', { name: 'anna' }, 2_000);
    const { events } = await store.audit.list(ours, { memberId: 'm1' }, newest);
    expect(events.map(({ actor }) => actor.name)).toStrictEqual(['anna']);
  });

  test('lines are filtered, in either order, and continued after the previous page', async () => {
    const { store } = await open();
    await withAda(store);
    for (let n = 0; n < 7; n++) {
      // Two of each time: a page ends between them.
      const scope = { ...acting, auditContext: { ...auditContext, action: n % 2 === 0 ? 'even' : 'odd' } };
      await store.audit.record(scope, n === 3 ? { characterId: id(1) } : {}, 'OK', 10_000 + Math.floor(n / 2));
    }
    const walk = async (order: 'ASC' | 'DESC', filter: object) => {
      const found: string[] = [];
      let after: { at: number; no: number } | undefined;
      do {
        const page = await store.audit.list(ours, { since: 10_000, ...filter }, { order, limit: 3, after });
        expect(page.events.length).toBeLessThanOrEqual(3);
        found.push(...page.events.map((event) => event.id));
        after = page.next;
      } while (after);
      return found;
    };
    const all = await walk('ASC', {});
    expect(all).toHaveLength(7);
    expect(new Set(all).size).toBe(7);
    expect(await walk('DESC', {})).toStrictEqual(all.toReversed());
    expect(await walk('ASC', { action: 'odd' })).toStrictEqual([all[1], all[3], all[5]]);
    expect(await walk('ASC', { characterId: id(1) })).toStrictEqual([all[3]]);
    expect(await walk('ASC', { since: 10_001, until: 10_003 })).toStrictEqual(all.slice(2, 6));
    expect(await walk('ASC', { memberId: 'nobody' })).toStrictEqual([]);
  });

  test('a page scans a bounded number of lines, and says when there are more', async () => {
    const { store } = await open();
    await withAda(store);
    const rare = { ...acting, auditContext: { ...auditContext, action: 'rare' } };
    await store.audit.record(rare, {}, 'OK', 10_000);
    const scan = 20;
    for (let n = 0; n < scan; n++) await store.audit.record(acting, {}, 'OK', 10_001 + n);
    const first = await store.audit.list(ours, { action: 'rare' }, { ...newest, scan });
    expect(first.events).toStrictEqual([]);
    const second = await store.audit.list(ours, { action: 'rare' }, { ...newest, scan, after: first.next });
    expect(second.events).toHaveLength(1);
    const rest = await store.audit.list(ours, { action: 'rare' }, { ...newest, scan: 100 });
    expect(rest).toStrictEqual({ events: second.events });
  });

  test('old lines are removed in bounded batches', async () => {
    const { store } = await open();
    await withAda(store);
    for (let n = 0; n < 5; n++) await store.audit.record(acting, {}, 'OK', 5_000 + n);
    const count = async () => (await store.audit.list(ours, { memberId: 'm1' }, newest)).events.length;
    expect(await store.audit.prune(5_003, 2)).toBe(2);
    await store.audit.prune(5_003, 1_000);
    expect(await count()).toBe(2);
    expect(await store.audit.prune(5_003, 1_000)).toBe(0);
  });
});

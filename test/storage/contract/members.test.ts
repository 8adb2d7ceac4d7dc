import { expect, test } from 'vitest';
import { id, newKey, rejection } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const rejectionType = ({ type }: { type: string }) => type;
const member = (n: number, name: string) => ({ id: id(n), name, role: 'MEMBER' as const });

contract('members', (open) => {
  test('members are added up to the tier’s limit, under unique names', async () => {
    const { store } = await open();
    await store.tenants.ensure('t', 'DEVELOPER', 0);
    await store.tenants.ensure('u', 'DEVELOPER', 0);
    const ann = await store.members.add('t', member(1, 'ann'), 10);
    expect(ann).toStrictEqual({
      ...member(1, 'ann'),
      tenantId: 't',
      status: 'ACTIVE',
      createdAt: '1970-01-01T00:00:00.010Z',
    });
    expect(await rejection(store.members.add('t', member(2, 'ann'), 11))).toBe('NameTaken');
    await store.members.add('u', member(3, 'ann'), 11);
    await store.members.add('t', member(4, 'bob'), 12);
    await store.members.add('t', member(5, 'cy'), 13);
    expect(await rejection(store.members.add('t', member(6, 'dee'), 14))).toBe('TierLimitExceeded');
    expect(await rejection(store.members.add('nobody', member(7, 'eve'), 14))).toBe('NotFound');
    expect((await store.members.list('t')).map(({ name }) => name)).toStrictEqual(['ann', 'bob', 'cy']);
    await store.members.remove(id(5), 15);
    expect((await store.members.add('t', member(8, 'cy'), 16)).id).toBe(id(8));
  });

  test('the limit is the current tier’s', async () => {
    const { store } = await open();
    await store.tenants.ensure('t', 'DEVELOPER', 0);
    await store.tenants.setTier('t', 'FREE', 100, 0);
    await store.members.add('t', member(1, 'ann'), 99);
    expect(await rejection(store.members.add('t', member(2, 'bob'), 100))).toBe('TierLimitExceeded');
  });

  test('a reference finds members by id or name, in one tenant or in all', async () => {
    const { store } = await open();
    for (const [n, tenant] of ['t', 'u'].entries()) {
      await store.tenants.ensure(tenant, 'DEVELOPER', 0);
      await store.members.add(tenant, member(n + 1, 'ann'), 10 + n);
    }
    expect((await store.members.find('ann')).map(({ tenantId }) => tenantId)).toStrictEqual(['t', 'u']);
    expect(await store.members.find(' ann ', 'u')).toMatchObject([{ id: id(2) }]);
    expect(await store.members.find(id(1))).toMatchObject([{ tenantId: 't' }]);
    expect(await store.members.find('bob')).toStrictEqual([]);
  });

  test('role and status are changed separately, and a removed member’s keys are deleted', async () => {
    const { store } = await open();
    await store.tenants.ensure('t', 'DEVELOPER', 0);
    await store.members.add('t', member(1, 'ann'), 10);
    await store.keys.add(id(1), newKey(2, 7), 11);
    expect(await store.members.change(id(1), { role: 'ADMIN' }, 0)).toMatchObject({ role: 'ADMIN', status: 'ACTIVE' });
    expect(await store.members.change(id(1), { status: 'SUSPENDED' }, 0)).toMatchObject({
      role: 'ADMIN',
      status: 'SUSPENDED',
    });
    expect(await store.members.remove(id(1), 20)).toMatchObject({ id: id(1), name: 'ann' });
    expect(await store.keys.list('t')).toMatchObject([{ revokedAt: '1970-01-01T00:00:00.020Z' }]);
    expect(await store.members.list('t')).toStrictEqual([]);
    expect(await store.members.find('ann')).toStrictEqual([]);
    for (const gone of [id(1), id(99)]) {
      expect(await rejection(store.members.change(gone, { role: 'OWNER' }, 0))).toBe('NotFound');
      expect(await rejection(store.members.remove(gone, 21))).toBe('NotFound');
    }
  });

  test('name and external id are unique in their tenant, when added or changed', async () => {
    const { store } = await open();
    await store.tenants.ensure('t', 'BUSINESS', 0);
    await store.tenants.ensure('u', 'BUSINESS', 0);
    const ann = await store.members.add('t', { ...member(1, 'ann'), externalId: 'idp|1' }, 10);
    expect(ann).toMatchObject({ externalId: 'idp|1' });
    expect(await rejection(store.members.add('t', { ...member(2, 'bob'), externalId: 'idp|1' }, 11))).toBe('NameTaken');
    await store.members.add('u', { ...member(3, 'ann'), externalId: 'idp|1' }, 11);
    await store.members.add('t', member(2, 'bob'), 12);
    for (const change of [{ name: 'ann' }, { externalId: 'idp|1' }])
      expect(await rejection(store.members.change(id(2), change, 0))).toBe('NameTaken');
    expect(await store.members.change(id(1), { name: 'Ann', externalId: null }, 0)).toStrictEqual({
      ...member(1, 'Ann'),
      tenantId: 't',
      status: 'ACTIVE',
      createdAt: '1970-01-01T00:00:00.010Z',
    });
    expect(await store.members.change(id(2), { externalId: 'idp|1' }, 0)).toMatchObject({ name: 'bob' });
    expect(await store.members.change(id(2), { externalId: 'idp|1' }, 0)).toMatchObject({ externalId: 'idp|1' });
    expect(await store.members.list('t')).toMatchObject([{ name: 'Ann' }, { name: 'bob', externalId: 'idp|1' }]);
  });

  test('the last active OWNER can be neither removed, suspended nor demoted', async () => {
    const { store, reopen } = await open();
    await store.tenants.ensure('t', 'BUSINESS', 0);
    const owner = (n: number) => ({ id: id(n), name: `owner ${n}`, role: 'OWNER' as const });
    await store.members.add('t', owner(1), 1);
    await store.members.add('t', owner(2), 2);
    expect(await store.members.change(id(2), { status: 'SUSPENDED' }, 0)).toMatchObject({ role: 'OWNER' });
    for (const change of [{ role: 'ADMIN' }, { status: 'SUSPENDED' }] as const)
      expect(await rejection(store.members.change(id(1), change, 0))).toBe('InvalidInput');
    expect(await rejection(store.members.remove(id(1), 5))).toBe('InvalidInput');
    expect(await store.members.change(id(1), { name: 'still', role: 'OWNER' }, 0)).toMatchObject({ name: 'still' });
    await store.members.change(id(2), { status: 'ACTIVE' }, 0);
    const other = await reopen();
    const both = [store.members.remove(id(1), 6), other.members.change(id(2), { role: 'VIEWER' }, 0)];
    const outcomes = await Promise.all(both.map((one) => one.then(() => 'done', rejectionType)));
    expect(outcomes.toSorted()).toStrictEqual(['InvalidInput', 'done']);
    expect((await store.members.list('t')).filter(({ role }) => role === 'OWNER')).toHaveLength(1);
  });

  test('a token names a member by name, id or external id, and a removed one is distinguished', async () => {
    const { store } = await open();
    await store.tenants.ensure('t', 'BUSINESS', 0);
    await store.tenants.ensure('u', 'BUSINESS', 0);
    await store.members.add('t', { ...member(1, 'ann'), externalId: 'idp|1' }, 10);
    for (const reference of [id(1), 'ann'])
      expect(await store.members.identify('t', { reference })).toMatchObject({ id: id(1) });
    expect(await store.members.identify('t', { externalId: 'idp|1' })).toMatchObject({ id: id(1) });
    for (const subject of [
      { reference: 'idp|1' },
      { reference: ' ann ' },
      { externalId: 'ann' },
      { externalId: ' idp|1' },
    ])
      expect(await store.members.identify('t', subject)).toBeUndefined();
    for (const tenant of ['u', 'nobody'])
      expect(await store.members.identify(tenant, { externalId: 'idp|1' })).toBeUndefined();
    await store.members.remove(id(1), 20);
    for (const subject of [{ reference: 'ann' }, { reference: id(1) }, { externalId: 'idp|1' }])
      expect(await store.members.identify('t', subject)).toBe('removed');
    await store.members.add('t', { ...member(2, 'ann'), externalId: 'idp|1' }, 30);
    for (const subject of [{ reference: 'ann' }, { externalId: 'idp|1' }])
      expect(await store.members.identify('t', subject)).toMatchObject({ id: id(2) });
  });
});

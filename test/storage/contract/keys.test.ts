import { expect, test } from 'vitest';
import type { Store } from '../../../src/domain/stores/store.ts';
import { id, newKey, rejection } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const minute = 60_000;

async function withMember(store: Store): Promise<void> {
  await store.tenants.ensure('t', 'DEVELOPER', 0);
  await store.members.add('t', { id: id(1), name: 'ann', role: 'MEMBER' }, 0);
}

contract('keys', (open) => {
  test('valid keys are limited by the current tier, and revoked ones not counted', async () => {
    const { store } = await open();
    await withMember(store);
    for (const n of [11, 12, 13]) await store.keys.add(id(1), newKey(n, n), n);
    expect(await rejection(store.keys.add(id(1), newKey(14, 14), 14))).toBe('TierLimitExceeded');
    const revoked = await store.keys.revoke(id(12), 20);
    expect(revoked).toStrictEqual({
      id: id(12),
      name: 'key 12',
      tenantId: 't',
      memberId: id(1),
      member: 'ann',
      access: 'WRITE',
      createdAt: '1970-01-01T00:00:00.012Z',
      revokedAt: '1970-01-01T00:00:00.020Z',
    });
    expect(await store.keys.revoke(id(12), 30)).toStrictEqual(revoked);
    await store.keys.add(id(1), newKey(14, 14), 40);
    expect((await store.keys.list('t')).map((key) => key.id)).toStrictEqual([id(11), id(12), id(13), id(14)]);
    expect(await store.keys.list('u')).toStrictEqual([]);
    expect(await rejection(store.keys.revoke(id(99), 1))).toBe('NotFound');
    expect(await rejection(store.keys.add(id(99), newKey(15, 15), 1))).toBe('NotFound');
  });

  test('a key is revoked within its tenant, or by its own member', async () => {
    const { store } = await open();
    await withMember(store);
    await store.tenants.ensure('u', 'DEVELOPER', 0);
    await store.members.add('t', { id: id(3), name: 'bob', role: 'MEMBER' }, 0);
    await store.keys.add(id(1), newKey(2, 7), 10);
    for (const owner of [{ tenantId: 'u' }, { tenantId: 't', memberId: id(3) }, { tenantId: 'u', memberId: id(1) }]) {
      expect(await rejection(store.keys.revoke(id(2), 20, owner))).toBe('NotFound');
    }
    expect((await store.keys.list('t'))[0]).not.toHaveProperty('revokedAt');
    expect(await store.keys.revoke(id(2), 20, { tenantId: 't', memberId: id(1) })).toHaveProperty('revokedAt');
    expect(await store.keys.revoke(id(2), 30, { tenantId: 't' })).toHaveProperty('revokedAt');
  });

  test('listeners are notified of the end of each key after it has ended', async () => {
    const { store } = await open();
    await withMember(store);
    await store.keys.add(id(1), newKey(2, 7), 10);
    const { hash } = newKey(2, 7);
    const seen: Promise<unknown>[] = [];
    const unlisten = await store.keys.onWithdrawal(() => {
      seen.push(store.keys.findCredential(hash, 20).then((found) => [found?.memberStatus, found?.revoked]));
    });
    await store.members.change(id(1), { status: 'SUSPENDED' }, 0);
    await store.keys.revoke(id(2), 20);
    expect(await rejection(store.keys.revoke(id(99), 20))).toBe('NotFound');
    await store.members.remove(id(1), 30);
    unlisten();
    expect(await rejection(store.members.remove(id(1), 40))).toBe('NotFound');
    expect(await Promise.all(seen)).toMatchObject([['SUSPENDED', false], ['SUSPENDED', true], expect.anything()]);
  });

  test('a hash identifies a key with its current rights', async () => {
    const { store } = await open();
    await withMember(store);
    const { hash } = newKey(2, 7);
    await store.keys.add(id(1), newKey(2, 7), 10);
    const credential = {
      keyId: id(2),
      keyName: 'key 2',
      tenantId: 't',
      tier: 'DEVELOPER',
      memberId: id(1),
      member: 'ann',
      role: 'MEMBER',
      memberStatus: 'ACTIVE',
      access: 'WRITE',
      revoked: false,
      expired: false,
      lastUsedAt: undefined,
    };
    expect(await store.keys.findCredential(hash, 11)).toStrictEqual(credential);
    await store.keys.recordUse(id(2), minute);
    await store.members.change(id(1), { role: 'ADMIN', status: 'SUSPENDED' }, 0);
    await store.tenants.setTier('t', 'FREE', 2 * minute, minute);
    const later = { ...credential, role: 'ADMIN', memberStatus: 'SUSPENDED', lastUsedAt: minute };
    expect(await store.keys.findCredential(hash, minute)).toStrictEqual(later);
    await store.keys.revoke(id(2), minute);
    expect(await store.keys.findCredential(hash, 2 * minute)).toStrictEqual({ ...later, tier: 'FREE', revoked: true });
    expect(await store.keys.list('t')).toMatchObject([{ lastUsedAt: '1970-01-01T00:01:00.000Z' }]);
  });

  test('a key has its scope, and ends at its time', async () => {
    const { store } = await open();
    await withMember(store);
    const scope = { access: 'READ' as const, characterIds: [id(7)] };
    const made = await store.keys.add(id(1), { ...newKey(2, 7), ...scope, expiresAt: 100 }, 10);
    expect(made).toMatchObject({ ...scope, expiresAt: '1970-01-01T00:00:00.100Z' });
    const { hash } = newKey(2, 7);
    expect(await store.keys.findCredential(hash, 99)).toMatchObject({ ...scope, expired: false });
    expect(await store.keys.findCredential(hash, 100)).toMatchObject({ ...scope, expired: true });
    for (const n of [11, 12]) await store.keys.add(id(1), newKey(n, n), n);
    expect(await rejection(store.keys.add(id(1), newKey(13, 13), 99))).toBe('TierLimitExceeded');
    await store.keys.add(id(1), newKey(13, 13), 100);
  });

  test('a key takes the place of another, with its scope, although the tier allows no more', async () => {
    const { store } = await open();
    await withMember(store);
    await store.tenants.setTier('t', 'FREE', 0, 0);
    const scope = { access: 'READ' as const, characterIds: [id(7)] };
    await store.tenants.ensure('t', 'FREE', 0);
    await store.keys.add(id(1), { ...newKey(2, 7), ...scope, expiresAt: 110 }, 10);
    const text = ({ id: keyId, hash }: ReturnType<typeof newKey>) => ({ id: keyId, hash });
    const second = await store.keys.rotate(id(2), { ...text(newKey(3, 8)), until: 60 }, 50);
    expect(second).toMatchObject({ id: id(3), name: 'key 2', ...scope, expiresAt: '1970-01-01T00:00:00.150Z' });
    expect(await store.keys.findCredential(newKey(2, 7).hash, 59)).toMatchObject({ revoked: false, expired: false });
    expect(await store.keys.findCredential(newKey(2, 7).hash, 60)).toMatchObject({ revoked: false, expired: true });
    const third = await store.keys.rotate(id(3), { ...text(newKey(4, 9)), until: 70, expiresAt: 500 }, 70);
    expect(third).toMatchObject({ id: id(4), ...scope, expiresAt: '1970-01-01T00:00:00.500Z' });
    expect(await store.keys.findCredential(newKey(3, 8).hash, 70)).toMatchObject({ revoked: true });
    const again = { ...text(newKey(5, 10)), until: 80 };
    expect(await rejection(store.keys.rotate(id(3), again, 80))).toBe('InvalidInput');
    expect(await rejection(store.keys.rotate(id(4), again, 80, { tenantId: 'u' }))).toBe('NotFound');
    expect(await rejection(store.keys.rotate(id(99), again, 80))).toBe('NotFound');
  });

  test('a hash that differs in a byte identifies nothing', async () => {
    const { store } = await open();
    await withMember(store);
    await store.keys.add(id(1), newKey(2, 7), 10);
    const other = Buffer.alloc(32, 7);
    other[31] = 8;
    expect(await store.keys.findCredential(other, 11)).toBeUndefined();
    expect(await store.keys.findCredential(Buffer.alloc(32, 9), 11)).toBeUndefined();
  });

  test('the first key of a store is created once, with an owner unless there is one', async () => {
    const { store, reopen } = await open();
    await store.tenants.ensure('t', 'FREE', 0);
    const other = await reopen();
    const owner = { id: id(1), name: 'local' };
    const made = await Promise.all([
      store.keys.addFirst('t', owner, newKey(2, 1), 10),
      other.keys.addFirst('t', { ...owner, id: id(3) }, newKey(4, 2), 10),
    ]);
    expect(made.filter((key) => key !== undefined)).toHaveLength(1);
    expect(await store.members.list('t')).toMatchObject([{ name: 'local', role: 'OWNER' }]);
    expect(await store.keys.addFirst('t', owner, newKey(5, 3), 20)).toBeUndefined();
    expect(await store.keys.list('t')).toHaveLength(1);
  });

  test('an existing owner of that name gets the first key', async () => {
    const { store } = await open();
    await store.tenants.ensure('t', 'FREE', 0);
    await store.members.add('t', { id: id(1), name: 'local', role: 'OWNER' }, 0);
    expect(await rejection(store.keys.addFirst('u', { id: id(2), name: 'local' }, newKey(3, 1), 10))).toBe('NotFound');
    await store.keys.addFirst('t', { id: id(2), name: 'local' }, newKey(3, 1), 10);
    expect(await store.members.list('t')).toMatchObject([{ id: id(1) }]);
  });
});

import { expect, test } from 'vitest';
import { sessionsOfMember } from '../../../src/domain/session.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { id, newKey, rejection } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

/** Ann with two keys and Ben with one, in one tenant; Cleo in another. */
async function withMembers({ tenants, members, keys }: Store): Promise<void> {
  for (const tenant of ['t', 'u']) await tenants.ensure(tenant, 'BUSINESS', 0);
  await members.add('t', { id: id(1), name: 'ann', role: 'MEMBER' }, 0);
  await members.add('t', { id: id(2), name: 'ben', role: 'ADMIN' }, 0);
  await members.add('u', { id: id(3), name: 'cleo', role: 'OWNER' }, 0);
  for (const [member, key] of [
    [1, 11],
    [1, 12],
    [2, 21],
    [3, 31],
  ] as const) {
    await keys.add(id(member), newKey(key, key), 0);
  }
}

const session = (n: number, key: number, expiresAt = 1_000) => {
  return { id: id(n), keyId: id(key), hash: newKey(n, n).hash, userAgent: `browser ${n}`, expiresAt };
};
const ids = async (listed: Promise<{ id: string }[]>) => (await listed).map((one) => one.id);

contract('sessions', (open) => {
  test('a token has its key’s current rights until it ends', async () => {
    const { store, reopen } = await open();
    await withMembers(store);
    await store.sessions.open(session(50, 11), 10);
    const { hash } = session(50, 11);
    const other = await reopen();
    expect(await other.sessions.find(hash, 999)).toStrictEqual({
      sessionId: id(50),
      keyId: id(11),
      keyName: 'key 11',
      tenantId: 't',
      tier: 'BUSINESS',
      memberId: id(1),
      member: 'ann',
      role: 'MEMBER',
      memberStatus: 'ACTIVE',
      revoked: false,
      lastUsedAt: 10,
    });
    await store.sessions.recordUse(id(50), 70);
    await store.members.change(id(1), { role: 'ADMIN', status: 'SUSPENDED' }, 75);
    expect(await store.sessions.find(hash, 80)).toMatchObject({
      role: 'ADMIN',
      memberStatus: 'SUSPENDED',
      lastUsedAt: 70,
    });
    expect(await store.sessions.find(hash, 1_000)).toBeUndefined();
    const alike = Uint8Array.from(hash).fill(9, 8);
    expect(await store.sessions.find(alike, 80)).toBeUndefined();
    await store.keys.revoke(id(11), 90);
    expect(await store.sessions.find(hash, 95)).toMatchObject({ revoked: true });
    expect(await store.sessions.list('t', undefined, 95)).toStrictEqual([]);
    expect(await rejection(store.sessions.open(session(51, 99), 10))).toBe('NotFound');
  });

  test('sessions are listed by member or tenant, and ended by their owners', async () => {
    const { store } = await open();
    await withMembers(store);
    for (const [n, key] of [
      [50, 11],
      [51, 12],
      [52, 21],
      [53, 31],
    ] as const) {
      await store.sessions.open(session(n, key), n);
    }
    expect(await store.sessions.list('t', id(2), 60)).toStrictEqual([
      {
        id: id(52),
        member: 'ben',
        createdAt: '1970-01-01T00:00:00.052Z',
        lastUsedAt: '1970-01-01T00:00:00.052Z',
        userAgent: 'browser 52',
      },
    ]);
    expect(await ids(store.sessions.list('t', undefined, 60))).toStrictEqual([id(52), id(51), id(50)]);
    expect(await ids(store.sessions.list('t', id(1), 60))).toStrictEqual([id(51), id(50)]);
    expect(await store.sessions.list('nobody', undefined, 60)).toStrictEqual([]);
    expect(await store.sessions.end('t', id(2), id(50), 300)).toBe(false);
    expect(await store.sessions.end('u', undefined, id(50), 300)).toBe(false);
    expect(await store.sessions.end('t', undefined, id(50), 300)).toBe(true);
    expect(await store.sessions.end('t', id(1), id(51), 300)).toBe(true);
    expect(await store.sessions.end('nobody', undefined, id(52), 300)).toBe(false);
    expect(await ids(store.sessions.list('t', undefined, 60))).toStrictEqual([id(52)]);
    await store.members.remove(id(2), 70);
    expect(await store.sessions.find(session(52, 21).hash, 80)).toMatchObject({ revoked: true });
  });

  test('expired sessions are deleted, and the oldest of a member above the limit', async () => {
    const { store } = await open();
    await withMembers(store);
    await store.sessions.open(session(40, 21, 100), 10);
    for (let n = 0; n <= sessionsOfMember; n++) await store.sessions.open(session(50 + n, 11, 9_000), 200 + n);
    const left = await ids(store.sessions.list('t', undefined, 0));
    expect(left).toHaveLength(sessionsOfMember);
    expect(left).not.toContain(id(40));
    expect(left).not.toContain(id(50));
    expect(left[0]).toBe(id(50 + sessionsOfMember));
  });
});

import { expect, test } from 'vitest';
import { localMemberId, type Scope } from '../../../src/domain/principal.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { makerDetail, type SignInLink } from '../../../src/features/sign-in/domain/sign-in-link.ts';
import { id, newKey, rejection } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const hash = (n: number) => newKey(n, n).hash;
const by = (n: number, action = 'create_sign_in_link'): Scope => {
  return { tenantId: 't', memberId: id(n), role: 'ADMIN', auditContext: { action, name: `member ${n}`, via: 'key' } };
};
const link = (n: number, expiresAt = 1_000) => ({ hash: hash(n), expiresAt });
const session = (n: number) => ({ id: id(n), hash: hash(n), userAgent: 'browser', expiresAt: 9_000 });
const admit = (used: SignInLink): Scope => {
  const { auditContext } = by(2, 'sign_in_by_link');
  return { ...by(2), memberId: used.member.id, auditContext: { ...auditContext!, fields: makerDetail(used) } };
};
const party = (n: number, name: string, role: string) => ({ id: id(n), name, role, status: 'ACTIVE' });

/** Olga the OWNER, Ann the ADMIN, and Wang; Cleo in another tenant. */
async function withMembers({ tenants, members }: Store): Promise<void> {
  for (const tenant of ['t', 'u']) await tenants.ensure(tenant, 'BUSINESS', 0);
  await members.add('t', { id: id(1), name: 'Ольга', role: 'OWNER' }, 0);
  await members.add('t', { id: id(2), name: 'ann', role: 'ADMIN' }, 0);
  await members.add('t', { id: id(3), name: '王小明', role: 'MEMBER' }, 0);
  await members.add('u', { id: id(4), name: 'cleo', role: 'OWNER' }, 0);
}

async function linesOf(store: Store) {
  const { events } = await store.audit.list(by(1), {}, { order: 'DESC', limit: 100 });
  return events.map(({ action, outcome, targetId }) => `${action} ${outcome} ${targetId}`).reverse();
}

contract('signInLinks', (open) => {
  test('a link is exchanged once for a session without a key, before it expires', async () => {
    const { store, reopen } = await open();
    await withMembers(store);
    await store.signInLinks.make(id(3), link(60), 10, by(1));
    const other = await reopen();
    expect(await other.signInLinks.redeem(hash(60), session(80), admit, 1_000)).toBeUndefined();
    expect(await other.signInLinks.redeem(hash(61), session(80), admit, 20)).toBeUndefined();
    const refused = other.signInLinks.redeem(
      hash(60),
      session(80),
      () => {
        throw new Error('not now');
      },
      20,
    );
    await expect(refused).rejects.toThrow('not now');
    expect(await other.sessions.list('t', undefined, 20)).toStrictEqual([]);
    const found = { tenantId: 't', member: party(3, '王小明', 'MEMBER'), maker: party(1, 'Ольга', 'OWNER') };
    expect(await other.signInLinks.redeem(hash(60), session(80), admit, 20)).toStrictEqual(found);
    expect(await store.signInLinks.redeem(hash(60), session(81), admit, 21)).toBeUndefined();
    const signedIn = {
      sessionId: id(80),
      tenantId: 't',
      tier: 'BUSINESS',
      memberId: id(3),
      member: '王小明',
      role: 'MEMBER',
      memberStatus: 'ACTIVE',
      revoked: false,
      lastUsedAt: 20,
    };
    expect(await store.sessions.find(hash(80), 30)).toStrictEqual(signedIn);
    expect(await store.sessions.list('t', id(3), 30)).toMatchObject([
      { id: id(80), member: '王小明', linkBy: 'Ольга' },
    ]);
    expect(await linesOf(store)).toStrictEqual([
      `add_member OK ${id(1)}`,
      `add_member OK ${id(2)}`,
      `add_member OK ${id(3)}`,
      `create_sign_in_link OK ${id(3)}`,
      `sign_in_by_link OK ${id(80)}`,
    ]);
    await store.members.change(id(3), { status: 'SUSPENDED' }, 40);
    expect(await store.sessions.find(hash(80), 50)).toMatchObject({ memberStatus: 'SUSPENDED', revoked: false });
    await store.members.remove(id(3), 60);
    expect(await store.sessions.find(hash(80), 70)).toMatchObject({ revoked: true });
    expect(await store.sessions.list('t', undefined, 70)).toStrictEqual([]);
  });

  test('a new link replaces the one before, and one of many concurrent uses succeeds', async () => {
    const { store, reopen } = await open();
    await withMembers(store);
    await store.signInLinks.make(id(3), link(60), 10, by(1));
    await store.signInLinks.make(id(3), link(61), 20, by(1));
    expect(await store.signInLinks.redeem(hash(60), session(80), admit, 30)).toBeUndefined();
    const other = await reopen();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? store : other).signInLinks.redeem(hash(61), session(80 + n), admit, 30),
      ),
    );
    expect(outcomes.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await store.sessions.list('t', undefined, 40)).toHaveLength(1);
  });

  test('a link is for oneself or, by an OWNER, for others, but no suspended or foreign member', async () => {
    const { store } = await open();
    await withMembers(store);
    const make = (member: number, maker: number) =>
      rejection(store.signInLinks.make(id(member), link(60), 10, by(maker)));
    expect(await make(1, 2)).toBe('InsufficientRole');
    expect(await make(3, 2)).toBe('InsufficientRole');
    expect(await make(3, 3)).toBe('InsufficientRole');
    expect(await make(3, 4)).toBe('AccessDenied');
    expect(await make(9, 1)).toBe('NotFound');
    const stranger = { ...by(1), memberId: 'token:stranger' };
    expect(await rejection(store.signInLinks.make(id(3), link(60), 10, stranger))).toBe('AccessDenied');
    await store.members.change(id(3), { status: 'SUSPENDED' }, 20);
    expect(await make(3, 1)).toBe('AccessDenied');
    expect(await store.signInLinks.redeem(hash(60), session(80), admit, 30)).toBeUndefined();
    await store.signInLinks.make(id(2), link(60), 10, by(2));
  });

  test('a link shows its maker and member in their current state', async () => {
    const { store } = await open();
    await withMembers(store);
    const seen: SignInLink[] = [];
    const look = async () => {
      const looking = store.signInLinks.redeem(
        hash(60),
        session(80),
        (found) => {
          seen.push(found);
          throw new Error('only looked');
        },
        30,
      );
      await looking.catch(() => undefined);
      return seen.at(-1);
    };
    await store.signInLinks.make(id(3), link(60), 10, { ...by(1), memberId: localMemberId });
    expect(await look()).toMatchObject({ maker: undefined });
    await store.members.change(id(2), { role: 'OWNER' }, 15);
    await store.signInLinks.make(id(3), link(60), 10, by(2));
    await store.members.change(id(3), { role: 'ADMIN', name: 'Ван' }, 20);
    await store.members.change(id(2), { role: 'VIEWER', status: 'SUSPENDED' }, 20);
    expect(await look()).toMatchObject({
      member: { name: 'Ван', role: 'ADMIN' },
      maker: { role: 'VIEWER', status: 'SUSPENDED' },
    });
    await store.members.remove(id(2), 25);
    expect(await rejection(store.signInLinks.redeem(hash(60), session(80), admit, 30))).toBe('AccessDenied');
    await store.members.remove(id(3), 25);
    expect(await store.signInLinks.redeem(hash(60), session(80), admit, 30)).toBeUndefined();
  });
});

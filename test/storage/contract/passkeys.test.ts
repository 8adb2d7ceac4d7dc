import { expect, test } from 'vitest';
import type { Scope } from '../../../src/domain/principal.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { passkeysOfMember } from '../../../src/features/sign-in/domain/passkey.ts';
import { id, newKey, rejection } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const hash = (n: number) => newKey(n, n).hash;
const by = (n: number, action = 'add_passkey', tenantId = 't'): Scope => {
  return { tenantId, memberId: id(n), role: 'MEMBER', auditContext: { action, name: `member ${n}`, via: 'dashboard' } };
};
const passkey = (n: number) => ({
  id: id(n),
  name: `ключ ${n}`,
  credential: hash(n),
  publicKey: hash(n + 100),
  counter: 0,
});
const session = (n: number) => ({ id: id(n), hash: hash(n), userAgent: 'browser', expiresAt: 9_000 });
const accept = (counter: number) => () => ({ by: by(1, 'sign_in_by_passkey'), counter });

async function withMembers({ tenants, members }: Store): Promise<void> {
  for (const tenant of ['t', 'u']) await tenants.ensure(tenant, 'BUSINESS', 0);
  await members.add('t', { id: id(1), name: '王小明', role: 'MEMBER' }, 0);
  await members.add('t', { id: id(2), name: 'ann', role: 'OWNER' }, 0);
  await members.add('u', { id: id(3), name: 'cleo', role: 'OWNER' }, 0);
}

async function add({ passkeys }: Store, n: number, member = 1, tenantId = 't'): Promise<void> {
  await passkeys.challenge(hash(n), id(member), 1_000, 10);
  await passkeys.add(hash(n), passkey(n), 10 + n, by(member, 'add_passkey', tenantId));
}

contract('passkeys', (open) => {
  test('a passkey is added with its member’s challenge, signs in, and is removed with its sessions', async () => {
    const { store, reopen } = await open();
    await withMembers(store);
    const { passkeys } = store;
    await passkeys.challenge(hash(50), id(1), 100, 10);
    const refused = async (challenge: number, member: number, now: number) =>
      rejection(passkeys.add(hash(challenge), passkey(60), now, by(member)));
    expect(await refused(51, 1, 20)).toBe('Unauthorized');
    expect(await refused(50, 2, 20)).toBe('Unauthorized');
    expect(await refused(50, 1, 100)).toBe('Unauthorized');
    const shown = {
      id: id(60),
      name: 'ключ 60',
      member: { id: id(1), name: '王小明' },
      createdAt: '1970-01-01T00:00:00.020Z',
    };
    expect(await passkeys.add(hash(50), passkey(60), 20, by(1))).toStrictEqual(shown);
    expect(await refused(50, 1, 20)).toBe('Unauthorized');
    const other = (await reopen()).passkeys;
    await other.challenge(hash(52), undefined, 100, 30);
    expect(await other.signIn(hash(52), hash(99), session(80), accept(1), 40)).toBeUndefined();
    await other.challenge(hash(53), undefined, 100, 30);
    const denied = passkeys.signIn(
      hash(53),
      hash(60),
      session(80),
      () => {
        throw new Error('not now');
      },
      40,
    );
    await expect(denied).rejects.toThrow('not now');
    const holder = { tenantId: 't', memberId: id(1), member: '王小明', role: 'MEMBER', memberStatus: 'ACTIVE' };
    const found = await passkeys.signIn(hash(53), hash(60), session(80), accept(7), 40);
    expect(found).toMatchObject({ ...holder, passkeyId: id(60), counter: 0 });
    expect(Buffer.from(found?.publicKey ?? []).equals(hash(160))).toBe(true);
    expect(await rejection(passkeys.signIn(hash(53), hash(60), session(81), accept(8), 41))).toBe('Unauthorized');
    expect(await store.sessions.find(hash(80), 50)).toMatchObject({ memberId: id(1), revoked: false });
    const used = { ...shown, lastUsedAt: '1970-01-01T00:00:00.040Z' };
    expect(await other.list('t', id(1))).toStrictEqual([used]);
    await passkeys.challenge(hash(54), undefined, 100, 50);
    expect(await passkeys.signIn(hash(54), hash(60), session(82), accept(8), 50)).toMatchObject({ counter: 7 });
    expect(await rejection(passkeys.remove('t', id(2), id(60), 60, by(2, 'remove_passkey')))).toBe('NotFound');
    expect(await rejection(passkeys.remove('u', undefined, id(60), 60, by(3, 'remove_passkey', 'u')))).toBe('NotFound');
    expect(await passkeys.remove('t', undefined, id(60), 60, by(2, 'remove_passkey'))).toMatchObject({ id: id(60) });
    for (const n of [80, 82]) expect(await store.sessions.find(hash(n), 70)).toBeUndefined();
    const { events } = await store.audit.list(by(2), {}, { order: 'DESC', limit: 100 });
    expect(events.map(({ action, targetId }) => `${action} ${targetId}`).slice(0, 4)).toStrictEqual([
      `remove_passkey ${id(60)}`,
      `sign_in_by_passkey ${id(82)}`,
      `sign_in_by_passkey ${id(80)}`,
      `add_passkey ${id(60)}`,
    ]);
  });

  test('one of many concurrent sign-ins with a challenge succeeds', async () => {
    const { store, reopen } = await open();
    await withMembers(store);
    await add(store, 60);
    await store.passkeys.challenge(hash(52), undefined, 100, 30);
    const other = await reopen();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? store : other).passkeys.signIn(hash(52), hash(60), session(80 + n), accept(n + 1), 40),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await store.sessions.list('t', undefined, 50)).toHaveLength(1);
  });

  test('a member’s passkeys are limited, unique, and removed with the member', async () => {
    const { store } = await open();
    await withMembers(store);
    for (let n = 0; n < passkeysOfMember; n++) await add(store, 60 + n);
    expect(await rejection(add(store, 90))).toBe('InvalidInput');
    await add(store, 91, 2);
    await add(store, 92, 3, 'u');
    await store.passkeys.challenge(hash(93), id(2), 1_000, 10);
    expect(await rejection(store.passkeys.add(hash(93), { ...passkey(60), id: id(93) }, 20, by(2)))).toBe(
      'InvalidInput',
    );
    expect(await store.passkeys.credentials('t', id(2))).toHaveLength(1);
    expect(await store.passkeys.list('u', id(1))).toStrictEqual([]);
    expect(await store.passkeys.list('t', undefined)).toHaveLength(passkeysOfMember + 1);
    expect(await store.passkeys.list('nobody', id(1))).toStrictEqual([]);
    await store.members.remove(id(1), 200);
    expect(await store.passkeys.list('t', id(1))).toStrictEqual([]);
    await store.passkeys.challenge(hash(52), undefined, 1_000, 30);
    expect(await store.passkeys.signIn(hash(52), hash(60), session(80), accept(1), 300)).toBeUndefined();
    expect(await rejection(add(store, 60))).toBe('NotFound');
  });
});

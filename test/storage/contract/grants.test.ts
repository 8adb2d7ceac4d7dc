import { expect, test } from 'vitest';
import { presets } from '../../../src/domain/category.ts';
import { emptyProfile } from '../../../src/domain/character.ts';
import type { Scope } from '../../../src/domain/principal.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { grantsOfMember } from '../../../src/features/authorization/domain/grant.ts';
import { id, newKey, rejection } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const hash = (n: number) => newKey(n, n).hash;
const ann: Scope = { tenantId: 't', memberId: id(1), role: 'OWNER' };
const proof = { redirectUri: 'https://client.example/callback', challenge: 'c' };
const resource = 'https://memory.example/mcp';

const grant = (n: number, memberId = id(1), more: object = {}) => {
  return { id: id(n), memberId, client: `client ${n}`, clientId: `c${n}`, access: 'WRITE' as const, resource, ...more };
};
const fresh = (n: number, now: number) => {
  return { access: { hash: hash(n), expiresAt: now + 100 }, refresh: { hash: hash(n + 1), expiresAt: now + 1_000 } };
};

async function withMembers({ tenants, members }: Store): Promise<void> {
  for (const tenant of ['t', 'u']) await tenants.ensure(tenant, 'BUSINESS', 0);
  await members.add('t', { id: id(1), name: 'ann', role: 'OWNER' }, 0);
  await members.add('t', { id: id(2), name: 'ben', role: 'MEMBER' }, 0);
  await members.add('u', { id: id(3), name: 'cleo', role: 'OWNER' }, 0);
}

/** A grant whose code has been exchanged at 20: access 61, refresh 62. */
async function opened(store: Store, more: object = {}): Promise<void> {
  await store.grants.open(grant(50, id(1), more), { hash: hash(60), expiresAt: 70, ...proof }, 10, ann);
  await store.grants.exchange({ kind: 'code', hash: hash(60) }, fresh(61, 20), () => undefined, 20);
}

async function linesOf(store: Store) {
  const { events } = await store.audit.list(ann, {}, { order: 'DESC', limit: 100 });
  return events.map(({ action, outcome, actor }) => `${action} ${outcome} ${actor.name}`).reverse();
}

contract('grants', (open) => {
  test('a code is valid once, and its access token has the member’s current rights', async () => {
    const { store, reopen } = await open();
    await withMembers(store);
    await store.grants.open(
      grant(50, id(1), { characterIds: [id(90)] }),
      { hash: hash(60), expiresAt: 70, ...proof },
      10,
      ann,
    );
    const other = await reopen();
    const code = { kind: 'code', hash: hash(60) } as const;
    expect(await other.grants.exchange({ ...code, kind: 'refresh' }, fresh(61, 20), () => undefined, 20)).toBe(
      undefined,
    );
    const refused = other.grants.exchange(
      code,
      fresh(61, 20),
      () => {
        throw new Error('another client');
      },
      20,
    );
    await expect(refused).rejects.toThrow('another client');
    expect(await other.grants.find(hash(61), 20)).toBeUndefined();
    expect(await other.grants.exchange(code, fresh(61, 20), () => undefined, 70)).toBeUndefined();
    expect(await other.grants.exchange(code, fresh(61, 20), () => undefined, 20)).toStrictEqual({
      grantId: id(50),
      clientId: 'c50',
      access: 'WRITE',
      resource,
      tenantId: 't',
      memberId: id(1),
      member: 'ann',
      role: 'OWNER',
      memberStatus: 'ACTIVE',
      proof,
    });
    const found = {
      grantId: id(50),
      tenantId: 't',
      tier: 'BUSINESS',
      memberId: id(1),
      member: 'ann',
      role: 'OWNER',
      memberStatus: 'ACTIVE',
      client: 'client 50',
      clientId: 'c50',
      access: 'WRITE',
      characterIds: [id(90)],
      resource,
      lastUsedAt: 20,
    };
    expect(await store.grants.find(hash(61), 119)).toStrictEqual(found);
    expect(await store.grants.find(hash(61), 120)).toBeUndefined();
    expect(await store.grants.find(hash(62), 30)).toBeUndefined();
    await store.grants.recordUse(id(50), 40);
    await store.members.add('t', { id: id(4), name: 'dora', role: 'OWNER' }, 0);
    await store.members.change(id(1), { role: 'VIEWER', status: 'SUSPENDED' }, 50);
    const changed = { ...found, role: 'VIEWER', memberStatus: 'SUSPENDED', lastUsedAt: 40 };
    expect(await store.grants.find(hash(61), 60)).toStrictEqual(changed);
    const refresh = { kind: 'refresh', hash: hash(62) } as const;
    const suspended = (one: { memberStatus: string }) => {
      throw new Error(one.memberStatus);
    };
    await expect(store.grants.exchange(refresh, fresh(63, 60), suspended, 60)).rejects.toThrow('SUSPENDED');
    expect(await store.grants.find(hash(63), 60)).toBeUndefined();
  });

  for (const kind of ['code', 'refresh'] as const) {
    test(`a ${kind} used a second time ends the grant with all its tokens`, async () => {
      const { store } = await open();
      await withMembers(store);
      await opened(store);
      const refresh = { kind: 'refresh', hash: hash(62) } as const;
      expect(await store.grants.exchange(refresh, fresh(63, 30), () => undefined, 30)).toMatchObject({
        clientId: 'c50',
      });
      expect(await store.grants.find(hash(63), 40)).toBeDefined();
      const used = kind === 'code' ? ({ kind, hash: hash(60) } as const) : refresh;
      expect(await store.grants.exchange(used, fresh(65, 40), () => undefined, 40)).toBe('reused');
      for (const n of [61, 63, 65]) expect(await store.grants.find(hash(n), 41)).toBeUndefined();
      const last = { kind: 'refresh', hash: hash(64) } as const;
      expect(await store.grants.exchange(last, fresh(65, 41), () => undefined, 41)).toBeUndefined();
      expect(await store.grants.list('t', undefined, 41)).toStrictEqual([]);
      const action = kind === 'code' ? 'redeem_code' : 'refresh_grant';
      expect((await linesOf(store)).slice(-4)).toStrictEqual([
        'redeem_code OK ann',
        'refresh_grant OK ann',
        `${action} Unauthorized ann`,
        'revoke_grant OK service',
      ]);
    });
  }

  test('one of many concurrent exchanges of a token succeeds', async () => {
    const { store, reopen } = await open();
    await withMembers(store);
    await opened(store);
    const other = await reopen();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? store : other).grants.exchange(
          { kind: 'refresh', hash: hash(62) },
          fresh(70 + 2 * n, 30),
          () => undefined,
          30,
        ),
      ),
    );
    expect(outcomes.filter((one) => typeof one === 'object')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'reused')).toHaveLength(1);
  });

  test('grants are listed and revoked by member or tenant', async () => {
    const { store } = await open();
    await withMembers(store);
    const code = (n: number) => ({ hash: hash(n), expiresAt: 1_000, ...proof });
    await store.grants.open(grant(50), code(60), 10, ann);
    await store.grants.open(grant(51, id(2), { access: 'READ', characterIds: [id(90)] }), code(61), 20, ann);
    await store.grants.open(grant(52, id(3)), code(62), 30, { ...ann, tenantId: 'u', memberId: id(3) });
    expect(await store.grants.list('t', undefined, 30)).toStrictEqual([
      {
        id: id(51),
        client: 'client 51',
        clientId: 'c51',
        member: { id: id(2), name: 'ben' },
        access: 'READ',
        characterIds: [id(90)],
        createdAt: '1970-01-01T00:00:00.020Z',
        expiresAt: '1970-01-01T00:00:01.000Z',
      },
      expect.objectContaining({ id: id(50) }),
    ]);
    expect((await store.grants.list('t', id(1), 30)).map((one) => one.id)).toStrictEqual([id(50)]);
    expect(await store.grants.list('nobody', undefined, 30)).toStrictEqual([]);
    expect(await store.grants.list('t', undefined, 1_000)).toStrictEqual([]);
    expect(await rejection(store.grants.revoke('t', id(2), id(50), 40))).toBe('NotFound');
    expect(await rejection(store.grants.revoke('t', undefined, id(52), 40))).toBe('NotFound');
    expect(await store.grants.revoke('t', undefined, id(51), 40)).toMatchObject({ id: id(51) });
    expect(await rejection(store.grants.revoke('t', undefined, id(51), 41))).toBe('NotFound');
    await store.grants.revokeByToken(hash(60), 'c51', 42);
    expect(await store.grants.list('t', undefined, 42)).toHaveLength(1);
    await store.grants.revokeByToken(hash(60), 'c50', 43);
    expect(await store.grants.list('t', undefined, 43)).toStrictEqual([]);
  });

  test('a removed member’s grants end, and the least recently used ones above the limit', async () => {
    const { store } = await open();
    await withMembers(store);
    for (let n = 0; n <= grantsOfMember; n++) {
      const code = { hash: hash(1_000 + n), expiresAt: 100_000, ...proof };
      await store.grants.open(grant(100 + n, id(2)), code, 10 + n, { ...ann, memberId: id(2) });
    }
    const listed = await store.grants.list('t', id(2), 1_000);
    expect(listed).toHaveLength(grantsOfMember);
    expect(listed.map((one) => one.id)).not.toContain(id(100));
    const { events } = await store.audit.list(ann, { action: 'revoke_grant' }, { order: 'ASC', limit: 9 });
    expect(events.map(({ targetId, outcome }) => [targetId, outcome])).toStrictEqual([[id(100), 'OK']]);
    let withdrawals = 0;
    const stop = store.keys.onWithdrawal(() => withdrawals++);
    await store.members.remove(id(2), 2_000);
    stop();
    expect(withdrawals).toBe(1);
    expect(await store.grants.list('t', undefined, 2_000)).toStrictEqual([]);
  });

  test('a grant of some characters shows and creates no others', async () => {
    const { store } = await open();
    await withMembers(store);
    const made = (n: number, more: object = {}) => ({
      id: id(n),
      name: `name ${n}`,
      categoryPreset: 'standard' as const,
      tags: [],
      profile: emptyProfile,
      categories: presets.standard,
      ...more,
    });
    await store.characters.create(ann, made(90), 'BUSINESS', 0);
    await store.characters.create(ann, made(91), 'BUSINESS', 0);
    await store.characters.create(ann, made(92, { visibility: 'PRIVATE' }), 'BUSINESS', 0);
    const namesFor = async (scope: Scope) => await store.characters.names(scope, 'name', 10);
    const limited = { ...ann, only: [id(90), id(92)] };
    expect(await namesFor(ann)).toStrictEqual(['name 90', 'name 91', 'name 92']);
    expect(await namesFor(limited)).toStrictEqual(['name 90', 'name 92']);
    expect(await store.characters.identify(limited, 'name 91')).toBeUndefined();
    expect(await store.characters.find(limited, id(91))).toBeUndefined();
    expect(await store.characters.find(limited, id(92))).toMatchObject({ name: 'name 92', access: 'WRITE' });
    expect(await rejection(store.search.fetch(limited, id(91), []))).toBe('CharacterNotFound');
    expect(
      await rejection(store.memories.list(limited, id(91), { status: 'ACTIVE', limit: 1, offset: 0 } as never)),
    ).toBe('CharacterNotFound');
    expect(await store.tenants.usage(limited, 0)).toMatchObject({ characters: 2 });
    // The member's own rights bound it: what is private to others stays so.
    const bens = { ...limited, memberId: id(2), role: 'MEMBER' as const };
    expect(await namesFor(bens)).toStrictEqual(['name 90']);
    expect(await namesFor({ ...ann, only: [] })).toStrictEqual([]);
    const refused = await rejection(store.characters.create(limited, made(93), 'BUSINESS', 0));
    expect(refused).toBe('AccessDenied');
    const copy = { id: id(94), name: 'copy', copyTags: false };
    expect(await rejection(store.characters.clone(limited, id(90), copy, 'BUSINESS', 0))).toBe('AccessDenied');
  });
});

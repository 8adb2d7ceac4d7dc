import { expect, test } from 'vitest';
import {
  at,
  id,
  newKey,
  newPiece,
  newSnapshot,
  ours,
  rejection,
  remember,
  theirs,
  withAda,
} from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const owner = { id: id(20), name: 'owner' };
const july = Date.parse('2026-07-01T00:00:00Z');

contract('tenants', (open) => {
  test('a store has a permanent id of its own', async () => {
    const { store, reopen } = await open();
    const other = await open();
    const one = await store.tenants.storeId();
    expect(await (await reopen()).tenants.storeId()).toBe(one);
    expect(await other.store.tenants.storeId()).not.toBe(one);
  });

  test('a tenant is created once, and its tier follows', async () => {
    const { store, reopen } = await open();
    const other = await reopen();
    await Promise.all([store.tenants.ensure('t', 'FREE', 5), other.tenants.ensure('t', 'FREE', 5)]);
    await store.tenants.ensure('t', 'STARTER', 9);
    const made = { id: 't', name: 't', tier: 'STARTER', createdAt: '1970-01-01T00:00:00.005Z' };
    expect(await other.tenants.list(10)).toStrictEqual([made]);
  });

  test('a tenant is created with owner and first key atomically, under a unique name', async () => {
    const { store } = await open();
    const acme = { id: id(10), name: 'Acme', tier: 'DEVELOPER' as const };
    const made = await store.tenants.create(acme, owner, newKey(30, 1), 7);
    expect(made.tenant).toStrictEqual({ ...acme, createdAt: '1970-01-01T00:00:00.007Z' });
    expect(made.owner).toMatchObject({ ...owner, tenantId: id(10), role: 'OWNER', status: 'ACTIVE' });
    expect(made.key).toMatchObject({ id: id(30), tenantId: id(10), member: 'owner' });
    for (const name of ['Acme', id(10)]) {
      const twin = store.tenants.create({ ...acme, id: id(11), name }, { ...owner, id: id(21) }, newKey(31, 2), 8);
      expect(await rejection(twin)).toBe('NameTaken');
    }
    expect(await store.tenants.list(9)).toHaveLength(1);
    expect(await store.tenants.find(id(10), 9)).toMatchObject({ name: 'Acme' });
    expect(await store.tenants.find(' Acme ', 9)).toMatchObject({ id: id(10) });
    expect(await store.tenants.find('acme', 9)).toBeUndefined();
  });

  test('an upgrade takes effect at once, a downgrade at the end of its period', async () => {
    const { store } = await open();
    await store.tenants.ensure('t', 'STARTER', 0);
    expect(await store.tenants.setTier('t', 'BUSINESS', july, 1)).toMatchObject({ tier: 'BUSINESS' });
    const waiting = await store.tenants.setTier('t', 'FREE', july, 1);
    expect(waiting).toMatchObject({ tier: 'BUSINESS', nextTier: 'FREE', periodEnd: '2026-07-01T00:00:00.000Z' });
    expect(await store.tenants.find('t', july - 1)).toMatchObject({ tier: 'BUSINESS', nextTier: 'FREE' });
    const due = await store.tenants.find('t', july);
    expect([due?.tier, due?.nextTier, due?.periodEnd]).toStrictEqual(['FREE', undefined, undefined]);
    const replaced = await store.tenants.setTier('t', 'DEVELOPER', july + 9, 2);
    expect(replaced).toMatchObject({ tier: 'BUSINESS', nextTier: 'DEVELOPER' });
    const raised = await store.tenants.setTier('t', 'BUSINESS', july, july + 20);
    expect([raised.tier, raised.nextTier]).toStrictEqual(['BUSINESS', undefined]);
    expect(await rejection(store.tenants.setTier('nobody', 'FREE', july, 1))).toBe('NotFound');
  });

  test('usage counts the rows of a tenant, and its AI tokens of one calendar month', async () => {
    const { store } = await open();
    await withAda(store);
    await remember(store, ['Grüße', 'two']);
    await store.memories.write(ours, id(1), [{ kind: 'delete', memoryId: id(101) }], at());
    const snapshot = newSnapshot(50, [newPiece(51, 'from a file')]);
    for (const path of ['a.md', 'b.md']) {
      await store.files.push(ours, id(1), { ...snapshot, fileId: id(path === 'a.md' ? 50 : 60), path }, () => [], at());
    }
    const spent = { calls: 2, inputTokens: 30, outputTokens: 4 };
    for (const now of [july - 1, july, july + 40 * 86_400_000]) await store.ai.recordUsage('ours', spent, now);
    expect(await store.tenants.usage(ours, july)).toStrictEqual({
      characters: 1,
      memories: 1,
      files: 2,
      // Texts as UTF-8, of deleted memories too, and equal contents of files once.
      storageBytes: 7 + 3 + 11,
      aiCalls: 2,
      aiInputTokens: 30,
      aiOutputTokens: 4,
    });
    const nothing = { characters: 0, memories: 0, files: 0, storageBytes: 0, aiCalls: 0, aiInputTokens: 0 };
    expect(await store.tenants.usage(theirs, july)).toStrictEqual({ ...nothing, aiOutputTokens: 0 });
    await store.characters.change(ours, id(1), () => ({ status: 'ARCHIVED' }), 2_000);
    expect(await store.tenants.usage(ours, july)).toMatchObject({ characters: 0, memories: 1 });
  });
});

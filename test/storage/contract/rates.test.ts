import { expect, test } from 'vitest';
import { newKey, ours, theirs, withTenants } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const minute = 60_000;

contract('rates', (open) => {
  test('requests are counted over all processes, and never more pass than allowed', async () => {
    const { store, reopen } = await open();
    await withTenants(store);
    const nodes = [store, await reopen()];
    const taken = await Promise.all(
      Array.from({ length: 16 }, (_, i) => nodes[i % 2]!.rates.take(ours.tenantId, 'SEARCH', 10, minute)),
    );
    const counts = taken.filter((count) => count !== undefined).toSorted((a, b) => a - b);
    expect(counts).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await store.rates.take(ours.tenantId, 'WRITE', 10, minute)).toBe(1);
    expect(await store.rates.take(theirs.tenantId, 'SEARCH', 10, minute)).toBe(1);
    expect(await store.rates.take(ours.tenantId, 'AI_PROXY', 0, minute)).toBeUndefined();
    // A higher limit admits more in the same window.
    expect(await store.rates.take(ours.tenantId, 'SEARCH', 20, minute)).toBe(11);
  });

  test('a new window starts at zero, and a node whose clock is behind counts in it', async () => {
    const { store } = await open();
    await withTenants(store);
    const take = (window: number) => store.rates.take(ours.tenantId, 'SEARCH', 2, window);
    expect([await take(minute), await take(minute), await take(minute)]).toStrictEqual([1, 2, undefined]);
    expect([await take(2 * minute), await take(minute), await take(2 * minute)]).toStrictEqual([1, 2, undefined]);
    // A clock that was far ahead and is corrected does not lock the tenant out.
    expect([await take(90 * minute), await take(3 * minute)]).toStrictEqual([1, 1]);
  });

  test('a key’s request can be counted in its lookup, where the engine supports it', async () => {
    const { store } = await open();
    const { key } = await store.tenants.create(
      { id: 't', name: 't', tier: 'FREE' },
      { id: 'o', name: 'o' },
      newKey(1, 7),
      0,
    );
    const look = async () =>
      (await store.keys.findCredential(newKey(1, 7).hash, 30_000, { counting: 'SYNC' }))?.admission;
    const [first] = [await look(), await store.rates.take('nobody', 'SYNC', 2, 0).catch(() => undefined)];
    if (first === undefined) return;
    expect(first).toStrictEqual({ passes: true, limit: 2, remaining: 1, reset: 60, bucket: 'SYNC' });
    expect(await store.rates.take('t', 'SYNC', 2, 0)).toBe(2);
    expect(await look()).toMatchObject({ passes: false, remaining: 0 });
    expect(await store.keys.findCredential(newKey(2, 8).hash, 30_000, { counting: 'SYNC' })).toBeUndefined();
    await store.keys.revoke(key.id, 90_000);
    expect(await store.keys.findCredential(newKey(1, 7).hash, 90_000, { counting: 'SYNC' })).toMatchObject({
      revoked: true,
    });
    expect(await store.rates.take('t', 'SYNC', 2, minute)).toBe(1);
  });
});

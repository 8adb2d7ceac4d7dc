import { expect, test } from 'vitest';
import { serviceScope } from '../../../src/domain/principal.ts';
import { id } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

const midnight = Date.parse('2026-07-02T00:00:00Z');
const spent = { calls: 1, inputTokens: 10, outputTokens: 3 };

contract('ai', (open) => {
  test('tokens are summed by tenant and UTC day, whichever process spent them', async () => {
    const { store, reopen } = await open();
    const other = await reopen();
    for (const tenant of ['t', 'u']) await store.tenants.ensure(tenant, 'BUSINESS', 0);
    const records = [store, other].flatMap(({ ai }) =>
      Array.from({ length: 10 }, (_, i) => ai.recordUsage('t', spent, midnight + i)),
    );
    await Promise.all([
      ...records,
      store.ai.recordUsage('t', spent, midnight - 1),
      other.ai.recordUsage('u', spent, midnight),
    ]);
    const today = (tenant: string, now: number) => store.ai.tokensToday(tenant, now);
    expect(await today('t', midnight + 86_399_999)).toBe(260);
    expect(await today('t', midnight - 86_400_000)).toBe(13);
    expect(await today('t', midnight + 86_400_000)).toBe(0);
    expect(await today('u', midnight)).toBe(13);
    expect(await store.tenants.usage(serviceScope('t'), midnight)).toMatchObject({
      aiCalls: 21,
      aiInputTokens: 210,
      aiOutputTokens: 63,
    });
  });

  const reservation = (n: number, tokens: number, until = midnight + 60_000) => ({ id: id(n), tokens, until });

  test('reservations of all processes together stay within the limit', async () => {
    const { store, reopen } = await open();
    const other = await reopen();
    for (const tenant of ['t', 'u']) await store.tenants.ensure(tenant, 'BUSINESS', 0);
    const asked = Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? store : other).ai.reserve('t', reservation(n, 30), 100, midnight),
    );
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(3);
    expect(await other.ai.reserve('t', reservation(20, 10), 100, midnight)).toBe(true);
    expect(await other.ai.reserve('t', reservation(21, 1), 100, midnight)).toBe(false);
    expect(await other.ai.reserve('u', reservation(22, 100), 100, midnight)).toBe(true);
    expect(await store.ai.tokensToday('t', midnight)).toBe(0);
  });

  test('counting a call releases its reservation, and its real cost stays', async () => {
    const { store } = await open();
    await store.tenants.ensure('t', 'BUSINESS', 0);
    await store.ai.reserve('t', reservation(1, 90), 100, midnight);
    await store.ai.recordUsage('t', spent, midnight, id(1));
    expect(await store.ai.tokensToday('t', midnight)).toBe(13);
    expect(await store.ai.reserve('t', reservation(2, 88), 100, midnight)).toBe(false);
    expect(await store.ai.reserve('t', reservation(3, 87), 100, midnight)).toBe(true);
    await store.ai.recordUsage('t', { calls: 0, inputTokens: 0, outputTokens: 0 }, midnight, id(3));
    expect(await store.ai.reserve('t', reservation(4, 87), 100, midnight)).toBe(true);
    expect(await store.tenants.usage(serviceScope('t'), midnight)).toMatchObject({ aiCalls: 1 });
  });

  test('the reservation of a dead process expires', async () => {
    const { store, reopen } = await open();
    await store.tenants.ensure('t', 'BUSINESS', 0);
    await store.ai.reserve('t', reservation(1, 100, midnight + 1_000), 100, midnight);
    const other = await reopen();
    expect(await other.ai.reserve('t', reservation(2, 100), 100, midnight + 999)).toBe(false);
    expect(await other.ai.reserve('t', reservation(2, 100), 100, midnight + 1_000)).toBe(true);
  });
});

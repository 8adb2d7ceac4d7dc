import { expect, test } from 'vitest';
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
    expect(await store.tenants.usage('t', midnight)).toMatchObject({
      aiCalls: 21,
      aiInputTokens: 210,
      aiOutputTokens: 63,
    });
  });
});

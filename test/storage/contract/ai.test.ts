import { expect, test } from 'vitest';
import type { TenantAiSettings } from '../../../src/domain/ai-settings.ts';
import { serviceScope } from '../../../src/domain/principal.ts';
import { id, rejection } from '../../support/builders.ts';
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

  test('counting a call returns its reservation; the real cost stays', async () => {
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

  const settings = (key: number, more: Partial<TenantAiSettings> = {}): TenantAiSettings => ({
    provider: 'openai',
    sealedKey: Uint8Array.from([1, key, 255, 0]),
    ...more,
  });
  const all = { model: 'm', baseUrl: 'https://example.com/v1', dailyTokens: 5_000_000_000 };

  test('settings are of a tenant, replaced whole, and seen by every process', async () => {
    const { store, reopen } = await open();
    const other = await reopen();
    for (const tenant of ['u', 't']) await store.tenants.ensure(tenant, 'BUSINESS', 0);
    expect(await store.ai.settings('t')).toBeUndefined();
    expect(await store.ai.settings('nobody')).toBeUndefined();
    await store.ai.setSettings('t', settings(7, all), 1);
    expect(await other.ai.settings('t')).toStrictEqual(settings(7, all));
    expect(await other.ai.settings('u')).toBeUndefined();
    await other.ai.setSettings('t', settings(8, { provider: 'anthropic' }), 2);
    await store.ai.setSettings('u', settings(9), 2);
    expect(await store.ai.allSettings()).toStrictEqual([
      { tenantId: 't', settings: settings(8, { provider: 'anthropic' }) },
      { tenantId: 'u', settings: settings(9) },
    ]);
    await store.ai.setSettings('t', undefined, 3);
    await store.ai.setSettings('t', undefined, 4);
    expect(await other.ai.settings('t')).toBeUndefined();
    expect(await other.ai.settings('u')).toStrictEqual(settings(9));
    expect(await rejection(store.ai.setSettings('nobody', settings(1), 1))).toBe('NotFound');
  });

  test('a key that is sealed again replaces the sealing it was opened from, and no other', async () => {
    const { store } = await open();
    for (const tenant of ['t', 'u']) await store.tenants.ensure(tenant, 'BUSINESS', 0);
    await store.ai.setSettings('t', settings(7, all), 1);
    await store.ai.setSettings('u', settings(7), 1);
    await store.ai.reseal('t', settings(7).sealedKey, settings(8).sealedKey);
    await store.ai.reseal('t', settings(7).sealedKey, settings(9).sealedKey);
    expect(await store.ai.settings('t')).toStrictEqual(settings(8, all));
    expect(await store.ai.settings('u')).toStrictEqual(settings(7));
  });
});

import { expect, test } from 'vitest';
import type { TenantAiSettings } from '../../../src/features/tenants-ai/storage/store.ts';
import { rejection } from '../../support/builders.ts';
import { contract } from '../../support/engines.ts';

contract('aiSettings', (open) => {
  const settings = (key: number, more: Partial<TenantAiSettings> = {}): TenantAiSettings => ({
    provider: 'openai',
    sealedKey: Uint8Array.from([1, key, 255, 0]),
    ...more,
  });
  const all = { model: 'm', baseUrl: 'https://example.com/v1', dailyTokens: 5_000_000_000 };

  test('settings belong to a tenant, are replaced whole, and are seen by every process', async () => {
    const { store, reopen } = await open();
    const other = await reopen();
    for (const tenant of ['u', 't']) await store.tenants.ensure(tenant, 'BUSINESS', 0);
    expect(await store.aiSettings.of('t')).toBeUndefined();
    expect(await store.aiSettings.of('nobody')).toBeUndefined();
    await store.aiSettings.set('t', settings(7, all), 1);
    expect(await other.aiSettings.of('t')).toStrictEqual(settings(7, all));
    expect(await other.aiSettings.of('u')).toBeUndefined();
    await other.aiSettings.set('t', settings(8, { provider: 'anthropic' }), 2);
    await store.aiSettings.set('u', settings(9), 2);
    expect(await store.aiSettings.all()).toStrictEqual([
      { tenantId: 't', settings: settings(8, { provider: 'anthropic' }) },
      { tenantId: 'u', settings: settings(9) },
    ]);
    await store.aiSettings.set('t', undefined, 3);
    await store.aiSettings.set('t', undefined, 4);
    expect(await other.aiSettings.of('t')).toBeUndefined();
    expect(await other.aiSettings.of('u')).toStrictEqual(settings(9));
    expect(await rejection(store.aiSettings.set('nobody', settings(1), 1))).toBe('NotFound');
  });

  test('a re-encrypted key replaces only the value it was decrypted from', async () => {
    const { store } = await open();
    for (const tenant of ['t', 'u']) await store.tenants.ensure(tenant, 'BUSINESS', 0);
    await store.aiSettings.set('t', settings(7, all), 1);
    await store.aiSettings.set('u', settings(7), 1);
    await store.aiSettings.reseal('t', settings(7).sealedKey, settings(8).sealedKey);
    await store.aiSettings.reseal('t', settings(7).sealedKey, settings(9).sealedKey);
    expect(await store.aiSettings.of('t')).toStrictEqual(settings(8, all));
    expect(await store.aiSettings.of('u')).toStrictEqual(settings(7));
  });
});

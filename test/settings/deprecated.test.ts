import { expect, test } from 'vitest';
import { readConfig, settings } from '../../src/features/config.ts';
import type { Setting } from '../../src/settings/setting.ts';

test('the hosts of the private network are one setting, and the two old ones still work', () => {
  const { privateHosts, deprecated } = readConfig({
    SERVICE_PRIVATE_HOSTS: 'Inside.example:8080',
    SERVICE_AI_HOSTS: 'ai.example',
    SERVICE_WEBHOOK_HOSTS: 'hook.example',
  });
  expect(privateHosts).toStrictEqual({
    ai: ['inside.example:8080', 'ai.example'],
    webhooks: ['inside.example:8080', 'hook.example'],
  });
  expect(deprecated).toStrictEqual([
    'SERVICE_AI_HOSTS is deprecated: use SERVICE_PRIVATE_HOSTS',
    'SERVICE_WEBHOOK_HOSTS is deprecated: use SERVICE_PRIVATE_HOSTS',
  ]);
});

test('an unset or empty setting is not reported', () => {
  const { privateHosts, deprecated } = readConfig({ SERVICE_PRIVATE_HOSTS: 'inside.example', SERVICE_AI_HOSTS: ' ' });
  expect(privateHosts).toStrictEqual({ ai: ['inside.example'], webhooks: ['inside.example'] });
  expect(deprecated).toStrictEqual([]);
});

test('a deprecated setting names its successor, and says so in its meaning', () => {
  const old = Object.values<Setting>(settings).filter(({ replacedBy }) => replacedBy !== undefined);
  expect(old.length).toBeGreaterThan(0);
  for (const { replacedBy, meaning } of old) {
    expect(settings).toHaveProperty(replacedBy!);
    expect(meaning).toContain(`deprecated: as \`${replacedBy}\``);
  }
});

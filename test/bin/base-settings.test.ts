import { expect, test } from 'vitest';
import { ConfigError, readBase } from '../../src/base-settings.ts';
import { settings } from '../../src/settings.ts';

const long = 'a'.repeat(200);
const given = {
  SERVICE_DB: ['/notes/memory.db', '~/memory.db'],
  SERVICE_CHARACTER: ['Ada', ' Ada ', long, ` ${long} `, `${long}a`, 'é'.normalize('NFD')],
  SERVICE_TIER: ['FREE', 'STARTER', 'DEVELOPER', 'BUSINESS', 'GOLD', 'free', ' FREE'],
  SERVICE_HOOKS: ['on', 'off', 'ON', 'true'],
} as const;

function isRead(name: string, value: string): boolean {
  try {
    readBase({ [name]: value });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toHaveProperty('message', expect.stringMatching(new RegExp(`^${name} must be .*\\.$`)));
    return false;
  }
}

for (const [name, values] of Object.entries(given)) {
  test(`a recall refuses of ${name} what its schema refuses`, () => {
    const { schema } = settings[name as keyof typeof given];
    for (const value of values) expect(isRead(name, value), value).toBe(schema.safeParse(value).success);
  });
}

test('what is not given is as the schemas have it', () => {
  const { tier, hooks, character } = readBase({ SERVICE_TIER: ' ', SERVICE_HOOKS: '', SERVICE_CHARACTER: undefined });
  expect(tier).toBe(settings.SERVICE_TIER.schema.parse(undefined));
  expect(hooks ? 'on' : 'off').toBe(settings.SERVICE_HOOKS.schema.parse(undefined));
  expect(character).toBeUndefined();
});

test('settings that a recall does not read do not keep it from being made', () => {
  expect(readBase({ SERVICE_WORKERS: 'many', SERVICE_CHARACTER: 'é'.normalize('NFD') })).toMatchObject({
    character: 'é',
    hooks: true,
  });
});

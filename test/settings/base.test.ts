import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../src/features/config.ts';
import { readBase } from '../../src/settings/base.ts';
import { ConfigError } from '../../src/settings/setting.ts';

const long = 'a'.repeat(200);

test.each([
  ['SERVICE_CHARACTER', `${long}a`, 'must be at most 200 characters long'],
  ['SERVICE_TIER', 'GOLD', 'must be one of FREE, STARTER, DEVELOPER, BUSINESS, UNLIMITED'],
  ['SERVICE_TIER', ' FREE', 'must be one of FREE, STARTER, DEVELOPER, BUSINESS, UNLIMITED'],
  [
    'SERVICE_DB',
    'postgres://ada:secret@host/memory',
    'must be the path of a file; SERVICE_DATABASE_URL takes the address of a database',
  ],
  ['SERVICE_HOOKS', 'true', 'must be one of on, off, without-tools'],
  ['SERVICE_RECALL_LOG_DAYS', '10000', 'must be a whole number of days, 0 to 9999'],
])('a recall and every other command refuse %s=%s', (name, value, fault) => {
  for (const read of [readBase, readConfig])
    expect(() => read({ [name]: value })).toThrow(new ConfigError(`${name} ${fault}.`));
});

test('white space around a value is trimmed', () => {
  const given = { SERVICE_CHARACTER: ` ${long} `, SERVICE_RECALL_LOG_DAYS: ' 7 ', SERVICE_DB: '/notes/memory.db' };
  expect(readBase(given)).toMatchObject({ character: long, recallLogDays: 7, databasePath: '/notes/memory.db' });
});

test('an empty value counts as unset', () => {
  expect(readBase({ SERVICE_TIER: ' ', SERVICE_HOOKS: '', SERVICE_CHARACTER: undefined })).toMatchObject({
    tier: 'UNLIMITED',
    hooks: true,
    character: undefined,
    recallLogDays: 30,
  });
});

test('invalid settings that a recall does not read do not prevent it', () => {
  expect(readBase({ SERVICE_WORKERS: 'many', SERVICE_CHARACTER: 'é'.normalize('NFD') })).toMatchObject({
    character: 'é',
    hooks: true,
  });
});

test('every invalid setting is named', () => {
  const wrong = { SERVICE_TOOLSETS: 'memories,odd', SERVICE_WORKERS: 'many', SERVICE_AI_BASE_URL: 'ftp://a' };
  const faults = [
    'SERVICE_TOOLSETS must be one of characters, memories, categories, files, tier, admin, review, chatgpt, core.',
    'SERVICE_AI_BASE_URL must be an http or https address.',
    'SERVICE_WORKERS must be a whole number up to 999.',
  ];
  expect(() => readConfig(wrong)).toThrow(new ConfigError(faults.join(' ')));
  expect(() => readConfig({ SERVICE_TOOLSETS: ',' })).toThrow('SERVICE_TOOLSETS must name a tool set.');
});

test.each([
  [{ SERVICE_TOOLSETS: 'core,nope' }, 'SERVICE_TOOLSETS'],
  [{ SERVICE_LOG_LEVEL: 'loud' }, 'SERVICE_LOG_LEVEL must be one of error, warn, info, debug.'],
  [{ SERVICE_AI_PROVIDER: 'other' }, 'SERVICE_AI_PROVIDER must be one of openai, anthropic'],
  [{ SERVICE_AI_BASE_URL: 'nowhere' }, 'SERVICE_AI_BASE_URL must be an http or https address.'],
  [{ SERVICE_HTTP_ORIGINS: 'example.com' }, 'SERVICE_HTTP_ORIGINS must be origins such as https://example.com.'],
  [
    { SERVICE_HTTP_PROXIES: 'tunnel' },
    'SERVICE_HTTP_PROXIES must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8.',
  ],
  [{ SERVICE_HTTP_CONNECTIONS: '0' }, 'SERVICE_HTTP_CONNECTIONS must be at least 1.'],
  [{ SERVICE_HTTP_CONNECTIONS_PER_ADDRESS: '0' }, 'SERVICE_HTTP_CONNECTIONS_PER_ADDRESS must be at least 1.'],
  [{ SERVICE_METRICS: 'statsd' }, 'SERVICE_METRICS'],
  [{ SERVICE_METRICS_PORT: '70000' }, 'SERVICE_METRICS_PORT'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
])('the invalid setting %j is refused by name', (given, fault) => {
  const read = () => readConfig(given);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(fault);
});

test.runIf(process.platform === 'linux')('an XDG_DATA_HOME that is not absolute is ignored', () => {
  vi.stubEnv('XDG_DATA_HOME', 'relative/data');
  expect(readBase({}).databasePath).toBe(join(homedir(), '.local/share/agent-memory-service/memory.db'));
  vi.stubEnv('XDG_DATA_HOME', '/data');
  expect(readBase({}).databasePath).toBe('/data/agent-memory-service/memory.db');
});

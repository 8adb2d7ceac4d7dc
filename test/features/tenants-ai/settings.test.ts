import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/features/config.ts';
import { readSecretKeys } from '../../../src/features/tenants-ai/settings.ts';
import { temporaryFolder } from '../../support/harness.ts';
import { secretKey } from '../../support/tenant-ai.ts';

const [one, two] = [secretKey(0xfb), secretKey(2)];
const read = (environment: Record<string, string>) => readSecretKeys(readConfig(environment).secretKeys);

function file(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'key');
  writeFileSync(path, content);
  return path;
}

test('a secret key is base64, hex or a file of either', () => {
  expect(read({})).toBeUndefined();
  const texts = [
    one.toString('hex'),
    one.toString('hex').toUpperCase(),
    one.toString('base64'),
    one.toString('base64url'),
  ];
  for (const text of [...texts, ...texts.map((each) => `file:${file(`${each}\n`)}`), `  ${texts[2]}  `])
    expect([text, read({ SERVICE_SECRET_KEY: text })?.current]).toStrictEqual([text, one]);
  expect(
    read({ SERVICE_SECRET_KEY: one.toString('hex'), SERVICE_SECRET_KEY_OLD: two.toString('base64') }),
  ).toStrictEqual({
    current: one,
    old: two,
  });
});

test('any other secret key is refused in one line that does not quote it', () => {
  const long = Buffer.alloc(33, 1);
  const texts = ['secret', long.toString('hex'), long.toString('base64'), `${'a'.repeat(63)}g`, 'a'.repeat(42)];
  for (const name of ['SERVICE_SECRET_KEY', 'SERVICE_SECRET_KEY_OLD']) {
    const rest = name === 'SERVICE_SECRET_KEY' ? {} : { SERVICE_SECRET_KEY: one.toString('hex') };
    for (const text of [
      ...texts,
      ...texts.map((each) => `file:${file(each)}`),
      'file:/nowhere/at/all',
      `file:${temporaryFolder()}`,
    ]) {
      const fault = faultOf(() => read({ ...rest, [name]: text }));
      expect([text, fault.name, fault.message]).toStrictEqual([
        text,
        'ConfigError',
        expect.stringMatching(new RegExp(`^${name}\\b[^\\n]*$`, 'u')),
      ]);
      if (!text.startsWith('file:')) expect(fault.message).not.toContain(text);
    }
  }
  expect(faultOf(() => read({ SERVICE_SECRET_KEY_OLD: one.toString('hex') })).message).toContain('SERVICE_SECRET_KEY');
});

test('a secret key is redacted from logs', () => {
  const text = one.toString('base64');
  expect(readConfig({ SERVICE_SECRET_KEY: text, SERVICE_SECRET_KEY_OLD: two.toString('hex') }).secrets).toStrictEqual(
    expect.arrayContaining([text, two.toString('hex')]),
  );
});

function faultOf(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

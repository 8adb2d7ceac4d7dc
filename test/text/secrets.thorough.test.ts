import { expect, test } from 'vitest';
import { personalRules } from '../../src/text/personal/rules.ts';
import { secretRules } from '../../src/text/secret-rules.ts';
import { findSecrets } from '../../src/text/secrets.ts';
import { superlinear } from '../support/cost.ts';

test('finding secrets takes time linear in the text, with any repetition', async () => {
  const seeds = [
    'a',
    'eyJaaaaaaaaaaaa.',
    'eyJ',
    'a://b:',
    'sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaa-',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC ',
    '-----BEGIN PRIVATE KEY-----',
    'password for a a ',
    'password is ',
    'client access api token ',
    'bearer  ',
    'curl a ',
    'curl -u ',
    'mysql a -p',
    'login -p ',
    ' --a-b-password ',
    'seed phrase: alpha beta ',
    'otp ABCDEFGHIJKLMNOP ',
    'recovery code ab12-cd34 ',
    '密码是',
    'hunter22 is the wifi ',
    'a-b-c-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'authorization: basic ',
    'K1111',
    ...secretRules.flatMap(({ needle }) => needle ?? []),
  ];
  for (const seed of new Set(seeds)) {
    const make = (size: number) => seed.repeat(Math.ceil(size / seed.length));
    expect(await superlinear(findSecrets, make, 64_000), seed).toBeUndefined();
  }
});

test('finding personal data takes time linear in the text, with any repetition', async () => {
  const seeds = [
    'a@',
    'a.',
    'a@a.',
    '1',
    '1 ',
    '12-',
    '+1 ',
    '00 1 ',
    'AB12 ',
    '٤١ ',
    '\u200b',
    'tel ',
    'tel 1 ',
    'ssn ',
    'ssn 1',
  ];
  for (const seed of [...seeds, '4111 ', '12.', '(', 'diabet', 'диабет ', 'ａ', '1234-']) {
    const make = (size: number) => seed.repeat(Math.ceil(size / seed.length));
    const find = (text: string) => findSecrets(text, personalRules());
    expect(await superlinear(find, make, 64_000), seed).toBeUndefined();
  }
});

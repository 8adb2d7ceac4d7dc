import { expect, test } from 'vitest';
import { Seal } from '../../src/service/tenancy/seal.ts';
import { fc, holds } from '../support/law.ts';
import { secretKey } from '../support/tenant-ai.ts';

const seal = new Seal({ current: secretKey(1) });

test('an encrypted value is decrypted only for its purpose, and appears nowhere in clear', async () => {
  await holds(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (text, purpose, other) => {
      const sealed = seal.seal(text, purpose);
      expect(seal.open(sealed, purpose)).toStrictEqual({ text: text.toWellFormed(), isOld: false });
      if (other !== purpose) expect(seal.open(sealed, other)).toBeUndefined();
    }),
    200,
  );
  const one = seal.seal('the same text', 'a');
  expect(Buffer.from(one).includes('same')).toBe(false);
  expect(Buffer.compare(one, seal.seal('the same text', 'a'))).not.toBe(0);
});

test('a changed, added or missing byte is detected', () => {
  const sealed = seal.seal('a key', 'a');
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed);
    changed[at]! ^= 1;
    expect([at, seal.open(changed, 'a')]).toStrictEqual([at, undefined]);
    expect([at, seal.open(sealed.subarray(0, at), 'a')]).toStrictEqual([at, undefined]);
  }
  expect(seal.open(Uint8Array.of(...sealed, 0), 'a')).toBeUndefined();
});

test('the old key decrypts, and the new one encrypts', () => {
  const sealed = seal.seal('a key', 'a');
  const rotated = new Seal({ current: secretKey(2), old: secretKey(1) });
  expect(rotated.open(sealed, 'a')).toStrictEqual({ text: 'a key', isOld: true });
  expect(seal.open(rotated.seal('a key', 'a'), 'a')).toBeUndefined();
  expect(new Seal({ current: secretKey(2) }).open(sealed, 'a')).toBeUndefined();
});

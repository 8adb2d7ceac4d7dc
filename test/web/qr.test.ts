import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from '../../web/parts/team/qr.ts';

/** Hashes of what another encoder (the Python package qrcode) draws of each text, by mask. */
const others: readonly [text: string, byMask: readonly string[]][] = [
  [
    'a'.repeat(1),
    [
      'ad65f877bf9411d1',
      '50b2ea55f7ddab9e',
      '65c3f1acd0d11214',
      '8503acd70f562cac',
      'ed92d118774a8ffc',
      'e8ab680854e4019c',
      'a8a0fd4aecd444f8',
      '5f34dc0326dd2454',
    ],
  ],
  [
    'http://127.0.0.1:8787/#link=amslink_kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk',
    [
      'caac8d5e85d81a81',
      '73e4ff86151860cf',
      'e41404bcd37ac20b',
      '11f5109111f149e4',
      'ecab241302406711',
      '14a488173416520a',
      'ef401580386df7c1',
      '8db9c29755d06022',
    ],
  ],
  [
    'https://memory.example.org/#link=amslink_Zq3f9x8y7w6v5u4t3s2r1q0p9o8n7m6l5k4j3h2g1f0',
    [
      'f032523d1a8b33ce',
      'bbbb670f262c90b1',
      'ee64d43a004a9f62',
      'd840e09ad300876d',
      'df1b2b09b763bf39',
      '4ea2c5a247d0c114',
      '92c965e539c18be0',
      '6759d33ca3bd5520',
    ],
  ],
  [
    'x'.repeat(100),
    [
      '898a791db8daf879',
      '45f6a159a1a0bf70',
      'c4e995e60adf6c35',
      '57004a2bb3595724',
      '25d8278acc6d7c10',
      '103b849692b0e6f9',
      '554ac7affd33a2da',
      'ec034b65c16c3b6c',
    ],
  ],
  [
    'ü'.repeat(90),
    [
      '2900676021bebc18',
      '35c846d086c499d6',
      'a1affc3946dc0e21',
      '0bc760155db83e37',
      'ea34bdddbb4a8b23',
      '6d17c80d29721e7b',
      '763bd44afad49c3a',
      '1f62f51bc054ecf9',
    ],
  ],
  [
    'y'.repeat(150),
    [
      '06d9fc6248b7ed53',
      '230adb2b282df71c',
      'e7d99ad988dd6759',
      'eeed497bb347a6ac',
      'c43de0e036fc8ce6',
      'a3f5b5498d0f1d36',
      'f4781ea7683b40fc',
      '86f143fbbe3bbb8b',
    ],
  ],
  [
    'z'.repeat(210),
    [
      'c4bfd7f1b056b5e2',
      'b23bb91adab1b351',
      'b141ff964c95063a',
      'c910729c181d5c61',
      'dca52f049128b8ef',
      '94006f4d45c4bc0e',
      '6c8da44346919893',
      'fec10efb47eb5cd7',
    ],
  ],
  [
    'q'.repeat(213),
    [
      'b041aa0dc4899871',
      '86d0337bea63245b',
      'e7d9c98d09471c50',
      'bc1e849386435044',
      '4ba4b448a26a4736',
      'b0b13bca0bb37920',
      'd60b68fc3abcdf4c',
      '2f332f4a1df9cbfd',
    ],
  ],
];

const hashOf = (modules: readonly (readonly boolean[])[]) =>
  createHash('sha256')
    .update(modules.map((row) => row.map(Number).join('')).join('\n'))
    .digest('hex')
    .slice(0, 16);

test.each(others)('the QR code of %j is one that another encoder draws', (text, byMask) => {
  expect(byMask).toContain(hashOf(qrCode(text)!));
});

test('a text that does not fit has no QR code', () => {
  expect(qrCode('q'.repeat(213))).toHaveLength(57);
  expect(qrCode('q'.repeat(214))).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { type Layout, recordCodec } from '../../../src/search/index/record-codec.ts';

type Field = 'no' | 'length' | 'flags';
const first: Layout<Field> = { version: 1, fields: ['no', 'length'] };
const second: Layout<Field> = { version: 2, fields: ['no', 'flags', 'length'] };

const old = recordCodec<Field>([first]);
const now = recordCodec<Field>([first, second]);
const records = [
  { no: 7, length: 80, flags: 1 },
  { no: 0, length: -1, flags: -2_147_483_648 },
];

describe('recordCodec', () => {
  test('writes records of the first version alone, in little-endian integers', () => {
    expect([...old.pack([{ no: 258, length: -1, flags: 0 }])]).toStrictEqual([2, 1, 0, 0, 255, 255, 255, 255]);
    expect(old.pack([]).byteLength).toBe(0);
  });

  test.each([
    ['first', old, records.map(({ no, length }) => ({ no, length }))],
    ['second', now, records],
  ])('reads what it wrote in its %s version, wherever it lies in memory', (_, codec, expected) => {
    const packed = codec.pack(records);
    const moved = new Uint8Array(packed.byteLength + 1);
    moved.set(packed, 1);
    for (const bytes of [packed, moved.subarray(1)]) {
      expect(codec.unpack(bytes)).toStrictEqual(expected);
      expect(codec.count(bytes)).toBe(2);
      expect(codec.integers(bytes)[codec.stride + codec.offset.length]).toBe(-1);
      expect(codec.packIntegers(codec.integers(bytes))).toStrictEqual(packed);
    }
  });

  test('reads an older version as the newest, what it lacked as 0', () => {
    const packed = old.pack(records);
    expect(now.unpack(packed)).toStrictEqual(records.map((record) => ({ ...record, flags: 0 })));
    expect(now.count(packed)).toBe(2);
    expect(now.count(new Uint8Array(0))).toBe(0);
    expect(now.unpack(now.packIntegers(now.integers(packed)))).toStrictEqual(now.unpack(packed));
  });

  test('refuses a version that it does not know', () => {
    const packed = now.pack(records);
    for (const read of [old.unpack, old.integers, old.count]) expect(() => read(packed)).toThrow('unknown version 2');
  });
});

import { describe, expect, test } from 'vitest';
import { type Layout, recordCodec } from '../../../src/search/index/record-codec.ts';

interface Fields {
  no: number;
  length: number;
  flags: number;
  pair: Int32Array;
}

const first: Layout<keyof Fields> = {
  version: 1,
  fields: [
    ['no', 1],
    ['length', 1],
  ],
  inColumns: false,
};
const fields: Layout<keyof Fields>['fields'] = [
  ['no', 1],
  ['pair', 2],
  ['flags', 1],
  ['length', 1],
];
const old = recordCodec<Fields>([first]);
const later = recordCodec<Fields>([first, { version: 2, fields, inColumns: true }]);
const records = [
  { no: 7, length: 80, flags: 1, pair: Int32Array.of(1, -2) },
  { no: 0, length: -1, flags: -2_147_483_648, pair: Int32Array.of(3, 4) },
];
/** As a program that wrote layouts 1 and 2, row by row, left them. */
const between = recordCodec<Fields>([
  first,
  { version: 2, fields, inColumns: false },
  { version: 3, fields, inColumns: true },
]);
const inRecords = new Uint8Array(Int32Array.of(-2, 7, 1, -2, 1, 80, 0, 3, 4, -2_147_483_648, -1).buffer);

/** The same bytes at an address that is not aligned for integers. */
function moved(packed: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(packed.byteLength + 1);
  bytes.set(packed, 1);
  return bytes.subarray(1);
}

describe('the codec of records', () => {
  test('a field that the last layout lacks is skipped', () => {
    const renamed: Layout<string>['fields'] = fields.map(([field, width]) => [
      field === 'pair' ? 'former' : field,
      width,
    ]);
    const former = recordCodec<Fields>([
      first,
      { version: 2, fields: renamed, inColumns: true },
      { version: 3, fields, inColumns: true },
    ]);
    const unread = records.map((record) => ({ ...record, pair: Int32Array.of(0, 0) }));
    expect(former.unpack(later.pack(records))).toStrictEqual(unread);
    expect(former.unpack(former.pack(records.slice(1), later.pack(records.slice(0, 1))))).toStrictEqual([
      unread[0],
      records[1],
    ]);
  });

  test('fields are written in order as little-endian integers behind the version', () => {
    expect([...new Int32Array(later.pack(records).buffer)]).toStrictEqual([
      -2, 7, 0, 1, -2, 3, 4, 1, -2_147_483_648, 80, -1,
    ]);
    expect([...later.pack([]).subarray(0, 4)]).toStrictEqual([254, 255, 255, 255]);
  });

  test('a record survives a round trip at any alignment in memory', () => {
    const packed = later.pack(records);
    for (const bytes of [packed, moved(packed)]) {
      expect(later.unpack(bytes)).toStrictEqual(records);
      expect(later.count(bytes)).toBe(2);
      expect(later.column(bytes, 'length')).toStrictEqual(Int32Array.of(80, -1));
      expect(later.column(bytes, 'pair')).toStrictEqual(Int32Array.of(1, -2, 3, 4));
      expect(later.pack(records.slice(1), later.pack(records.slice(0, 1)))).toStrictEqual(packed);
    }
  });

  test('one field is changed in all records', () => {
    const changed = later.withColumn(later.pack(records), 'no', Int32Array.of(8, 9));
    expect(later.unpack(changed)).toStrictEqual(records.map((record, i) => ({ ...record, no: 8 + i })));
  });

  test('an older version is read as the newest, with missing fields as 0', () => {
    const packed = new Uint8Array(Int32Array.of(7, 80, 0, -1).buffer);
    const known = records.map((record) => ({ ...record, flags: 0, pair: new Int32Array(2) }));
    expect(later.unpack(packed)).toStrictEqual(known);
    expect(later.column(packed, 'pair')).toStrictEqual(new Int32Array(4));
    expect(later.pack(records, packed)).toStrictEqual(later.pack([...known, ...records]));
    expect(later.count(packed)).toBe(2);
    expect(later.count(new Uint8Array(0))).toBe(0);
    for (const bytes of [inRecords, moved(inRecords)]) expect(between.unpack(bytes)).toStrictEqual(records);
    expect(between.withColumn(inRecords, 'no', Int32Array.of(7, 0))).toStrictEqual(between.pack(records));
  });

  test('an unknown version is refused', () => {
    const packed = later.pack(records);
    const column = (bytes: Uint8Array) => old.column(bytes, 'no');
    for (const read of [old.unpack, column, old.count]) expect(() => read(packed)).toThrow('unknown version 2');
  });
});

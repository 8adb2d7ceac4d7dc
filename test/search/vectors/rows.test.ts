import { expect, test } from 'vitest';
import {
  compareRows,
  compiled,
  describeRows,
  inSteps,
  multiplyRows,
  plain,
  rowSize,
  rowsAt,
} from '../../../src/search/vectors/rows.ts';
import { fc, holds } from '../../support/law.ts';

const someBytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
/** A size of rows with a query of so many bytes and some rows. */
const cases = fc
  .record({ units: fc.integer({ min: 1, max: 40 }), rows: fc.integer({ min: 0, max: 30 }) })
  .chain(({ units, rows }) =>
    fc.record({ query: someBytes(16 * units), wide: someBytes(32 * units), rows: someBytes(16 * units * rows) }),
  );

test('the WebAssembly module compares rows exactly as plain code does', async () => {
  const fast = compiled()!;
  await holds(
    fc.property(cases, ({ query, wide, rows }) => {
      const size = query.length;
      expect(fast.compareRows(query, rows, size)).toStrictEqual(plain.compareRows(query, rows, size));
      const [parts, signed] = [new Int16Array(wide.buffer), new Int8Array(rows.buffer)];
      const small = parts.map((part) => part >> 4);
      expect(fast.multiplyRows(small, signed, size)).toStrictEqual(plain.multiplyRows(small, signed, size));
      expect(fast.describeRows(signed, size)).toStrictEqual(plain.describeRows(signed, size));
    }),
    200,
  );
});

test('rows at some indices are the bytes of these, wherever the rows begin in their buffer', () => {
  for (const offset of [0, 4, 5]) {
    const buffer = Uint8Array.from({ length: offset + 32 * 50 }, (_, i) => (i * 7) & 255).buffer;
    const rows = new Int8Array(buffer, offset);
    const some = [3, 3, 49, 0].flatMap((i) => [...rows.subarray(i * 32, i * 32 + 32)]);
    expect([...rowsAt(rows, 32, [3, 3, 49, 0])]).toStrictEqual(some);
  }
});

test('rows of more bytes than a part of the memory are all compared', () => {
  const bits = Uint8Array.from({ length: 48 }, (_, i) => i);
  const rows = Uint8Array.from({ length: 48 * 9_000 }, (_, i) => (i * 7) & 255);
  expect(compareRows(bits, rows)).toStrictEqual(plain.compareRows(bits, rows, 48));
  expect(describeRows(new Int8Array(rows.buffer), 48)).toStrictEqual(
    plain.describeRows(new Int8Array(rows.buffer), 48),
  );
  const one = new Int8Array(200_000).fill(1);
  expect(multiplyRows({ parts: new Int16Array(200_000).fill(3), step: 1 }, one)).toStrictEqual(Int32Array.of(600_000));
});

test('products in steps are those of the numbers to a ten-thousandth, whatever their length', () => {
  for (const size of [3, 16, 96, 320, 1_536, 3_072]) {
    const vector = Float64Array.from({ length: size }, (_, i) => Math.sin(i * i + 1));
    const row = new Int8Array(rowSize(size));
    for (let i = 0; i < size; i++) row[i] = Math.round(127 * Math.cos(i * 3));
    const exact = vector.reduce((sum, part, i) => sum + part * row[i]!, 0);
    const steps = inSteps(vector);
    expect((multiplyRows(steps, row)[0]! * steps.step) / 127 / size).toBeCloseTo(exact / 127 / size, 4);
  }
});

test('the sum of products of the longest vectors does not overflow', () => {
  for (const size of [16, 320, 4_096]) {
    const steps = inSteps(new Float64Array(size).fill(1));
    const [product] = multiplyRows(steps, new Int8Array(size).fill(-128));
    expect(product! * steps.step).toBeCloseTo(-128 * size, 3);
  }
});

test('a vector of zeros has products of zero', () => {
  const steps = inSteps([0, 0, 0]);
  expect(multiplyRows(steps, new Int8Array(16).fill(5))).toStrictEqual(Int32Array.of(0));
});

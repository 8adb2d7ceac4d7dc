import { expect, test } from 'vitest';
import { fromHalves } from '../../src/base/half.ts';

test('every finite float16 becomes the float32 of the same value', () => {
  const halves = Uint16Array.from({ length: 0x10000 }, (_, bits) => bits).filter((bits) => (bits & 0x7c00) !== 0x7c00);
  const read = fromHalves(halves);
  // The definition of IEEE 754 binary16.
  const others = halves.filter((bits, i) => {
    const exponent = (bits >> 10) & 31;
    const fraction = (bits & 1023) / 1024;
    const size = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
    return !Object.is(read[i], bits & 0x8000 ? -size : size);
  });
  expect([...others]).toStrictEqual([]);
});

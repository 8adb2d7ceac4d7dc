/** Float16 numbers (IEEE 754 binary16), given as their bits. Each of them is a float32 too. */
export function fromHalves(halves: Uint16Array): Float32Array {
  const floats = new Float32Array(halves.length);
  const bits = new Uint32Array(floats.buffer);
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i]!;
    const size = half & 0x7fff;
    // A normal number moves its fraction by 13 bits and its exponent by the difference of the biases, 127 - 15.
    if (size >= 0x0400) bits[i] = ((half & 0x8000) << 16) | ((size << 13) + (112 << 23));
    else floats[i] = (half & 0x8000 ? -1 : 1) * size * 2 ** -24;
  }
  return floats;
}

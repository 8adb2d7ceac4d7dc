const bytesOfScale = 4;

/**
 * A vector as it is stored: a float32 scale, then one signed byte a dimension, of the vector at length 1. It takes a
 * quarter of float32's room; a cosine comes out within a thousandth.
 */
export function encodeVector(vector: Float32Array): Buffer {
  const length = Math.hypot(...vector);
  const largest = vector.reduce((top, part) => Math.max(top, Math.abs(part)), 0);
  const bytes = Buffer.alloc(bytesOfScale + vector.length);
  bytes.writeFloatLE(largest / length / 127);
  for (let i = 0; i < vector.length; i++) bytes.writeInt8(Math.round((vector[i]! / largest) * 127), bytesOfScale + i);
  return bytes;
}

/** The parts of a stored vector, before its scale. */
export function partsOf({ buffer, byteOffset, length }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset + bytesOfScale, length - bytesOfScale);
}

/** The cosine of a query at length 1 and a stored vector. */
export function cosine(query: Float32Array, stored: Uint8Array): number {
  const parts = partsOf(stored);
  let sum = 0;
  for (let i = 0; i < parts.length; i++) sum += query[i]! * parts[i]!;
  return sum * new DataView(stored.buffer, stored.byteOffset).getFloat32(0, true);
}

export function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}

/** One bit a dimension: whether it is positive. Near vectors differ in few bits. */
export function signBits(vector: Float32Array | Int8Array): Buffer {
  const bits = Buffer.alloc(vector.length / 8);
  for (let i = 0; i < vector.length; i++) if (vector[i]! > 0) bits[i >> 3]! |= 1 << (i & 7);
  return bits;
}

const bytesOfScale = 4;

/**
 * A stored vector: a float32 scale, then one signed byte a dimension. Scaled, the bytes are a vector of length 1. It
 * takes a quarter of float32's space; a cosine is exact to a thousandth. A vector of length 0 is similar to nothing.
 */
export function encodeVector(vector: Float32Array): Buffer {
  const largest = vector.reduce((top, part) => Math.max(top, Math.abs(part)), 0);
  const bytes = Buffer.alloc(bytesOfScale + vector.length);
  if (largest === 0) return bytes;
  const parts = partsOf(bytes);
  for (let i = 0; i < parts.length; i++) parts[i] = Math.round((vector[i]! / largest) * 127);
  // Of the rounded dimensions: those of the exact vector are longer or shorter, and a cosine with them would exceed 1.
  bytes.writeFloatLE(1 / Math.hypot(...parts));
  return bytes;
}

/** The parts of a stored vector, before its scale. */
export function partsOf({ buffer, byteOffset, length }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset + bytesOfScale, length - bytesOfScale);
}

/**
 * The cosine of a query at length 1 and a stored vector, -1..1: float32 has seven digits, and older vectors were scaled
 * by their length before rounding.
 */
export function cosine(query: Float32Array, stored: Uint8Array): number {
  const parts = partsOf(stored);
  let sum = 0;
  for (let i = 0; i < parts.length; i++) sum += query[i]! * parts[i]!;
  const scaled = sum * new DataView(stored.buffer, stored.byteOffset).getFloat32(0, true);
  return Math.max(-1, Math.min(1, scaled));
}

export function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}

/** One bit a dimension, padded to whole bytes: whether it is positive. Similar vectors differ in few bits. */
export function signBits(vector: Float32Array | Int8Array): Buffer {
  const bits = Buffer.alloc(Math.ceil(vector.length / 8));
  for (let i = 0; i < vector.length; i++) if (vector[i]! > 0) bits[i >> 3]! |= 1 << (i & 7);
  return bits;
}

/** The vector of stored bytes, at length 1. */
export function decodeVector(stored: Uint8Array): Float32Array {
  const scale = new DataView(stored.buffer, stored.byteOffset).getFloat32(0, true);
  return Float32Array.from(partsOf(stored), (part) => part * scale);
}

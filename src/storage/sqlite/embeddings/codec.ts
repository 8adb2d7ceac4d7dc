import type { Cosines } from '../../../domain/stores/embeddings.ts';
import { inSteps, multiplyRows, rowSize, rowsAt } from '../../../search/vectors/rows.ts';

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

/** The vectors of some memories, side by side. */
export interface VectorRows {
  readonly memoryNos: Int32Array;
  /** Signed bytes: a row for each, as `rowSize` has it. */
  readonly parts: Int8Array;
  readonly scales: Float32Array;
}

/** A memory's vector: its signed bytes times the scale have length 1. */
export interface ScaledVector {
  readonly memoryNo: number;
  readonly parts: Int8Array;
  readonly scale: number;
}

export interface StoredVector {
  memoryNo: number;
  vector: Uint8Array;
}

export function scaledVector({ memoryNo, vector }: StoredVector): ScaledVector {
  return { memoryNo, parts: partsOf(vector), scale: scaleOf(vector) };
}

/** Vectors of one length. */
export function vectorRows(vectors: readonly ScaledVector[]): VectorRows {
  const rows = roomFor(vectors.length, rowSize(vectors[0]?.parts.length ?? 0));
  for (const [i, vector] of vectors.entries()) putRow(rows, i, vector);
  return rows;
}

/** Room for so many vectors, of so many bytes each. */
export function roomFor(count: number, size: number): VectorRows {
  return { memoryNos: new Int32Array(count), parts: new Int8Array(count * size), scales: new Float32Array(count) };
}

export function putRow({ memoryNos, parts, scales }: VectorRows, row: number, vector: ScaledVector): void {
  memoryNos[row] = vector.memoryNo;
  parts.set(vector.parts, row * rowSize(vector.parts.length));
  scales[row] = vector.scale;
}

/** Some of many rows, side by side. */
export function rowsOf({ memoryNos, parts, scales }: VectorRows, indices: readonly number[]): VectorRows {
  return {
    memoryNos: Int32Array.from(indices, (i) => memoryNos[i]!),
    parts: rowsAt(parts, parts.length / (memoryNos.length || 1), indices),
    scales: Float32Array.from(indices, (i) => scales[i]!),
  };
}

/** The cosines of rows, -1..1, in their order. Products are exact to some millionths, and older vectors have a length above 1. */
export function cosinesOf({ memoryNos, parts, scales }: VectorRows, vector: Float32Array): Cosines {
  const query = inSteps(normalized(vector));
  const products = multiplyRows(query, parts);
  const values = new Float64Array(products.length);
  for (let i = 0; i < values.length; i++) values[i] = clipped(products[i]! * query.step * scales[i]!);
  return { memoryNos, values };
}

/** The highest ones, the highest first. */
export function highest({ memoryNos, values }: Cosines, limit: number): Cosines {
  const order = descending(values).subarray(0, limit);
  return {
    memoryNos: Int32Array.from(order, (i) => memoryNos[i]!),
    values: order.map((i) => values[i]!),
  };
}

/**
 * The indices of cosines, the highest first, equal ones in their order. Each is sorted with its index as one number,
 * because a sort without a comparison function takes a fifth of the time.
 */
function descending(cosines: Float64Array): Float64Array {
  const { length } = cosines;
  const keys = new Float64Array(length);
  for (let i = 0; i < length; i++) keys[i] = Math.round((1 - cosines[i]!) * cosineSteps) * length + i;
  keys.sort();
  for (let i = 0; i < length; i++) keys[i] = keys[i]! % length;
  return keys;
}

/** Cosines that differ by less are equal: products are less exact. */
const cosineSteps = 2 ** 30;

/** A query of length 0, which has no cosine, is similar to nothing. */
const clipped = (cosine: number) => Math.max(-1, Math.min(1, cosine || 0));

export function normalized(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!;
  const length = Math.sqrt(squares);
  return vector.map((part) => part / length);
}

/** One bit a dimension, padded to whole bytes: whether it is positive. Similar vectors differ in few bits. */
export function signBits(vector: Float32Array | Int8Array): Buffer {
  const bits = Buffer.alloc(Math.ceil(vector.length / 8));
  for (let i = 0; i < vector.length; i++) if (vector[i]! > 0) bits[i >> 3]! |= 1 << (i & 7);
  return bits;
}

const scaleOf = ({ buffer, byteOffset }: Uint8Array) => new DataView(buffer, byteOffset).getFloat32(0, true);

/** The vector of stored bytes, at length 1. */
export function decodeVector(stored: Uint8Array): Float32Array {
  const scale = scaleOf(stored);
  return Float32Array.from(partsOf(stored), (part) => part * scale);
}

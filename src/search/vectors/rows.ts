import { once } from '../../base/once.ts';
import { rowModule } from './module.ts';

// Compares a vector with many, which follow each other as rows of bytes. The results are sums of integers, so a machine
// without SIMD for WebAssembly has the same.

const rowUnit = 16;

/** Bytes of a row: whole units, the last ones zeros. */
export const rowSize = (bytes: number) => Math.ceil(bytes / rowUnit) * rowUnit;

/** A vector as integers; times `step` they are its numbers. As many as a row has bytes, the last ones zeros. */
export interface StepVector {
  readonly parts: Int16Array;
  readonly step: number;
}

/** A sum of products with as many signed bytes stays below 2 ** 31. */
export function inSteps(vector: ArrayLike<number>): StepVector {
  const parts = new Int16Array(rowSize(vector.length));
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  if (largest === 0) return { parts, step: 0 };
  const step = largest / Math.min(2 ** 15 - 1, Math.floor((2 ** 31 - 1) / (128 * parts.length)));
  for (let i = 0; i < vector.length; i++) parts[i] = Math.round(vector[i]! / step);
  return { parts, step };
}

/** The product of a vector's integers with each row of as many signed bytes. */
export function multiplyRows({ parts }: StepVector, rows: Int8Array): Int32Array {
  return kernelsFor(parts.length).multiplyRows(parts, rows, parts.length);
}

/** In how many bits each row differs from the given one (Hamming distance). */
export function compareRows(bits: Uint8Array, rows: Uint8Array): Int32Array {
  return kernelsFor(bits.length).compareRows(bits, rows, bits.length);
}

/** Some rows side by side: the ones at these indices. By words: a row is too short for a copy by the system. */
export function rowsAt(rows: Int8Array, size: number, indices: ArrayLike<number>): Int8Array {
  const words = size / bytesOfWord;
  const whole = rows.byteOffset % bytesOfWord === 0 ? rows : rows.slice();
  const from = new Int32Array(whole.buffer, whole.byteOffset, Math.floor(whole.length / bytesOfWord));
  const to = new Int32Array(indices.length * words);
  for (let i = 0; i < indices.length; i++) {
    const first = indices[i]! * words;
    for (let word = 0; word < words; word++) to[i * words + word] = from[first + word]!;
  }
  return new Int8Array(to.buffer);
}

const bytesOfWord = 4;

/** What some rows have in common: the sums of their columns, and of each row the sum of its squares. */
export interface RowSums {
  readonly sums: Int32Array;
  readonly squares: Int32Array;
}

export function describeRows(rows: Int8Array, size: number): RowSums {
  return kernelsFor(size).describeRows(rows, size);
}

type Over<Query, Rows> = (query: Query, rows: Rows, size: number) => Int32Array;

/** What is computed over rows, by one way of computing it. */
export interface RowKernels {
  multiplyRows: Over<Int16Array, Int8Array>;
  compareRows: Over<Uint8Array, Uint8Array>;
  describeRows(rows: Int8Array, size: number): RowSums;
}

const kernels = once((): RowKernels => compiled() ?? plain);
const kernelsFor = (size: number) => (size > maxRow ? plain : kernels());

/** Without WebAssembly. */
export const plain: RowKernels = {
  multiplyRows: (query, rows, size) =>
    overRows(rows, size, (at) => {
      let sum = 0;
      for (let i = 0; i < size; i++) sum += query[i]! * rows[at + i]!;
      return sum;
    }),
  compareRows: (query, rows, size) =>
    overRows(rows, size, (at) => {
      let sum = 0;
      for (let i = 0; i < size; i++) sum += ones[query[i]! ^ rows[at + i]!]!;
      return sum;
    }),
  describeRows(rows, size) {
    const sums = new Int32Array(size);
    const squares = overRows(rows, size, (at) => {
      let sum = 0;
      for (let i = 0; i < size; i++) {
        const part = rows[at + i]!;
        sums[i]! += part;
        sum += part * part;
      }
      return sum;
    });
    return { sums, squares };
  },
};

function overRows({ length }: ArrayLike<number>, size: number, compare: (at: number) => number): Int32Array {
  const results = new Int32Array(Math.floor(length / size));
  for (let i = 0; i < results.length; i++) results[i] = compare(i * size);
  return results;
}

/** How many bits of a byte are set. */
const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

const pageBytes = 65_536;
/** Rows go through the module's memory in parts that stay in a processor's cache. */
const partBytes = 2 * pageBytes;
/** A longer row is compared by plain code. */
const maxRow = pageBytes;

/** By the WebAssembly module; undefined where there is no WebAssembly with SIMD. */
export function compiled(): RowKernels | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: (4 * maxRow + 2 * partBytes) / pageBytes });
    const module = new WebAssembly.Module(Buffer.from(rowModule, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { own: { memory } });
    const run = exports as Record<keyof RowKernels, (...given: number[]) => void>;
    const bytes = new Uint8Array(memory.buffer);
    /** The results of a kernel for all rows. Its first operand is at the start of the memory; its size is in bytes. */
    const overAll = (kernel: keyof RowKernels, first: number, rows: Int8Array | Uint8Array, size: number) => {
      const many = Math.floor(partBytes / size);
      const resultsAt = first + many * size;
      const results = new Int32Array(Math.floor(rows.length / size));
      const given = new Uint8Array(rows.buffer, rows.byteOffset, rows.length);
      for (let from = 0; from < results.length; from += many) {
        const count = Math.min(many, results.length - from);
        bytes.set(given.subarray(from * size, (from + count) * size), first);
        run[kernel](0, first, resultsAt, size, count);
        results.set(new Int32Array(memory.buffer, resultsAt, count), from);
      }
      return results;
    };
    const withQuery =
      (kernel: keyof RowKernels) =>
      (query: Int16Array | Uint8Array, rows: Int8Array | Uint8Array, size: number): Int32Array => {
        bytes.set(new Uint8Array(query.buffer, query.byteOffset, query.byteLength));
        return overAll(kernel, query.byteLength, rows, size);
      };
    return {
      multiplyRows: withQuery('multiplyRows'),
      compareRows: withQuery('compareRows'),
      describeRows(rows, size) {
        bytes.fill(0, 0, 4 * size);
        const squares = overAll('describeRows', 4 * size, rows, size);
        return { sums: new Int32Array(memory.buffer, 0, size).slice(), squares };
      },
    };
  } catch {
    return undefined;
  }
}

// The products of matrices with vectors, as a WebAssembly module of one function. Its code is written down below, so that
// no compiled file is needed. Four numbers are one value (SIMD), and a pass multiplies four rows with two vectors.

/** Where a matrix is, in numbers from the start of the memory. */
export interface Matrix {
  weights: number;
  /** One number a row. */
  bias: number;
  rows: number;
  columns: number;
}

/** Rows and columns of a pass. */
const across = 4;
const pageFloats = 65_536 / 4;

/** A memory of float32 numbers, and products within it. */
export class Products {
  readonly memory: Float32Array;
  readonly #run: (...given: number[]) => void;

  /** @param size of the memory, in numbers. Throws an Error where there is no WebAssembly with SIMD. */
  constructor(size: number) {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(size / pageFloats) });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { own: { memory } });
    this.memory = new Float32Array(memory.buffer);
    this.#run = exports.products as (...given: number[]) => void;
  }

  /** Where a weight is from the start of its matrix: in blocks of four rows and four columns. */
  static placeOf(row: number, column: number, columns: number): number {
    const block = (row - (row % across)) * columns + (column - (column % across)) * across;
    return block + (row % across) * across + (column % across);
  }

  /**
   * Writes matrix × vector + bias for each vector, at least `least`. Rows and columns are multiples of 4. An odd `count`
   * reads and writes one vector more.
   * @param from the first of the vectors, which follow each other; `to`: the first result
   */
  multiply({ weights, bias, rows, columns }: Matrix, from: number, count: number, to: number, least = -Infinity): void {
    this.#run(4 * from, 4 * weights, 4 * bias, 4 * to, columns, rows, count, least);
  }
}

// Parameters: addresses in bytes, then counts, then the lower bound.
const [from, weights, bias, to, columns, rows, count, least] = [0, 1, 2, 3, 4, 5, 6, 7];
const [stride, outStride, vectors, out, left, i, weight, a, b] = [8, 9, 10, 11, 12, 13, 14, 15, 16];
const numbers = 9;
const [va, vb, vw] = [17, 18, 19];
const sumsOfA = [20, 21, 22, 23];
const sumsOfB = [24, 25, 26, 27];
const quads = 11;

// Types and instructions (WebAssembly Core Specification 2.0, chapter 5).
const [i32, f32, v128] = [0x7f, 0x7d, 0x7b];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, value];
const [plus, minus, isMore, shift] = [[0x6a], [0x6b], [0x4a], [0x74]];
const simd = (code: number, ...rest: number[]) => [0xfd, ...unsigned(code), ...rest];
const load = (offset = 0) => simd(0x00, 4, offset);
const store = simd(0x0b, 4, 0);
const zeros = simd(0x0c, ...new Array<number>(16).fill(0));
const splat = simd(0x13);
const [add, multiply, max] = [simd(0xe4), simd(0xe6), simd(0xe9)];
/** Four numbers out of two quads. */
const shuffle = (...lanes: number[]) => simd(0x0d, ...lanes.flatMap((lane) => [0, 1, 2, 3].map((k) => 4 * lane + k)));
const increase = (local: number, by: number[]) => [...get(local), ...by, ...plus, ...set(local)];
const copy = (source: number, target: number) => [...get(source), ...set(target)];

/** Repeats the body while `counter`, which loses `step` each time, stays above 0. */
const repeat = (counter: number, step: number, body: number[]) => {
  const again = [...get(counter), ...constant(step), ...minus, ...tee(counter), ...constant(0), ...isMore, 0x0d, 0];
  return [0x03, 0x40, ...body, ...again, 0x0b];
};

/** The four numbers that are the sums of the lanes of four quads. */
const summed = ([p, q, r, s]: number[]) => {
  const halves = (one: number, two: number) => [
    ...[...get(one), ...get(two), ...shuffle(0, 4, 1, 5)],
    ...[...get(one), ...get(two), ...shuffle(2, 6, 3, 7)],
    ...add,
  ];
  const [first, second] = [va, vb];
  return [
    ...[...halves(p!, q!), ...set(first), ...halves(r!, s!), ...set(second)],
    ...[...get(first), ...get(second), ...shuffle(0, 1, 4, 5)],
    ...[...get(first), ...get(second), ...shuffle(2, 3, 6, 7)],
    ...add,
  ];
};

const written = (sums: number[], address: number[]) => [
  ...address,
  ...[...summed(sums), ...get(bias), ...load(), ...add],
  ...[...get(least), ...splat, ...max],
  ...store,
];

const addedTo = (sum: number, vector: number) => [
  ...[...get(sum), ...get(vector), ...get(vw), ...multiply],
  ...[...add, ...set(sum)],
];

const fourColumns = [
  ...[...get(a), ...load(), ...set(va), ...get(b), ...load(), ...set(vb)],
  ...[0, 1, 2, 3].flatMap((row) => [
    ...[...get(weight), ...load(16 * row), ...set(vw)],
    ...[...addedTo(sumsOfA[row]!, va), ...addedTo(sumsOfB[row]!, vb)],
  ]),
  ...[...increase(a, constant(16)), ...increase(b, constant(16)), ...get(weight), ...constant(32), ...plus],
  ...[...constant(32), ...plus, ...set(weight)],
];

const twoVectors = [
  ...[...copy(weights, weight), ...copy(vectors, a), ...get(vectors), ...get(stride), ...plus, ...set(b)],
  ...[...sumsOfA, ...sumsOfB].flatMap((sum) => [...zeros, ...set(sum)]),
  ...[...copy(columns, i), ...repeat(i, across, fourColumns)],
  ...written(sumsOfA, get(out)),
  ...written(sumsOfB, [...get(out), ...get(outStride), ...plus]),
  ...[...increase(vectors, [...get(stride), ...constant(1), ...shift])],
  ...[...increase(out, [...get(outStride), ...constant(1), ...shift])],
];

const fourRows = [
  ...[...copy(from, vectors), ...copy(to, out), ...copy(count, left), ...repeat(left, 2, twoVectors)],
  ...[...copy(weight, weights), ...increase(bias, constant(16)), ...increase(to, constant(16))],
];

const body = [
  ...[...get(columns), ...constant(2), ...shift, ...set(stride)],
  ...[...get(rows), ...constant(2), ...shift, ...set(outStride)],
  ...repeat(rows, across, fourRows),
  0x0b,
];

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const type = [0x60, 8, ...new Array<number>(7).fill(i32), f32, 0];
  const code = [2, numbers, i32, quads, v128, ...body];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, ...type]),
    ...section(2, [1, ...name('own'), ...name('memory'), 2, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('products'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

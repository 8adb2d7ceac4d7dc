import {
  add,
  addBytePairs,
  addIntegers,
  addNumbers,
  addShortPairs,
  constant,
  copy,
  countBits,
  differ,
  divideNumbers,
  f32,
  get,
  highBytes,
  highShorts,
  i32,
  increase,
  integerLane,
  lane,
  load,
  lowBytes,
  lowShorts,
  max,
  multiply,
  multiplyNumbers,
  multiplyShorts,
  number,
  plus,
  quad,
  repeat,
  root,
  set,
  shift,
  shuffle,
  splat,
  store,
  storeInteger,
  subtract,
  toFloats,
  type WasmFunction,
  zeros,
} from './assembler.ts';

// The loops of the encoder's network and of comparing vectors, for WebAssembly. Addresses are in bytes; all counts of numbers
// are multiples of 4.

const repeated = (type: number, times: number) => new Array<number>(times).fill(type);
/** Bytes of so many numbers. */
const bytesOf = (numbers: number) => [...get(numbers), ...constant(2), ...shift];
const next = (...addresses: number[]) => addresses.flatMap((one) => increase(one, constant(16)));

/** Four integers of each four of 16 signed bytes. */
const quads = [lowBytes, highBytes].flatMap((half) => [lowShorts, highShorts].map((part) => [...half, ...part]));

/** Makes numbers of signed bytes, 16 at a time. */
function unpack(): WasmFunction {
  const [from, to, count, bytes] = [0, 1, 2, 3] as const;
  const sixteen = [
    ...[...get(from), ...load(), ...set(bytes)],
    ...quads.flatMap((part, i) => [...get(to), ...get(bytes), ...part, ...toFloats, ...store(16 * i)]),
    ...[...next(from), ...next(to, to, to, to)],
  ];
  return { name: 'unpack', parameters: [i32, i32, i32], locals: [quad], body: repeat(count, 16, sixteen) };
}

/** Adds to each vector another one, multiplied number by number with `by`. */
function addScaled(): WasmFunction {
  const [from, by, to, columns, count, left, factor] = [0, 1, 2, 3, 4, 5, 6] as const;
  const four = [
    ...[...get(to), ...get(to), ...load(), ...get(from), ...load(), ...get(factor), ...load()],
    ...[...multiply, ...add, ...store(), ...next(from, to, factor)],
  ];
  const vector = [...copy(columns, left), ...copy(by, factor), ...repeat(left, 4, four)];
  const parameters = repeated(i32, 5);
  return { name: 'addScaled', parameters, locals: [i32, i32], body: repeat(count, 1, vector) };
}

/** Layer normalization (Ba, Kiros and Hinton, 2016) of each vector. */
function normalize(): WasmFunction {
  const [from, gain, bias, to, columns, count, share] = [0, 1, 2, 3, 4, 5, 6] as const;
  const [left, at, gains, biases, sum, mean, by] = [7, 8, 9, 10, 11, 12, 13] as const;
  const whole = [0, 1, 2, 3].flatMap((i) => [...get(sum), ...lane(i), ...(i > 0 ? addNumbers : [])]);
  const centred = [...get(at), ...load(), ...get(mean), ...subtract];
  const over = (body: number[]) => [...copy(columns, left), ...copy(from, at), ...repeat(left, 4, body)];
  const vector = [
    ...[...zeros, ...set(sum), ...over([...get(sum), ...get(at), ...load(), ...add, ...set(sum), ...next(at)])],
    ...[...whole, ...get(share), ...multiplyNumbers, ...splat, ...set(mean)],
    ...[...zeros, ...set(sum)],
    ...over([...get(sum), ...centred, ...centred, ...multiply, ...add, ...set(sum), ...next(at)]),
    ...[...number(1), ...whole, ...get(share), ...multiplyNumbers, ...number(1e-5), ...addNumbers, ...root],
    ...[...divideNumbers, ...splat, ...set(by), ...copy(gain, gains), ...copy(bias, biases)],
    ...over([
      ...[...get(to), ...centred, ...get(by), ...multiply, ...get(gains), ...load(), ...multiply],
      ...[...get(biases), ...load(), ...add, ...store(), ...next(at, to, gains, biases)],
    ]),
    ...copy(at, from),
  ];
  const locals = [...repeated(i32, 4), ...repeated(quad, 3)];
  return { name: 'normalize', parameters: [...repeated(i32, 6), f32], locals, body: repeat(count, 1, vector) };
}

/** The products of a matrix with vectors: four rows and two vectors at a time. The matrix is in blocks of 4 × 4 numbers. */
function products(): WasmFunction {
  const [from, weights, scales, bias, to, columns, rows, count, least] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
  const [stride, outStride, vectors, out, left, i, weight, a, b] = [9, 10, 11, 12, 13, 14, 15, 16, 17] as const;
  const [va, vb, vw] = [18, 19, 20] as const;
  const [sumsOfA, sumsOfB] = [
    [21, 22, 23, 24],
    [25, 26, 27, 28],
  ] as const;
  const addProduct = (sum: number, vector: number) => [
    ...[...get(sum), ...get(vector), ...get(vw), ...multiply, ...add, ...set(sum)],
  ];
  const fourColumns = [
    ...[...get(a), ...load(), ...set(va), ...get(b), ...load(), ...set(vb)],
    ...[0, 1, 2, 3].flatMap((row) => [
      ...[...get(weight), ...load(16 * row), ...set(vw)],
      ...[...addProduct(sumsOfA[row]!, va), ...addProduct(sumsOfB[row]!, vb)],
    ]),
    ...next(a, b, weight, weight, weight, weight),
  ];
  /** The sums of the lanes of two quads, two of each. */
  const halves = (one: number, two: number) => [
    ...[...get(one), ...get(two), ...shuffle(0, 4, 1, 5), ...get(one), ...get(two), ...shuffle(2, 6, 3, 7), ...add],
  ];
  const write = ([p, q, r, s]: readonly [number, number, number, number], address: number[]) => [
    ...[...halves(p, q), ...set(va), ...halves(r, s), ...set(vb), ...address],
    ...[...get(va), ...get(vb), ...shuffle(0, 1, 4, 5), ...get(va), ...get(vb), ...shuffle(2, 3, 6, 7), ...add],
    ...[...get(scales), ...load(), ...multiply, ...get(bias), ...load(), ...add],
    ...[...get(least), ...splat, ...max, ...store()],
  ];
  const twoVectors = [
    ...[...copy(weights, weight), ...copy(vectors, a), ...get(vectors), ...get(stride), ...plus, ...set(b)],
    ...[...sumsOfA, ...sumsOfB].flatMap((sum) => [...zeros, ...set(sum)]),
    ...[...copy(columns, i), ...repeat(i, 4, fourColumns)],
    ...[...write(sumsOfA, get(out)), ...write(sumsOfB, [...get(out), ...get(outStride), ...plus])],
    ...[...increase(vectors, get(stride)), ...increase(vectors, get(stride))],
    ...[...increase(out, get(outStride)), ...increase(out, get(outStride))],
  ];
  const fourRows = [
    ...[...copy(from, vectors), ...copy(to, out), ...copy(count, left), ...repeat(left, 2, twoVectors)],
    ...[...copy(weight, weights), ...next(scales, bias, to)],
  ];
  const body = [
    ...[...bytesOf(columns), ...set(stride), ...bytesOf(rows), ...set(outStride)],
    ...repeat(rows, 4, fourRows),
  ];
  const locals = [...repeated(i32, 9), ...repeated(quad, 11)];
  return { name: 'products', parameters: [...repeated(i32, 8), f32], locals, body };
}

export const kernels = [unpack(), addScaled(), normalize(), products()];

/** For each row of `size` bytes, 16 at a time, an integer: the sum of the lanes to which `sixteen` adds. */
function overRows(name: string, sixteen: (row: number, sum: number, query: number) => number[]): WasmFunction {
  const [query, rows, to, size, count, left, at, sum] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const whole = [0, 1, 2, 3].flatMap((i) => [...get(sum), ...integerLane(i), ...(i > 0 ? plus : [])]);
  const row = [
    ...[...zeros, ...set(sum), ...copy(size, left), ...copy(query, at), ...repeat(left, 16, sixteen(rows, sum, at))],
    ...[...get(to), ...whole, ...storeInteger, ...increase(to, constant(4))],
  ];
  const locals = [i32, i32, quad];
  return { name, parameters: repeated(i32, 5), locals, body: repeat(count, 1, row) };
}

/** The product of a vector of integers of 16 bits with each row of signed bytes. */
const multiplyRows = overRows('multiplyRows', (row, sum, query) => [
  ...[lowBytes, highBytes].flatMap((half, i) => [
    ...[...get(row), ...load(), ...half, ...get(query), ...load(16 * i), ...multiplyShorts],
    ...[...get(sum), ...addIntegers, ...set(sum)],
  ]),
  ...next(row, query, query),
]);

/** In how many bits each row differs (Hamming distance). */
const compareRows = overRows('compareRows', (row, sum, query) => [
  ...[...get(row), ...load(), ...get(query), ...load(), ...differ, ...countBits, ...addBytePairs, ...addShortPairs],
  ...[...get(sum), ...addIntegers, ...set(sum), ...next(row, query)],
]);

/** The sum of squares of each row of signed bytes. Adds the bytes to a row of sums, integers of 32 bits. */
const describeRows = overRows('describeRows', (row, sum, sums) => [
  ...[lowBytes, highBytes].flatMap((half) => [
    ...[...get(row), ...load(), ...half, ...get(row), ...load(), ...half, ...multiplyShorts],
    ...[...get(sum), ...addIntegers, ...set(sum)],
  ]),
  ...quads.flatMap((part, i) => [
    ...[...get(sums), ...get(sums), ...load(16 * i), ...get(row), ...load(), ...part, ...addIntegers, ...store(16 * i)],
  ]),
  ...next(row, sums, sums, sums, sums),
]);

export const rowKernels = [multiplyRows, compareRows, describeRows];

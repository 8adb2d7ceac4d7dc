import { kernelModule } from './module.ts';

/** Vectors in the memory: the first number of the first one, numbers of each, how many. */
export interface Vectors {
  at: number;
  columns: number;
  count: number;
}

/** A matrix in the memory, with a scale and a bias for each row. */
export interface Matrix {
  weights: number;
  scales: number;
  bias: number;
  rows: number;
  columns: number;
}

type Kernels = Record<'unpack' | 'addScaled' | 'normalize' | 'products', (...given: number[]) => void>;
const pageBytes = 65_536;

/**
 * A memory of float32 numbers and fast loops over it: a WebAssembly module with SIMD. Places are in numbers from the start
 * of the memory, counts of numbers are multiples of 4.
 */
export class Numbers {
  readonly memory: Float32Array;
  readonly #bytes: Int8Array;
  readonly #kernels: Kernels;
  #taken = 0;

  /** @param size of the memory, in numbers. Throws an Error where there is no WebAssembly with SIMD. */
  constructor(size: number) {
    if (!('WebAssembly' in globalThis)) throw new Error('the encoder needs WebAssembly');
    const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * size) / pageBytes) });
    const compiled = new WebAssembly.Module(Buffer.from(kernelModule, 'base64'));
    this.#kernels = new WebAssembly.Instance(compiled, { own: { memory } }).exports as Kernels;
    this.memory = new Float32Array(memory.buffer);
    this.#bytes = new Int8Array(memory.buffer);
  }

  /** Reserves some numbers: their place. */
  take(numbers: number): number {
    this.#taken += numbers;
    return this.#taken - numbers;
  }

  /** The place of a copy. */
  keep(numbers: Float32Array): number {
    const place = this.take(numbers.length);
    this.memory.set(numbers, place);
    return place;
  }

  /** The place of a copy of signed bytes as numbers; `scratch` has room for the bytes. */
  keepBytes(bytes: Int8Array, scratch: number): number {
    const place = this.take(bytes.length);
    this.#bytes.set(bytes, 4 * scratch);
    this.#kernels.unpack(4 * scratch, 4 * place, bytes.length);
    return place;
  }

  /** Adds to each vector at `to` one of `from`, multiplied number by number with the vector at `by`. */
  addScaled({ at, columns, count }: Vectors, by: number, to: number): void {
    if (count > 0) this.#kernels.addScaled(4 * at, 4 * by, 4 * to, columns, count);
  }

  /** Writes each vector with mean 0 and variance 1, multiplied by `gain`, plus `bias`. */
  normalize({ at, columns, count }: Vectors, { gain, bias }: { gain: number; bias: number }, to: number): void {
    this.#kernels.normalize(4 * at, 4 * gain, 4 * bias, 4 * to, columns, count, 1 / columns);
  }

  /**
   * Writes matrix × vector + bias for each vector, at least `least`. An odd number of vectors reads and writes one more.
   * @returns the products
   */
  multiply(matrix: Matrix, { at, count }: Vectors, to: number, least = Number.NEGATIVE_INFINITY): Vectors {
    const { weights, scales, bias, rows, columns } = matrix;
    this.#kernels.products(4 * at, 4 * weights, 4 * scales, 4 * bias, 4 * to, columns, rows, count, least);
    return { at: to, columns: rows, count };
  }
}

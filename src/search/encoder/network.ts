import type { ModelFile } from './model-file.ts';
import { type Matrix, Products } from './products.ts';

/** The network reads no more pieces of a text. */
export const maxPieces = 126;

interface Norm {
  gain: Float32Array;
  shift: Float32Array;
}

interface Block extends Norm {
  /** The weights of a depthwise convolution: for each position, one a number. */
  window: Float32Array;
  up: Matrix;
  down: Matrix;
}

/**
 * From the rows of a text's pieces to their states and the vector of the text: residual blocks of a depthwise convolution
 * and two layers, a gated sum, two layers. All numbers are float32, so every machine gives the same vector.
 */
export class Network {
  readonly #size: number;
  readonly #hidden: number;
  readonly #products: Products;
  /** How much of the memory is taken. */
  #taken = 0;
  readonly #input: Matrix;
  readonly #blocks: readonly Block[];
  readonly #last: Norm;
  readonly #gate: Float32Array;
  readonly #gateBias: number;
  readonly #out: Matrix;
  readonly #vector: Matrix;
  readonly #direct: Matrix;
  /** Where texts are read: rows, states, normalised states, convolved states, wide states. */
  readonly #places: { rows: number; states: number; normal: number; mixed: number; wide: number };

  constructor(file: ModelFile) {
    const { width, hidden, size, blocks, matrices } = file.head;
    this.#size = size;
    this.#hidden = hidden;
    const sizes = Object.values(matrices).map(([rows, columns]) => rows * columns + rows);
    const widest = Math.max(...Object.values(matrices).map(([rows]) => rows));
    const numbersOfPiece = width + 3 * hidden + widest;
    this.#products = new Products(sizes.reduce((sum, one) => sum + one, 0) + maxPieces * numbersOfPiece);
    this.#input = this.#matrix(file, 'inp');
    this.#blocks = Array.from({ length: blocks }, (_, i) => ({
      ...normOf(file, `blocks.${i}.ln`),
      window: file.floats(`blocks.${i}.dw`),
      up: this.#matrix(file, `blocks.${i}.a`),
      down: this.#matrix(file, `blocks.${i}.b`),
    }));
    this.#last = normOf(file, 'ln');
    this.#gate = file.floats('gate.weight');
    this.#gateBias = file.floats('gate.bias')[0] ?? 0;
    this.#out = this.#matrix(file, 'out');
    this.#vector = this.#matrix(file, 'out2');
    this.#direct = this.#matrix(file, 'skip');
    const place = (numbers: number) => this.#take(maxPieces * numbers);
    this.#places = {
      rows: place(width),
      states: place(hidden),
      normal: place(hidden),
      mixed: place(hidden),
      wide: place(widest),
    };
  }

  /** @param rows at most `maxPieces` rows, one after the other */
  run(rows: Float32Array, count: number): { states: Float32Array; vector: Float32Array } {
    const { memory } = this.#products;
    const at = this.#places;
    const length = count * this.#hidden;
    memory.set(rows, at.rows);
    this.#products.multiply(this.#input, at.rows, count, at.states);
    for (const block of this.#blocks) {
      this.#normalize(block, count);
      this.#convolve(block, count);
      this.#products.multiply(block.up, at.mixed, count, at.wide, 0);
      this.#products.multiply(block.down, at.wide, count, at.mixed);
      for (let i = 0; i < length; i++) memory[at.states + i]! += memory[at.mixed + i]!;
    }
    this.#normalize(this.#last, count);
    const states = memory.slice(at.normal, at.normal + length);
    return { states, vector: this.#vectorOf(states, count) };
  }

  /** The gated sum of the states through two layers, at length 1. */
  #vectorOf(states: Float32Array, count: number): Float32Array {
    const { memory } = this.#products;
    const at = this.#places;
    const hidden = this.#hidden;
    const sum = memory.subarray(at.mixed, at.mixed + hidden).fill(0);
    let total = 0;
    for (let first = 0; first < count * hidden; first += hidden) {
      let score = this.#gateBias;
      for (let i = 0; i < hidden; i++) score += states[first + i]! * this.#gate[i]!;
      const share = Math.log1p(Math.exp(score));
      total += share;
      for (let i = 0; i < hidden; i++) sum[i]! += share * states[first + i]!;
    }
    const by = Math.max(0.3, Math.sqrt(total));
    for (let i = 0; i < hidden; i++) sum[i]! /= by;
    this.#products.multiply(this.#out, at.mixed, 1, at.wide, 0);
    this.#products.multiply(this.#vector, at.wide, 1, at.rows);
    this.#products.multiply(this.#direct, at.mixed, 1, at.normal);
    const vector = memory.slice(at.rows, at.rows + this.#size);
    let square = 0;
    for (let i = 0; i < vector.length; i++) {
      vector[i]! += memory[at.normal + i]!;
      square += vector[i]! ** 2;
    }
    const length = Math.sqrt(square) || 1;
    return vector.map((part) => part / length);
  }

  /** Layer normalization (Ba, Kiros and Hinton, 2016) of each state. */
  #normalize({ gain, shift }: Norm, count: number): void {
    const { memory } = this.#products;
    const { states, normal } = this.#places;
    const hidden = this.#hidden;
    for (let first = 0; first < count * hidden; first += hidden) {
      let mean = 0;
      for (let i = 0; i < hidden; i++) mean += memory[states + first + i]!;
      mean /= hidden;
      let square = 0;
      for (let i = 0; i < hidden; i++) square += (memory[states + first + i]! - mean) ** 2;
      const by = 1 / Math.sqrt(square / hidden + 1e-5);
      for (let i = 0; i < hidden; i++)
        memory[normal + first + i] = (memory[states + first + i]! - mean) * by * gain[i]! + shift[i]!;
    }
  }

  #convolve({ window }: Block, count: number): void {
    const { memory } = this.#products;
    const { normal, mixed } = this.#places;
    const hidden = this.#hidden;
    const kernel = window.length / hidden;
    memory.copyWithin(mixed, normal, normal + count * hidden);
    for (let k = 0; k < kernel; k++) {
      const offset = (k - (kernel >> 1)) * hidden;
      for (let piece = 0; piece < count; piece++) {
        const first = piece * hidden;
        if (first + offset < 0 || first + offset >= count * hidden) continue;
        for (let i = 0; i < hidden; i++)
          memory[mixed + first + i]! += memory[normal + first + offset + i]! * window[k * hidden + i]!;
      }
    }
  }

  /** Writes a matrix of signed bytes, with a scale a row, and its bias into the memory. */
  #matrix(file: ModelFile, name: string): Matrix {
    const [rows, columns] = file.head.matrices[`${name}.weight`] ?? [0, 0];
    const codes = file.signedBytes(`${name}.weight`);
    const scales = file.floats(`${name}.weight.scale`);
    const weights = this.#take(rows * columns);
    const bias = this.#take(rows);
    const { memory } = this.#products;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        memory[weights + Products.placeOf(row, column, columns)] = codes[row * columns + column]! * scales[row]!;
    memory.set(file.floats(`${name}.bias`), bias);
    return { weights, bias, rows, columns };
  }

  #take(numbers: number): number {
    this.#taken += numbers;
    return this.#taken - numbers;
  }
}

function normOf(file: ModelFile, name: string): Norm {
  return { gain: file.floats(`${name}.weight`), shift: file.floats(`${name}.bias`) };
}

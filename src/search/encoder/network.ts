import type { ModelFile } from './model-file.ts';
import { type Matrix, Numbers, type Vectors } from './numbers.ts';

/** The network reads no more pieces of a text. */
export const maxPieces = 126;

interface Norm {
  gain: number;
  bias: number;
}

interface Block extends Norm {
  /** A depthwise convolution: for each position a vector of weights. */
  window: number;
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
  readonly #kernel: number;
  readonly #numbers: Numbers;
  readonly #input: Matrix;
  readonly #blocks: readonly Block[];
  readonly #last: Norm;
  readonly #gate: Float32Array;
  readonly #gateBias: number;
  readonly #out: Matrix;
  readonly #vector: Matrix;
  readonly #direct: Matrix;
  /** Where the vectors of a text's pieces are; `by` is one vector of factors, `ones` one of ones. */
  readonly #places: Record<'rows' | 'states' | 'normal' | 'mixed' | 'wide' | 'by' | 'ones', number>;

  constructor(file: ModelFile) {
    const { width, hidden, size, blocks, kernel, matrices } = file.head;
    const shapes = Object.values(matrices);
    const widest = Math.max(...shapes.map(([rows]) => rows));
    const ofMatrices = shapes.reduce((sum, [rows, columns]) => sum + rows * (columns + 2), 0);
    const ofNorms = (blocks * (2 + kernel) + 2) * hidden;
    const ofTexts = maxPieces * (width + 3 * hidden + widest) + hidden + widest;
    this.#size = size;
    this.#hidden = hidden;
    this.#kernel = kernel;
    const numbers = new Numbers(ofMatrices + ofNorms + ofTexts);
    const place = (columns: number) => numbers.take(maxPieces * columns);
    const wide = place(widest);
    this.#places = {
      ...{ wide, rows: place(width), states: place(hidden), normal: place(hidden), mixed: place(hidden) },
      ...{ by: numbers.take(hidden), ones: numbers.keep(new Float32Array(widest).fill(1)) },
    };
    const norm = (name: string) => ({
      gain: numbers.keep(file.floats(`${name}.weight`)),
      bias: numbers.keep(file.floats(`${name}.bias`)),
    });
    const matrix = (name: string): Matrix => {
      const [rows, columns] = matrices[`${name}.weight`] ?? [0, 0];
      const scales = numbers.keep(file.floats(`${name}.weight.scale`));
      const bias = numbers.keep(file.floats(`${name}.bias`));
      return { weights: numbers.keepBytes(file.signedBytes(`${name}.weight`), wide), scales, bias, rows, columns };
    };
    this.#numbers = numbers;
    this.#input = matrix('inp');
    this.#blocks = Array.from({ length: blocks }, (_, i) => ({
      ...norm(`blocks.${i}.ln`),
      window: numbers.keep(file.floats(`blocks.${i}.dw`)),
      up: matrix(`blocks.${i}.a`),
      down: matrix(`blocks.${i}.b`),
    }));
    this.#last = norm('ln');
    this.#gate = file.floats('gate.weight');
    this.#gateBias = file.floats('gate.bias')[0] ?? 0;
    this.#out = matrix('out');
    this.#vector = matrix('out2');
    this.#direct = matrix('skip');
  }

  /** @param rows at most `maxPieces` rows, one after the other */
  run(rows: Float32Array, count: number): { states: Float32Array; vector: Float32Array } {
    const numbers = this.#numbers;
    const at = this.#places;
    numbers.memory.set(rows, at.rows);
    const states = numbers.multiply(this.#input, { at: at.rows, columns: this.#input.columns, count }, at.states);
    for (const block of this.#blocks) {
      numbers.normalize(states, block, at.normal);
      const mixed = this.#convolve({ ...states, at: at.normal }, block.window, at.mixed);
      const inner = numbers.multiply(block.up, mixed, at.wide, 0);
      numbers.addScaled(numbers.multiply(block.down, inner, at.mixed), at.ones, at.states);
    }
    numbers.normalize(states, this.#last, at.normal);
    const last = { ...states, at: at.normal };
    const vector = this.#vectorOf(this.#gatedSum(last));
    return { states: numbers.memory.slice(last.at, last.at + count * this.#hidden), vector };
  }

  /** Adds to each vector its neighbours on both sides and itself, weighted. */
  #convolve({ at, columns, count }: Vectors, window: number, to: number): Vectors {
    this.#numbers.memory.copyWithin(to, at, at + count * columns);
    for (let k = 0; k < this.#kernel; k++) {
      const ahead = k - (this.#kernel >> 1);
      const from = { at: at + Math.max(0, ahead) * columns, columns, count: count - Math.abs(ahead) };
      this.#numbers.addScaled(from, window + k * columns, to + Math.max(0, -ahead) * columns);
    }
    return { at: to, columns, count };
  }

  /** The sum of the states, each by how much it says. */
  #gatedSum({ at, columns, count }: Vectors): Vectors {
    const { memory } = this.#numbers;
    const { by, mixed } = this.#places;
    memory.fill(0, mixed, mixed + columns);
    let total = 0;
    for (let state = at; state < at + count * columns; state += columns) {
      let score = this.#gateBias;
      for (let i = 0; i < columns; i++) score += memory[state + i]! * this.#gate[i]!;
      const share = Math.log1p(Math.exp(score));
      total += share;
      memory.fill(share, by, by + columns);
      this.#numbers.addScaled({ at: state, columns, count: 1 }, by, mixed);
    }
    const length = Math.max(0.3, Math.sqrt(total));
    for (let i = 0; i < columns; i++) memory[mixed + i]! /= length;
    return { at: mixed, columns, count: 1 };
  }

  /** The vector of a text, at length 1, by two layers and a direct one. */
  #vectorOf(sum: Vectors): Float32Array {
    const numbers = this.#numbers;
    const at = this.#places;
    const inner = numbers.multiply(this.#out, sum, at.wide, 0);
    const found = numbers.multiply(this.#vector, inner, at.rows);
    numbers.addScaled(numbers.multiply(this.#direct, sum, at.states), at.ones, found.at);
    const vector = numbers.memory.slice(found.at, found.at + this.#size);
    const length = Math.sqrt(vector.reduce((square, part) => square + part ** 2, 0)) || 1;
    return vector.map((part) => part / length);
  }
}

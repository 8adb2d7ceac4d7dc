import { type Matrix, Numbers } from '../encoder/numbers.ts';
import type { Layer } from '../weights-file.ts';

/** Layers for several inputs at a time, in the memory of a WebAssembly module. Their sizes are multiples of 4. */
export class Layers {
  readonly #numbers: Numbers;
  readonly #matrices: ReadonlyMap<Layer, Matrix>;
  readonly #input: number;
  readonly #output: number;

  /** @param most inputs at a time. Throws an Error where there is no WebAssembly with SIMD. */
  constructor(layers: readonly Layer[], most: number) {
    const widest = (size: (layer: Layer) => number) => Math.max(...layers.map(size));
    // An odd number of inputs reads and writes one more.
    const scratch = [widest(({ rows }) => rows), widest(({ columns }) => columns)].map((size) => size * (most + 1));
    const kept = layers.reduce((sum, { rows, columns }) => sum + columns * (rows + 2), 0);
    const numbers = new Numbers(kept + scratch.reduce((a, b) => a + b, 0));
    const matrix = (layer: Layer): Matrix => ({
      weights: numbers.keep(inBlocks(layer)),
      scales: numbers.keep(new Float32Array(layer.columns).fill(1)),
      bias: numbers.keep(layer.bias),
      rows: layer.columns,
      columns: layer.rows,
    });
    this.#matrices = new Map(layers.map((layer) => [layer, matrix(layer)]));
    [this.#input = 0, this.#output = 0] = scratch.map((size) => numbers.take(size));
    this.#numbers = numbers;
  }

  /** Input × matrix + bias for each of `count` inputs. */
  times(layer: Layer, input: Float32Array, count: number): Float32Array {
    const matrix = this.#matrices.get(layer);
    if (!matrix) throw new Error('no such layer');
    this.#numbers.memory.set(input, this.#input);
    this.#numbers.multiply(matrix, { at: this.#input, columns: matrix.columns, count }, this.#output);
    return this.#numbers.memory.slice(this.#output, this.#output + count * matrix.rows);
  }
}

/** In blocks of four outputs by four inputs, as the module reads them. */
function inBlocks({ rows, columns, matrix }: Layer): Float32Array {
  const across = rows / 4;
  return matrix.map((_, at) => {
    const block = Math.floor(at / 16);
    const output = 4 * Math.floor(block / across) + ((at >> 2) & 3);
    return matrix[(4 * (block % across) + (at & 3)) * columns + output]!;
  });
}

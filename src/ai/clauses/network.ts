import { readFileSync } from 'node:fs';
import { once } from '../../base/once.ts';
import { WeightsFile } from '../../search/weights-file.ts';
import { featuresOf } from './features.ts';
import path from './network.bin';
import type { Read } from './read.ts';
import toldPath from './told.bin';

/** A standardised number of a form is within these bounds. */
export const bound = 4;

interface Matrix {
  columns: number;
  values: Float32Array;
}

interface Fit {
  hidden: Matrix & { bias: Float32Array };
  out: Float32Array;
}

/**
 * Scores a clause by what the sentence encoder reads in it, by its form and place in the turn (89 numbers), and by its
 * words (hashed, linear): small networks of two layers, averaged. scripts/capture/README.md has the data, docs/measurements.md figures.
 */
export class ClauseNetwork {
  readonly #vector: Matrix;
  readonly #form: Matrix;
  readonly #fits: Fit[];
  readonly #out: Record<'vector' | 'form' | 'words' | 'bias', Float32Array>;
  readonly #mean: Float32Array;
  readonly #spread: Float32Array;

  /** Throws an Error for bytes that are no weights. */
  constructor(bytes: Uint8Array) {
    const file = new WeightsFile(bytes, 'the network of clauses');
    const values = (name: string) => file.numbers(name).values;
    this.#vector = file.numbers('vector');
    this.#form = file.numbers('form');
    const count = Object.keys(file.head).filter((name) => /^out\d$/.test(name)).length;
    const width = (this.#vector.columns + this.#form.columns) / count;
    this.#fits = Array.from({ length: count }, (_, k) => {
      const { matrix, ...layer } = file.layer(`hidden${k}`, width);
      return { hidden: { ...layer, values: matrix }, out: values(`out${k}`) };
    });
    this.#out = {
      vector: values('vectorOut'),
      form: values('formOut'),
      words: values('words'),
      bias: values('bias'),
    };
    this.#mean = values('mean');
    this.#spread = values('spread');
  }

  /**
   * How much speaks for a clause's lasting: the logarithm of its odds, and half of that of its lasting beyond doubt.
   * @param vector of the encoder, 320 numbers
   * @param form 89 numbers
   */
  score(clause: Read, vector: Float32Array, form: readonly number[]): number {
    const standard = Float32Array.from(form, (one, i) =>
      Math.max(-bound, Math.min(bound, (one - this.#mean[i]!) / this.#spread[i]!)),
    );
    const read = activated(times(vector, this.#vector));
    const placed = activated(times(standard, this.#form));
    let sum = this.#out.bias[0]! + dot(vector, this.#out.vector) + dot(standard, this.#out.form);
    for (const [k, { hidden, out }] of this.#fits.entries()) {
      const input = new Float32Array([read, placed].flatMap((all) => [...nth(all, k, this.#fits.length)]));
      sum += dot(activated(times(input, hidden, hidden.bias)), out);
    }
    const words = featuresOf(clause);
    let linear = 0;
    for (const word of words) linear += this.#out.words[word]!;
    return sum + linear / Math.sqrt(Math.max(1, words.size));
  }
}

function nth(all: Float32Array, k: number, count: number): Float32Array {
  const size = all.length / count;
  return all.subarray(k * size, (k + 1) * size);
}

function times(input: Float32Array, { columns, values }: Matrix, bias?: Float32Array): Float32Array {
  const output = bias ? Float32Array.from(bias) : new Float32Array(columns);
  for (let row = 0; row < input.length; row++) {
    const one = input[row]!;
    const start = row * columns;
    for (let column = 0; column < columns; column++) output[column]! += one * values[start + column]!;
  }
  return output;
}

/** GELU by its usual approximation (Hendrycks and Gimpel, 2016), in place. */
function activated(numbers: Float32Array): Float32Array {
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i]!;
    numbers[i] = 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
  }
  return numbers;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** The weights that come with the program, read at the first use. */
export const network = once(() => new ClauseNetwork(readFileSync(path)));

/** The same for what somebody tells of how things are: "We bill in Swiss francs." Trained on other texts, for it is no rule. */
export const toldNetwork = once(() => new ClauseNetwork(readFileSync(toldPath)));

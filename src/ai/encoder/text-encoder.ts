import type { Reading } from './encoder.ts';

/** The output of a tokenizer (`@huggingface/tokenizers`). */
export interface Tokenizing {
  encode(text: string, options?: { add_special_tokens?: boolean }): { ids: number[] };
}

/** Last hidden states of a window of tokens: `dimensions` numbers for each, one row after the other. */
export interface States {
  values: Float32Array;
  dimensions: number;
}

/** A query is cut to its beginning and its end, because a user waits for it. */
const queryWindows = 2;

/** Encodes texts by a sentence encoder: the mean of its windows' last hidden states, of all tokens or of the first. */
export class TextEncoder {
  readonly #tokenizer: Tokenizing;
  readonly #run: (ids: readonly number[]) => Promise<States>;
  /** The special tokens at the beginning and the end. */
  readonly #before: readonly number[];
  readonly #after: readonly number[];
  readonly #reading: Reading;

  constructor(tokenizer: Tokenizing, run: (ids: readonly number[]) => Promise<States>, reading: Reading) {
    this.#tokenizer = tokenizer;
    this.#reading = reading;
    this.#run = run;
    const bare = this.#idsOf('a');
    const marked = tokenizer.encode('a').ids;
    const start = Math.max(0, marked.indexOf(bare[0] ?? -1));
    this.#before = marked.slice(0, start);
    this.#after = marked.slice(start + bare.length);
  }

  /**
   * The text's vector at length 1.
   * @param turn waited for before each window
   */
  async encode(text: string, isQuery: boolean, turn?: () => Promise<void>): Promise<Float32Array> {
    const { pooling, prefixes } = this.#reading;
    const { prefix, ids: own } = this.#prefixed(isQuery ? prefixes.query : prefixes.text, text);
    const before = [...this.#before, ...prefix];
    const windows = this.#windows(own, before.length + this.#after.length);
    const read = isQuery && windows.length > queryWindows ? [windows[0]!, windows.at(-1)!] : windows;
    let sum = new Float64Array();
    for (const ids of read) {
      await turn?.();
      const { values, dimensions } = await this.#run([...before, ...ids, ...this.#after]);
      if (sum.length === 0) sum = new Float64Array(dimensions);
      const end = pooling === 'first' ? dimensions : values.length;
      for (let i = 0; i < end; i++) sum[i % dimensions]! += values[i]!;
    }
    const length = Math.hypot(...sum);
    if (!(length > 0)) throw new Error('the model answered a vector without direction');
    return Float32Array.from(sum, (part) => part / length);
  }

  #idsOf(text: string): number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false }).ids;
  }

  /** The tokens of a prefix, which begins every window, and those of the text behind it. */
  #prefixed(prefix: string, text: string): { prefix: number[]; ids: number[] } {
    const own = this.#idsOf(prefix.trimEnd());
    const joined = this.#idsOf(prefix + text);
    const isJoint = own.every((id, i) => joined[i] === id);
    return { prefix: own, ids: isJoint ? joined.slice(own.length) : this.#idsOf(text) };
  }

  /** Windows of about the same size, so that none has only a few words without context. */
  #windows(ids: readonly number[], around: number): (readonly number[])[] {
    const room = Math.max(1, this.#reading.maxTokens - around);
    const count = Math.max(1, Math.ceil(ids.length / room));
    const size = Math.ceil(ids.length / count);
    return Array.from({ length: count }, (_, i) => ids.slice(i * size, (i + 1) * size));
  }
}

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

/** Encodes texts by a sentence encoder: the mean of all tokens' last hidden states; a long text window by window. */
export class TextEncoder {
  readonly #tokenizer: Tokenizing;
  readonly #run: (ids: readonly number[]) => Promise<States>;
  /** The special tokens at the beginning and the end. */
  readonly #before: readonly number[];
  readonly #after: readonly number[];
  readonly #room: number;

  /** @param maxTokens the most that the model reads at a time */
  constructor(tokenizer: Tokenizing, run: (ids: readonly number[]) => Promise<States>, maxTokens: number) {
    this.#tokenizer = tokenizer;
    this.#run = run;
    const bare = this.#idsOf('a');
    const marked = tokenizer.encode('a').ids;
    const start = Math.max(0, marked.indexOf(bare[0] ?? -1));
    this.#before = marked.slice(0, start);
    this.#after = marked.slice(start + bare.length);
    this.#room = Math.max(1, maxTokens - this.#before.length - this.#after.length);
  }

  /**
   * The text's vector at length 1.
   * @param turn waited for before each window
   */
  async encode(text: string, isQuery: boolean, turn?: () => Promise<void>): Promise<Float32Array> {
    const windows = this.#windows(this.#idsOf(text));
    const read = isQuery && windows.length > queryWindows ? [windows[0]!, windows.at(-1)!] : windows;
    let sum = new Float64Array();
    for (const ids of read) {
      await turn?.();
      const { values, dimensions } = await this.#run([...this.#before, ...ids, ...this.#after]);
      if (sum.length === 0) sum = new Float64Array(dimensions);
      for (let i = 0; i < values.length; i++) sum[i % dimensions]! += values[i]!;
    }
    const length = Math.hypot(...sum);
    if (!(length > 0)) throw new Error('the model answered a vector without direction');
    return Float32Array.from(sum, (part) => part / length);
  }

  #idsOf(text: string): number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false }).ids;
  }

  /** Windows of about the same size, so that none has only a few words without context. */
  #windows(ids: readonly number[]): (readonly number[])[] {
    const count = Math.max(1, Math.ceil(ids.length / this.#room));
    const size = Math.ceil(ids.length / count);
    return Array.from({ length: count }, (_, i) => ids.slice(i * size, (i + 1) * size));
  }
}

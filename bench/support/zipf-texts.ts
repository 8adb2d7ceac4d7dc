/** Made-up texts whose words are as unevenly frequent as in any language (Zipf), the same on every run. */
export class ZipfTexts {
  readonly #random: () => number;
  readonly #words: readonly string[];
  readonly #cumulative: Float64Array;

  constructor(seed = 1, vocabulary = 30_000) {
    this.#random = lehmer(seed);
    this.#words = Array.from({ length: vocabulary }, (_, rank) => this.#word(rank));
    this.#cumulative = new Float64Array(vocabulary);
    let sum = 0;
    for (let rank = 0; rank < vocabulary; rank++) this.#cumulative[rank] = sum += 1 / (rank + 2.7);
  }

  /** About twenty words. */
  text(): string {
    const words = Array.from({ length: 10 + Math.floor(this.#random() * 20) }, () => this.#words[this.#rank()]!);
    return `${words.join(' ')}.`;
  }

  /** Words of every frequency: their ranks spread evenly on a logarithmic scale. */
  query(words = 8): string {
    const picked = Array.from({ length: words }, (_, i) => {
      const rank = Math.floor(this.#words.length ** ((i + this.#random()) / words)) - 1;
      return this.#words[Math.min(rank, this.#words.length - 1)]!;
    });
    return picked.join(' ');
  }

  #rank(): number {
    const wanted = this.#random() * this.#cumulative.at(-1)!;
    let low = 0;
    let high = this.#cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Frequent words are short ones; the rank makes each its own. */
  #word(rank: number): string {
    let word = '';
    for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / 80)) {
      word += 'bdfgklmnprstvzjh'[rest % 16]! + 'aeiou'[Math.floor(rest / 16) % 5]!;
    }
    return `${word}k`;
  }
}

function lehmer(seed: number): () => number {
  let state = seed * 48_271;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

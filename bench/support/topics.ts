const topicCount = 400;
const vocabulary = 20_000;
/** The spread of a topic around its centre. At 1 two members have a cosine of about 0.5, like related texts. */
const spread = 1;
/**
 * Texts vary in far fewer ways than their vectors have dimensions. Noise that is independent in every dimension would
 * make all members of a topic equally near, and "the ten nearest" a matter of chance.
 */
const latentDimensions = 48;

/** Made-up texts with words of uneven frequency, and vectors that gather around topics; the same on every run. */
export class Topics {
  #seed = 42;
  readonly #middles: Float32Array[];
  readonly #projection: Float32Array[];
  readonly #dimensions: number;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#projection = Array.from({ length: latentDimensions }, () => this.#noise(dimensions));
    this.#middles = Array.from({ length: topicCount }, () => this.#noise(latentDimensions));
  }

  vector(): Float32Array {
    const middle = this.#middles[Math.floor(this.#random() * topicCount)] ?? new Float32Array();
    const noise = this.#noise(latentDimensions);
    const sum = new Float32Array(this.#dimensions);
    for (let l = 0; l < latentDimensions; l++) {
      const weight = (middle[l] ?? 0) + spread * (noise[l] ?? 0);
      const direction = this.#projection[l] as Float32Array;
      for (let i = 0; i < sum.length; i++) sum[i]! += weight * direction[i]!;
    }
    const length = Math.hypot(...sum);
    return sum.map((part) => part / length);
  }

  /** About fifteen words. */
  text(): string {
    const words = Array.from({ length: 10 + Math.floor(this.#random() * 10) }, () => {
      const rank = Math.floor(vocabulary ** this.#random());
      return `w${rank.toString(36)}q`;
    });
    return words.join(' ');
  }

  #random(): number {
    this.#seed = (Math.imul(this.#seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return this.#seed / 0x80000000;
  }

  /** Normally distributed parts, nearly: the sum of four. */
  #noise(dimensions: number): Float32Array {
    const noise = new Float32Array(dimensions);
    for (let i = 0; i < dimensions; i++) {
      noise[i] = this.#random() + this.#random() + this.#random() + this.#random() - 2;
    }
    return noise;
  }
}

import { readFileSync } from 'node:fs';
import { once } from '../../base/once.ts';
import { featureCount, featuresOf, type Placed } from './features.ts';
import path from './weights.bin';

/** A clause with up to this many features is scored unchanged; a longer one is normalised to this number. */
export const usualFeatures = 40;

/** Logistic regression over hashed features; weights are signed bytes. See scripts/capture/README.md for the layout. */
export class ClauseClassifier {
  readonly #scale: number;
  readonly #bias: number;
  readonly #weights: Int8Array;

  /** Throws an Error for bytes that are no weights. */
  constructor(bytes: Uint8Array) {
    if (bytes.byteLength !== 8 + featureCount) throw new Error('no weights of the classifier of clauses');
    const head = new DataView(bytes.buffer, bytes.byteOffset, 8);
    this.#scale = head.getFloat32(0, true);
    this.#bias = head.getFloat32(4, true);
    this.#weights = new Int8Array(bytes.buffer, bytes.byteOffset + 8, featureCount);
  }

  /** How much speaks for a clause's lasting: the logarithm of its odds. */
  score(clause: Placed): number {
    const features = featuresOf(clause);
    let sum = 0;
    for (const feature of features) sum += this.#weights[feature] as number;
    return this.#bias + sum * this.#scale * normOf(features.size);
  }
}

/** The factor for the sum of this many features. */
export function normOf(features: number): number {
  return 1 / Math.sqrt(Math.max(1, features) / usualFeatures);
}

/** The weights that come with the program, read at the first use. */
export const classifier = once(() => new ClauseClassifier(readFileSync(path)));

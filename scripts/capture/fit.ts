import { normOf } from '../../src/ai/clauses/classifier.ts';
import { featureCount } from '../../src/ai/clauses/features.ts';
import { type Example, seeded } from './examples.ts';

/** A linear model of words. */
export interface Fitted {
  weights: Float64Array;
  bias: number;
}

/** Parameters of the fit. */
const passes = 5;
const rate = 0.1;
const penalty = 0.002;
/** Users' turns have their own copy of the weights, with this factor and this stronger regularization. */
const own = 0.25;
const ownPenalty = 20 * penalty;
/** The number of fits with different orders of the examples, which are averaged. */
const fits = 5;

/** Logistic regression with an L2 penalty, by AdaGrad (Duchi, Hazan and Singer, 2011); the mean of several fits. */
export function train(examples: readonly Example[]): Fitted {
  const weights = new Float64Array(featureCount);
  let bias = 0;
  for (let k = 0; k < fits; k++) {
    const one = trainOnce(examples, 7 + 13 * k);
    for (let i = 0; i < featureCount; i++) weights[i]! += one.weights[i]! / fits;
    bias += one.bias / fits;
  }
  return { weights, bias };
}

function trainOnce(examples: readonly Example[], seed: number): Fitted {
  const random = seeded(seed);
  const w = new Float64Array(2 * featureCount);
  const squares = new Float64Array(2 * featureCount).fill(1e-3);
  const bias = [-2, 0];
  const biasSquares = [1e-3, 1e-3];
  const order = examples.map((_, i) => i);
  const step = (i: number, gradient: number) => {
    squares[i]! += gradient * gradient;
    w[i]! -= (rate * gradient) / Math.sqrt(squares[i]! + 0.05);
  };
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, random);
    for (const at of order) {
      const { features, label, weight, isTurn } = examples[at]!;
      const norm = normOf(features.length);
      let z = 0;
      for (const i of features) z += w[i]! + (isTurn ? own * w[i + featureCount]! : 0);
      z = z * norm + bias[0]! + (isTurn ? bias[1]! : 0);
      const error = (1 / (1 + Math.exp(-z)) - label) * weight;
      for (const i of features) {
        step(i, error * norm + penalty * w[i]!);
        const j = i + featureCount;
        if (isTurn) step(j, error * norm * own + ownPenalty * w[j]!);
      }
      for (const k of isTurn ? [0, 1] : [0]) {
        biasSquares[k]! += error * error;
        bias[k]! -= (rate * error) / Math.sqrt(biasSquares[k]! + 1);
      }
    }
  }
  const weights = Float64Array.from({ length: featureCount }, (_, i) => w[i]! + own * w[i + featureCount]!);
  return { weights, bias: bias[0]! + bias[1]! };
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}

/**
 * The format of the program: scale and bias as 32-bit floats, then a signed byte per weight. The largest 0.05 % are
 * clipped.
 */
export function pack({ weights, bias }: Fitted): Uint8Array {
  const sorted = Float64Array.from(weights, Math.abs).sort();
  const cap = Math.max(sorted[Math.floor(sorted.length * 0.9995)]!, 1e-6);
  const scale = cap / 127;
  const bytes = new Uint8Array(8 + featureCount);
  const head = new DataView(bytes.buffer);
  head.setFloat32(0, scale, true);
  head.setFloat32(4, bias, true);
  const rows = new Int8Array(bytes.buffer, 8);
  for (const [i, weight] of weights.entries()) rows[i] = Math.max(-127, Math.min(127, Math.round(weight / scale)));
  return bytes;
}

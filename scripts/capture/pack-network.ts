import { usualFeatures } from '../../src/ai/clauses/classifier.ts';
import { featureCount } from '../../src/ai/clauses/features.ts';
import type { Fitted } from './fit-network.ts';

/** The share of the linear model of words in the score. */
const shareOfWords = 0.25;
/** A clause that lasts beyond doubt counts more by this share. */
const shareOfSure = 0.5;

/** The numbers of `size` rows and as many columns as there are. */
type Rows = [rows: number, values: ArrayLike<number>];

/**
 * The file that `ClauseNetwork` reads: the length of a JSON head `{name: [rows, columns, offset]}`, the head, float16.
 * Throws an Error for a number that is not finite.
 */
export function packed({ fits, words, inputs: { mean, spread, scale } }: Fitted): Uint8Array {
  const both = (values: ArrayLike<number>, factor = 1) =>
    Array.from({ length: values.length / 2 }, (_, i) => factor * (values[2 * i]! + shareOfSure * values[2 * i + 1]!));
  const averaged = (name: 'vectorOut' | 'formOut' | 'outBias', factor: number) =>
    fits
      .map((fit) => both(fit[name].values, factor / fits.length))
      .reduce((sum, one) => sum.map((value, i) => value + one[i]!));
  const matrices: Record<string, Rows> = {
    vector: beside(
      fits.map(({ vector }) => vector.values.map((one) => one * scale)),
      fits[0]!.vector.rows,
    ),
    form: beside(
      fits.map(({ form }) => form.values),
      fits[0]!.form.rows,
    ),
  };
  for (const [k, { hidden, bias, out }] of fits.entries()) {
    matrices[`hidden${k}.0`] = [hidden.rows, hidden.values];
    matrices[`hidden${k}.1`] = [1, bias.values];
    matrices[`out${k}`] = [out.rows, both(out.values, 1 / fits.length)];
  }
  matrices.vectorOut = [fits[0]!.vector.rows, averaged('vectorOut', scale)];
  matrices.formOut = [fits[0]!.form.rows, averaged('formOut', 1)];
  matrices.bias = [1, averaged('outBias', 1).map((one) => one + shareOfWords * words.bias)];
  matrices.mean = [mean.length, mean];
  matrices.spread = [spread.length, spread];
  const norm = shareOfWords * Math.sqrt(usualFeatures);
  matrices.words = [featureCount, words.weights.map((one) => one * norm)];
  return laidOut(matrices);
}

/** Matrices of as many rows beside each other. */
function beside(all: readonly Float32Array[], rows: number): Rows {
  const joined = Array.from({ length: rows }, (_, row) =>
    all.flatMap((values) => {
      const columns = values.length / rows;
      return [...values.subarray(row * columns, (row + 1) * columns)];
    }),
  );
  return [rows, joined.flat()];
}

function laidOut(matrices: Readonly<Record<string, Rows>>): Uint8Array {
  let at = 0;
  const head: Record<string, readonly number[]> = {};
  for (const [name, [rows, values]] of Object.entries(matrices)) {
    head[name] = [rows, values.length / rows, at];
    at += 2 * values.length;
  }
  const text = Buffer.from(JSON.stringify(head));
  const bytes = Buffer.alloc(4 + text.length + at);
  bytes.writeUInt32LE(text.length);
  text.copy(bytes, 4);
  let to = 4 + text.length;
  for (const [name, [, values]] of Object.entries(matrices)) {
    for (let i = 0; i < values.length; i++, to += 2) {
      if (!Number.isFinite(values[i])) throw new Error(`${name} has ${values[i]} at ${i}: the training failed`);
      bytes.writeUInt16LE(halfOf(values[i]!), to);
    }
  }
  return bytes;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The nearest float16 (IEEE 754 binary16); too large a number becomes the largest one. */
function halfOf(value: number): number {
  float[0] = value;
  const sign = (bits[0]! >>> 16) & 0x8000;
  const size = Math.min(Math.abs(value), 65_504);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return sign | (((exponent + 15) << 10) + Math.round((size / 2 ** exponent - 1) * 1024));
}

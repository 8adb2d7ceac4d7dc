import { bound } from '../../src/ai/clauses/network.ts';
import { train as trainWords, type Fitted as Words } from './fit.ts';
import { type Fit, type Sample, trainOne } from './perceptron.ts';
import type { Row } from './rows.ts';
import type { Source } from './texts.ts';

/** What training gives: networks, the linear model of words, and how the networks' inputs are scaled. */
export interface Fitted {
  fits: readonly Fit[];
  words: Words;
  inputs: Inputs;
}

/** A vector is multiplied by `scale`; a number of a form becomes (number - mean) / spread, within bounds. */
interface Inputs {
  mean: Float32Array;
  spread: Float32Array;
  scale: number;
}

/** How much a clause of each source counts. Placed rules at .3 find half as many again at the same cost to turns as at .1. */
const weights: Record<Source, number> = {
  turns: 1,
  dev: 0.7,
  active: 0.7,
  rules: 0.3,
  files: 0.08,
  commits: 0.05,
  personal: 0.5,
  own: 0.5,
  situations: 0,
};
/** Sentences beyond doubt of these count more. */
const real = new Set<Source>(['turns', 'dev', 'active']);
const factorOfSure = 2;
/** Where the classifier's scores are in a form: it has seen all texts but these. */
const scores = [33, 34, 35, 36];
const unseen = new Set<Source>(['turns', 'rules']);
/** Brings the numbers of a vector of length 1 to a spread of about 1. */
const scale = Math.sqrt(320);
/** A number that is nearly always the same must not become large. */
const leastSpread = 0.05;

/**
 * @param count networks
 * @param weigh how much a clause counts
 */
export function fitted(rows: readonly Row[], count: number, weigh: (row: Row) => number = weightOf): Fitted {
  const inputs = { ...spreadOf(rows.filter(({ source }) => source === 'turns')), scale };
  const samples = rows.map((row) => ({ ...sampleOf(row, inputs), weight: weigh(row) }));
  const fits = Array.from({ length: count }, (_, n) => trainOne(samples, 1_000 + n));
  const words = trainWords(
    rows.map((row) => ({
      ...{ group: row.group, text: row.text, features: row.words, isTurn: true },
      label: row.label > 0 ? 1 : 0,
      weight: weigh(row),
    })),
  );
  return { fits, words, inputs };
}

/** What a network reads of a clause, and what it is to say. */
export function sampleOf(
  { source, vector, form, label }: Row,
  { mean, spread, scale }: Inputs,
): Omit<Sample, 'weight'> {
  const standard = form.map((one, i) => Math.max(-bound, Math.min(bound, (one - mean[i]!) / spread[i]!)));
  if (!unseen.has(source)) for (const i of scores) standard[i] = 0;
  return { vector: vector.map((one) => one * scale), form: standard, goals: [label > 0 ? 1 : 0, label === 1 ? 1 : 0] };
}

function weightOf({ source, label }: Row): number {
  return weights[source] * (label === 1 && real.has(source) ? factorOfSure : 1);
}

function spreadOf(rows: readonly Row[]): Pick<Inputs, 'mean' | 'spread'> {
  const [{ form }] = rows as [Row];
  const mean = form.map((_, i) => rows.reduce((sum, row) => sum + row.form[i]!, 0) / rows.length);
  const spread = mean.map(
    (one, i) => leastSpread + Math.sqrt(rows.reduce((sum, row) => sum + (row.form[i]! - one) ** 2, 0) / rows.length),
  );
  return { mean, spread };
}

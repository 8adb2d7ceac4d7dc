import { expect, test } from 'vitest';
import { seeded } from '../../scripts/capture/examples.ts';
import { packed } from '../../scripts/capture/pack-network.ts';
import { outputOf, trainOne } from '../../scripts/capture/perceptron.ts';
import { featureCount, featuresOf } from '../../src/ai/clauses/features.ts';
import { ClauseNetwork } from '../../src/ai/clauses/network.ts';
import { readClauses } from '../../src/ai/clauses/read.ts';

const random = seeded(5);
const numbers = (length: number) => Float32Array.from({ length }, () => 2 * random() - 1);

/** The first number of the vector says whether a clause lasts, and the first of the form whether beyond doubt. */
const samples = Array.from({ length: 1_200 }, () => {
  const [vector, form] = [numbers(320), numbers(89)];
  vector[0] = random() < 0.5 ? 3 : -3;
  form[0] = random() < 0.5 ? 3 : -3;
  const any = vector[0] > 0 ? 1 : 0;
  return { vector, form, goals: [any, any === 1 && form[0] > 0 ? 1 : 0] as const, weight: 1 };
});
const trained = trainOne(samples, 7);

test.each([0, 1])('a trained network puts the examples of goal %i first', (goal) => {
  const ranked = samples.map(({ vector, form, goals }) => ({
    score: outputOf(trained, vector, form)[goal]!,
    isIt: goals[goal] === 1,
  }));
  const all = ranked.filter(({ isIt }) => isIt).length;
  const first = ranked.toSorted((a, b) => b.score - a.score).slice(0, all);
  expect(first.filter(({ isIt }) => isIt).length / all).toBeGreaterThan(0.6);
});

test('the same seed gives the same network, and another seed another one', () => {
  const few = samples.slice(0, 50);
  const [one, same, other] = [3, 3, 4].map((seed) => trainOne(few, seed).hidden.values);
  expect(same).toStrictEqual(one);
  expect(other).not.toStrictEqual(one);
});

test('the program reads packed fits as the training computes them', () => {
  const another = trainOne(samples.slice(0, 300), 8);
  const words = { weights: new Float64Array(featureCount), bias: 0.5 };
  const [clause] = readClauses('We never deploy on Fridays.');
  const features = featuresOf(clause!);
  for (const feature of features) words.weights[feature] = 0.1;
  const [mean, spread] = [numbers(89), new Float32Array(89).fill(2)];
  const network = new ClauseNetwork(packed([trained, another], { mean, spread, scale: 3 }, words));
  const { vector, form } = samples[0]!;
  const scores = [trained, another].map((fit) => {
    const standard = form.map((one, i) => (one - mean[i]!) / spread[i]!);
    const [any = 0, sure = 0] = outputOf(
      fit,
      vector.map((one) => 3 * one),
      standard,
    );
    return any + 0.5 * sure;
  });
  const linear = 0.5 + Math.sqrt(40 / features.size) * 0.1 * features.size;
  const expected = (scores[0]! + scores[1]!) / 2 + 0.25 * linear;
  expect(Math.abs(network.score(clause!, vector, [...form]) - expected)).toBeLessThan(0.05);
});

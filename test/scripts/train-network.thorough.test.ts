import { expect, test } from 'vitest';
import { seeded } from '../../scripts/capture/examples.ts';
import { fitted, sampleOf } from '../../scripts/capture/fit-network.ts';
import { packed } from '../../scripts/capture/pack-network.ts';
import { outputOf, trainOne } from '../../scripts/capture/perceptron.ts';
import type { Row } from '../../scripts/capture/rows.ts';
import { normOf } from '../../src/ai/clauses/classifier.ts';
import { featuresOf } from '../../src/ai/clauses/features.ts';
import { formsOf } from '../../src/ai/clauses/form.ts';
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

const read = Array.from({ length: 60 }, (_, i) => {
  const clauses = readClauses(i % 2 === 0 ? `Fix page ${i}. We never deploy on Fridays.` : `Look at line ${i}. Go on.`);
  const form = formsOf(clauses, [-2, i % 3]).at(-1)!;
  return {
    clause: clauses.at(-1)!,
    form,
    vector: numbers(320).map((one) => one / 10),
    label: i % 2 === 0 ? 1 : 0,
  } as const;
});
const rows = read.map(({ clause, form, vector, label }, i): Row => {
  const place = { source: 'turns', language: 'en', group: `group ${i}`, text: clause.text } as const;
  return { ...place, label, vector, form: Float32Array.from(form), words: Int32Array.from(featuresOf(clause)) };
});

test('the program scores clauses as the training does', () => {
  const all = fitted(rows, 2);
  // So few examples leave many weights near 0.
  for (const { values } of all.fits.flatMap((fit) => Object.values(fit)))
    for (const i of values.keys()) values[i]! += (2 * random() - 1) / 5;
  const network = new ClauseNetwork(packed(all));
  for (const [i, row] of rows.entries()) {
    const inputs = sampleOf(row, all.inputs);
    const scores = all.fits.map((fit) => {
      const [any = 0, sure = 0] = outputOf(fit, inputs.vector, inputs.form);
      return any + 0.5 * sure;
    });
    const words = row.words.reduce((sum, word) => sum + all.words.weights[word]!, 0) * normOf(row.words.length);
    const expected = (scores[0]! + scores[1]!) / 2 + 0.25 * (all.words.bias + words);
    expect(Math.abs(network.score(read[i]!.clause, row.vector, read[i]!.form) - expected)).toBeLessThan(0.01);
  }
});

test('numbers that are not finite make no network', () => {
  const all = fitted(rows, 2);
  all.inputs.spread[3] = Number.NaN;
  expect(() => packed(all)).toThrow('spread has NaN at 3: the training failed');
});

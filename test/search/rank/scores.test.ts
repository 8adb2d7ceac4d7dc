import { expect, test } from 'vitest';
import type { Occurrences, PassageTable, SearchMaterial } from '../../../src/domain/stores/search.ts';
import { RANKING } from '../../../src/search/parameters.ts';
import { someLargest } from '../../../src/search/rank/largest.ts';
import { scorePassages } from '../../../src/search/rank/passage-scores.ts';
import { idf } from '../../../src/search/rank/statistics.ts';
import { fc, holds } from '../../support/law.ts';

/** More than two windows. */
const count = 5_000;

const table: PassageTable = {
  count,
  memoryNo: Int32Array.from({ length: count }, (_, i) => i + 1),
  length: Uint8Array.from({ length: count }, (_, i) => 1 + ((i * 7) % 80)),
  session: new Int32Array(count),
  minute: new Int32Array(count),
  fingerprint: new Int32Array(count),
  lead: new Int32Array(count),
  traits: new Uint8Array(count),
  meaning: new Int8Array(96 * count),
};

/** A term that is in some passages, twice in every third of them. */
function occurrencesIn(passages: readonly number[]): Occurrences {
  const starts = [0];
  for (const passage of passages) starts.push(starts.at(-1)! + (passage % 3 === 0 ? 2 : 1));
  return {
    passages: Int32Array.from(passages),
    starts: Int32Array.from(starts),
    positions: new Uint8Array(starts.at(-1)!).map((_, i) => i % 2),
  };
}

/** Passages at random distances. */
const somewhere = fc
  .array(fc.integer({ min: 1, max: 600 }), { maxLength: 60 })
  .map((gaps) =>
    gaps.map((_, i) => gaps.slice(0, i + 1).reduce((sum, gap) => sum + gap, -1)).filter((at) => at < count),
  );

const askedTerms = fc.array(fc.record({ own: somewhere, others: fc.array(somewhere, { maxLength: 3 }) }), {
  minLength: 1,
  maxLength: 4,
});

/** The same, passage by passage. */
function plainly({ terms }: SearchMaterial, idfs: Float64Array, asked: number): [passage: number, score: number][] {
  const { k1, b } = RANKING.passage;
  const average = table.length.reduce((sum, length) => sum + length, 0) / count;
  const saturated = ({ passages, starts }: Occurrences, passage: number) => {
    const i = passages.indexOf(passage);
    const frequency = i < 0 ? 0 : starts[i + 1]! - starts[i]!;
    const norm = k1 * (1 - b + (b * table.length[passage]!) / average);
    return (frequency * (k1 + 1)) / (frequency + norm);
  };
  return Array.from({ length: count }, (_, passage): [number, number] => {
    let score = 0;
    let covered = 0;
    terms.forEach(({ occurrences, substitutes }, t) => {
      if (occurrences.passages.includes(passage)) {
        score += idfs[t]! * saturated(occurrences, passage);
        covered += idfs[t]!;
        return;
      }
      let best = { gain: 0, worth: 0 };
      for (const { weight, occurrences: found } of substitutes) {
        const worth = weight * Math.min(idfs[t]!, idf(found.passages.length, count));
        const gain = worth * saturated(found, passage);
        if (gain > best.gain) best = { gain, worth };
      }
      score += best.gain;
      covered += best.worth;
    });
    return [passage, score * Math.min(1, covered / asked) ** RANKING.coverage];
  }).filter(([, score]) => score > 0);
}

test('passages scored in windows have the scores that each has by itself', async () => {
  await holds(
    fc.property(askedTerms, (given) => {
      const terms = given.map(({ own, others }, t) => ({
        forms: [`term${t}`],
        found: own.length > 0 ? [`term${t}`] : [],
        occurrences: occurrencesIn(own),
        substitutes: others
          .filter((passages) => passages.length > 0)
          .map((passages, s) => ({
            term: `other${t} ${s}`,
            weight: 0.9 - s / 4,
            occurrences: occurrencesIn(passages),
          })),
      }));
      const material: SearchMaterial = { passages: table, terms, names: [] };
      const idfs = Float64Array.from(terms, ({ occurrences }) => idf(occurrences.passages.length, count));
      const asked = idfs.reduce((sum, one) => sum + one, 0);
      const { passages, score } = scorePassages(
        material,
        { idf: idfs, factor: () => 1, covering: idfs, asked },
        new Set(),
      );
      const expected = plainly(material, idfs, asked);
      expect([...passages]).toStrictEqual(expected.map(([passage]) => passage));
      for (const [i, [, wanted]] of expected.entries()) expect(score[i]).toBeCloseTo(wanted, 9);
    }),
    10,
  );
});

test('the largest of many values are those that a sort finds, equal ones by their numbers', async () => {
  const size = 9_000;
  const kinds = fc.record({ seed: fc.integer({ min: 1, max: 1e6 }), steps: fc.constantFrom(3, 500, 1e9) });
  await holds(
    fc.property(kinds, fc.integer({ min: 1, max: 2_000 }), ({ seed, steps }, limit) => {
      const values = Float64Array.from({ length: size }, (_, i) => Math.floor(Math.sin(seed + i) ** 8 * steps) / steps);
      const places = Int32Array.from({ length: size }, (_, i) => 2 * i);
      const numbers = Int32Array.from({ length: 2 * size }, (_, i) => (i * 7_919) % 20_011);
      const number = (i: number) => numbers[places[i]!]!;
      const sorted = [...values.keys()]
        .filter((i) => values[i]! > 0)
        .sort((a, b) => values[b]! - values[a]! || number(a) - number(b))
        .slice(0, limit);
      const found = someLargest({ values, numbers, places }, limit);
      expect(found.sort((a, b) => a - b)).toStrictEqual(sorted.sort((a, b) => a - b));
    }),
  );
});

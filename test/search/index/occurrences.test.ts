import { expect, test } from 'vitest';
import type { Occurrences } from '../../../src/domain/stores/search.ts';
import { mergeOccurrences, OccurrenceList } from '../../../src/search/index/occurrences.ts';
import { fc, holds } from '../../support/law.ts';

/** A passage and a position, as one number. */
type Place = number;
const size = 128;

function occurrencesOf(places: readonly Place[]): Occurrences {
  const list = new OccurrenceList();
  const sorted = [...new Set(places)].sort((a, b) => a - b);
  for (const passage of new Set(sorted.map((place) => Math.floor(place / size)))) {
    list.add(
      passage,
      sorted.filter((place) => Math.floor(place / size) === passage).map((place) => place % size),
    );
  }
  return list.take();
}

test('the occurrences of several terms are those of each, without duplicates', () =>
  holds(
    fc.property(fc.array(fc.array(fc.nat({ max: 12 * size - 1 }), { maxLength: 40 }), { maxLength: 4 }), (lists) => {
      expect(mergeOccurrences(lists.map(occurrencesOf))).toStrictEqual(occurrencesOf(lists.flat()));
    }),
    200,
  ));

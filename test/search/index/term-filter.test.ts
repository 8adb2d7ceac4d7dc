import { describe, expect, test } from 'vitest';
import { filterOf, mayHold } from '../../../src/search/index/term-filter.ts';
import { hash } from '../../../src/search/text/fingerprint.ts';

const terms = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i.toString(36)}`);

describe('the filter of a segment', () => {
  test('the filter contains every added term, whether added at once or one after the other', () => {
    const held = [...terms('w', 4_000), 'ünder', '猫の', '😀', ''];
    const grown = held.reduce<Uint8Array | undefined>((before, term) => filterOf([term], before), undefined);
    expect(grown).toStrictEqual(filterOf(held));
    for (const term of held) expect(mayHold(grown!, hash(term))).toBe(true);
  });

  test('the filter excludes nearly all other terms', () => {
    const filter = filterOf(terms('w', 4_000));
    const others = terms('other', 10_000);
    const wrong = others.filter((term) => mayHold(filter, hash(term))).length;
    expect(wrong).toBeLessThan(0.06 * others.length);
    expect(others.filter((term) => mayHold(filterOf([]), hash(term)))).toStrictEqual([]);
  });
});

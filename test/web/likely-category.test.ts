import { expect, test } from 'vitest';
import { presets } from '../../src/domain/category.ts';
import { likelyCategory } from '../../web/parts/memory/likely-category.ts';

test.each([
  ['I prefer tea.', 'preferences'],
  ['We decided on JSON instead of RON.', 'decisions'],
  ['My sister lives in Ghent.', 'relationships'],
  ['x'.repeat(100), undefined],
  ['', undefined],
])('the words of “%s” suggest the category %s', (text, category) => {
  expect(likelyCategory(text, presets.developer)).toBe(category);
});

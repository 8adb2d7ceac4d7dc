import { expect, test } from 'vitest';
import { headingsIn, pathBefore } from '../../src/text/headings.ts';

test.each([
  ['Lisbon trip › Packing: two towels', ['Lisbon trip']],
  [`${'A'.repeat(300)} › ${'B'.repeat(300)} › Rest: text`, ['A'.repeat(300), 'B'.repeat(300)]],
  ['旅行 › 持ち物: タオル', ['旅行']],
  ['A note without headings', []],
  ['First line\nSettings › Accounts', []],
])('the path of a piece ends behind its last heading but one, on the first line: %#', (text, headings) => {
  const path = pathBefore(text);
  expect(headingsIn(path)).toStrictEqual(headings);
  expect(text.startsWith(path)).toBe(true);
});

import { expect, test } from 'vitest';
import { estimateTokens, estimateTokensOf, truncateToTokens } from '../../src/text/tokens.ts';

test.each([
  ['', 0],
  ['tea', 1],
  ['0123456789', 3],
  ['größer, höher', 4],
  ['Привет', 6],
  ['記憶', 2],
  ['tea 👍', 3],
])('the text %j is estimated at %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test('texts are estimated one by one', () => {
  expect(estimateTokensOf(['tea', 'tea', '記憶'])).toBe(4);
});

test.each([
  ['0123456789', 2, '012345'],
  ['記憶を', 2, '記憶'],
  ['👍👍', 1, '👍'],
  ['tea', 5, 'tea'],
])('the text %j cut to %i tokens is %j', (text, max, beginning) => {
  expect(truncateToTokens(text, max)).toBe(beginning);
});

import { expect, test } from 'vitest';
import { rememberable } from '../../src/text/said.ts';

const known = ['I prefer tabs to spaces.'];

test('a sentence that repeats a known one is left out, also in other words around it', () => {
  expect(rememberable('I prefer tabs to spaces.', known)).toMatchObject({ text: '', echo: 1 });
  expect(rememberable('Well, I prefer tabs to spaces.', known)).toMatchObject({ text: '', echo: 1 });
});

test('a known sentence’s words in another order are the user’s statement, and an agent’s echo', () => {
  const text = 'Actually I prefer spaces to tabs.';
  expect(rememberable(text, known)).toMatchObject({ text, echo: 0 });
  expect(rememberable(text, known, { isAgent: true })).toMatchObject({ text: '', echo: 1 });
});

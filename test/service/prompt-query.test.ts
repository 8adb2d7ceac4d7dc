import { expect, test } from 'vitest';
import { queryOf } from '../../src/service/hooks/prompt-query.ts';

test.each([
  ['fix the names in C:\\Users\\mara\\.claude\\commands\\sdlc', 'fix the names in commands/sdlc'],
  ['look at /home/mara/work/kestrel/src/invoice.ts', 'look at src/invoice.ts'],
  ['look at src/billing/invoice.ts and/or docs', 'look at src/billing/invoice.ts and/or docs'],
  ['test it with [Pasted text #3 +12 lines] please', 'test it with   please'],
  ['Claude, where is the wiki?', ' where is the wiki?'],
])('the query of the prompt "%s" is "%s"', (prompt, query) => {
  expect(queryOf(prompt)).toBe(query);
});

test.each(['立即进行', '继续', 'continue', '/compact', '2 + 2', '[Pasted text #1]'])(
  'the prompt "%s" makes no query',
  (prompt) => {
    expect(queryOf(prompt)).toBeUndefined();
  },
);

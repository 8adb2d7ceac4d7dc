import { expect, test } from 'vitest';
import { queryOf, questionsIn } from '../../src/service/hooks/prompt-query.ts';

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

test.each([
  ['Where do I live, and who is my manager?', ['Where do I live?', 'who is my manager?']],
  ['Wo wohne ich und wer ist mein Chef?', ['Wo wohne ich?', 'wer ist mein Chef?']],
  ['¿Dónde vivo y quién es mi jefa?', ['¿Dónde vivo?', 'quién es mi jefa?']],
  ['How do I build and test this?', []],
  ['Fix the login and how the header looks.', []],
])('a sentence with two questions is searched by each: %s', (prompt, questions) => {
  expect(questionsIn(prompt)).toStrictEqual(questions);
});

import { expect, test } from 'vitest';
import type { Client } from '../../web/client/client.ts';
import { authorOf } from '../../web/parts/memory/change.ts';
import { type Answered, askAgain, askedLately, givenUnder, sumUnder } from '../../web/parts/search/compare.ts';

const { signal } = new AbortController();

/** A service with these recalls, which finds these memories for every question. */
function service(answers: Record<string, unknown>): Client {
  return { call: async (name: string) => answers[name] } as unknown as Client;
}

const recall = (query: string, kind = 'search') => ({ query, kind });
const memory = (relevance: number, parts: object) => ({
  relevance,
  explain: { exact: false, words: 0, neighbours: 0, session: 0, meaning: 0.2, ...parts },
});

test('past questions are tried once each, and contexts ask nothing', async () => {
  const recalls = [recall('tea?'), recall('', 'context'), recall('cocoa?', 'hook'), recall('tea?')];
  expect(await askedLately(service({ listRecalls: { recalls } }), 'c', signal)).toStrictEqual(['tea?', 'cocoa?']);
});

test('a threshold and search by words find less, and the totals show it', async () => {
  // The last one stands for an older memory that the question found: nothing is explained of it.
  const memories = [
    memory(0.9, { words: 1 }),
    memory(0.5, {}),
    memory(0.2, { neighbours: 0.3 }),
    { relevance: 0.1, explain: {} },
  ];
  let last: readonly Answered[] = [];
  await askAgain(service({ searchMemories: { memories } }), 'c', ['a', 'b'], signal, (answers) => {
    last = answers;
  });
  expect(last.map(({ query }) => query)).toStrictEqual(['a', 'b']);
  const [one] = last;
  expect(givenUnder(one!, { threshold: 0, isByWordsOnly: false })).toStrictEqual({ count: 4, best: 0.9 });
  expect(givenUnder(one!, { threshold: 0.5, isByWordsOnly: false })).toStrictEqual({ count: 2, best: 0.9 });
  expect(givenUnder(one!, { threshold: 0, isByWordsOnly: true })).toStrictEqual({ count: 3, best: 0.9 });
  expect(sumUnder(last, { threshold: 0.95, isByWordsOnly: false })).toStrictEqual({ helped: 0, memories: 0 });
  expect(sumUnder(last, { threshold: 0.3, isByWordsOnly: true })).toStrictEqual({ helped: 2, memories: 2 });
});

test('the author of a change is shown with the program', () => {
  expect(authorOf({ kind: 'model', name: 'local', client: 'cursor' })).toBe('a model in cursor');
  expect(authorOf({ kind: 'model', name: 'local' })).toBe('a model, local');
  expect(authorOf({ kind: 'user', name: 'local', client: 'claude-ai' })).toBe('a person, in claude-ai');
  expect(authorOf({ kind: 'user', name: 'Inês', client: 'claude-ai' })).toBe('Inês, in claude-ai');
  expect(authorOf({ kind: 'user', name: 'Inês' })).toBe('Inês');
  expect(authorOf({ kind: 'model', name: 'auto-capture', client: 'codex' })).toBe('a hook of codex');
  expect(authorOf({ kind: 'user', name: 'dashboard' })).toBe('you');
  expect(authorOf({ kind: 'model', name: 'change detection' })).toBe('change detection');
  expect(authorOf({ kind: 'file', name: 'notes.md' })).toBe('notes.md');
});

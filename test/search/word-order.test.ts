import { expect, test } from 'vitest';
import { analyzeQuery } from '../../src/search/query.ts';
import { preferInOrder } from '../../src/search/rank/order.ts';
import { plainWords, quotedIn } from '../../src/search/text/quoted.ts';
import { openSession } from '../support/harness.ts';

/** The first memory for a query, whichever of two was stored last. */
async function firstOf(right: string, other: string, query: string) {
  const firsts: (string | undefined)[] = [];
  for (const contents of [
    [right, other],
    [other, right],
  ]) {
    const { call } = await openSession({ character: 'Ada' });
    for (const content of contents) await call('add_memory_direct', { category: 'facts', content });
    const { memories } = await call<{ memories: { content: string }[] }>('search_memories', { query });
    firsts.push(memories[0]?.content);
  }
  return firsts;
}

test.each([
  ['Ada reports to Ben.', 'Ben reports to Ada.', 'Does Ada report to Ben?'],
  ['Anna gave Tom the key.', 'Tom gave Anna the key.', 'Who gave Tom the key, Anna?'],
  ['Merge main into release before a hotfix.', 'Merge release into main after a hotfix.', 'merge main into release'],
  ['Der Hund beißt den Postboten.', 'Der Postbote beißt den Hund.', 'Hund beißt Postboten'],
])('word order outweighs recency: %s', async (right, other, query) => {
  expect(await firstOf(right, other, query)).toStrictEqual([right, right]);
});

test.each([
  ['Line A replaces line B.', 'Line B replaces line A.', 'where is "line A replaces line B"'],
  ['To be or not to be.', 'Not to be or to be.', 'who wrote “to be or not to be”?'],
  ['猫追狗是标题。', '狗追猫是标题。', '「猫追狗」'],
  ['Le chat suit le chien.', 'Le chien suit le chat.', '« le chat suit le chien »'],
  ['Der Hund folgt der Katze.', 'Die Katze folgt dem Hund.', '„der Hund folgt der Katze“'],
])('a literal match of a quoted phrase ranks first: %s', async (right, other, query) => {
  expect(await firstOf(right, other, query)).toStrictEqual([right, right]);
});

test('quotation marks of many languages are recognized, apostrophes are not', () => {
  expect(quotedIn('say "one two", «três», „vier“, »fem«, 「六」, ‘seven’ and \'eight\'')).toStrictEqual([
    'one two',
    'três',
    'vier',
    'fem',
    '六',
    'seven',
    'eight',
  ]);
  expect(quotedIn("Ada's and Ben's don't, 5' and 6\"")).toStrictEqual([]);
  expect(plainWords('  “Line A – replaces”, line B! ')).toBe(' line a replaces line b ');
});

test('word order exchanges only scores that are about the same', () => {
  const query = analyzeQuery('which train do I take', 0);
  // The first text has the words the other way round.
  const terms = [
    [3, 1],
    [1, 2],
  ].map((positions) => ({
    occurrences: {
      passages: Int32Array.of(0, 1),
      starts: Int32Array.of(0, 1, 2),
      positions: Uint8Array.from(positions),
    },
  }));
  const memories = {
    memoryNo: Int32Array.of(1, 2),
    firstPassage: Int32Array.of(0, 1),
    endPassage: Int32Array.of(1, 2),
  };
  const scoresOf = (...scores: number[]) => {
    const score = Float64Array.from(scores);
    preferInOrder(score, query, { terms } as never, memories as never, () => 1);
    return [...score];
  };
  expect(query.terms.map(({ term }) => term)).toStrictEqual(['train', 'take']);
  expect(scoresOf(1, 0.9)).toStrictEqual([0.9, 1]);
  expect(scoresOf(1.9, 1)).toStrictEqual([1.9, 1]);
});

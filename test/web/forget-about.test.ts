import { expect, test } from 'vitest';
import { byWords, type Going } from '../../web/parts/forget/about.ts';

const going = (id: string, named: Going['named'] = 'near'): Going => {
  return { id, characterId: 'c', state: 'ACTIVE', content: id, named };
};
const term = (word: string, by = 'word') => ({ word, found: [word], by, weight: 1 });
const found = (id: string, terms: object[], ...lacks: string[]) =>
  ({ id, explain: { terms, lacks } }) as never as Parameters<typeof byWords>[1][number];

test('a topic of several words ticks what has them all, and lists what has most of them first', () => {
  const all = [term('kyoto'), term('gardens'), term('trip')];
  const memories = [going('one'), going('travel'), going('all'), going('none'), going('two'), going('named', 'text')];
  const ordered = byWords(memories, [
    found('two', all.slice(1), 'kyoto'),
    found('travel', [...all.slice(0, 2), term('trip', 'lexicon')]),
    found('one', all.slice(0, 1), 'gardens', 'trip'),
    found('all', all),
  ]);
  expect(ordered.map(({ id }) => id)).toStrictEqual(['named', 'all', 'two', 'travel', 'one', 'none']);
  expect(ordered.filter(({ hasAll }) => hasAll).map(({ id }) => id)).toStrictEqual(['all']);
});

test('a topic of one word ticks nothing that is only near it', () => {
  expect(byWords([going('wine')], [found('wine', [term('wine')])])).toStrictEqual([going('wine')]);
});

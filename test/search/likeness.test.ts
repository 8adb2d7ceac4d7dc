import { expect, test } from 'vitest';
import { loadStatementJudge } from '../../src/ai/statement-judge.ts';
import { once } from '../../src/base/once.ts';
import { sentenceEncoder } from '../../src/search/encoder/encoder.ts';
import { cosineOf } from '../../src/search/judge/pair-network.ts';
import { likenessOf, type PairReader } from '../../src/search/likeness.ts';

const judge = once(() => loadStatementJudge(() => undefined)!);
const reader: PairReader = {
  near: (one, other) => cosineOf(sentenceEncoder().read(one), sentenceEncoder().read(other)),
  repeats: (newer, older) => judge()(newer, older).relation === 'repeats',
};

test.each([
  ['My favourite colour is blue.', 'my favorite color is blue'],
  ['The data centre is in Frankfurt', 'The data center is in Frankfurt!'],
  ['We organise the team meeting in Berlin', 'We organize the team meeting in Berlin'],
  ['I go to the gym on Mondays', 'I go to gym on Mondays'],
  ['The frontend is written in Svelte', 'The front-end is written in Svelte'],
  ['Mein Hund heisst Bello', 'Mein Hund heißt Bello.'],
  ['サーバーは東京にあります', 'サーバは東京にあります。'],
])('texts that differ in spelling, articles and marks alone are wholly alike: %s', (one, other) => {
  expect(likenessOf(one, other, reader)).toMatchObject({ kind: 'duplicate', likeness: 1, isSure: true });
});

test.each([
  ['I have an allergy to peanuts', 'I am allergic to peanuts'],
  ['My wife’s name is Julia', 'My wife is called Julia'],
  ['毎朝コーヒーを飲みます', '朝はいつもコーヒーを飲む'],
])('texts that say the same in other words are surely duplicates: %s', (one, other) => {
  const likeness = likenessOf(one, other, reader);
  expect(likeness).toMatchObject({ kind: 'duplicate', isSure: true });
  expect(likeness!.likeness).toBeLessThan(1);
});

test.each([
  ['The app listens on port 8080', 'The app listens on port 8081'],
  ['Ann likes coffee', "Ann doesn't like coffee"],
  ['My brother lives in Berlin', 'My brother lives in Bern'],
  ['My sister Lena is a nurse', 'My sister Lina is a nurse'],
  ['My mother lives in Rome with two dogs', 'My father lives in Rome with two dogs'],
  ['The staging server runs Ubuntu', 'The production server runs Ubuntu'],
  ['Tests run before the merge', 'Tests run after the merge'],
  ['My aunt has a house in Kent', 'My aunt has a horse in Kent'],
  ['Mi hermano vive en Roma', 'Mi hermana vive en Roma'],
  ['Deploys need two approvals', 'Deploys need one approval'],
  ['We meet every tuesday at noon', 'We meet every thursday at noon'],
  ['猫が好きです', '犬が好きです'],
])('another number, name, denial or word is never a sure duplicate: %s', (one, other) => {
  const { kind, isSure } = likenessOf(one, other, reader) ?? {};
  expect(kind === 'duplicate' && isSure === true).toBe(false);
});

test('another spelling is another word without the encoder', () => {
  expect(likenessOf('My favourite colour is blue.', 'My favorite color is blue.')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { leastHelpful } from '../../src/domain/stores/recalls.ts';
import { storing, UNRELATED } from './searchable.ts';

const sister = 'My sister Yuki lives in Berlin with Jonas';

test.each([
  ['Wo wohnt meine Schwester?', sister],
  ['où habite ma sœur ?', sister],
  ['¿Dónde vive mi hermana?', sister],
  ['Dove vive mia sorella?', sister],
  ['Где живёт моя сестра?', sister],
  ['妹の名前は?', sister],
  ['Where does my sister live?', '妹のユキはベルリンに住んでいる。'],
  ['妻の名前は?', 'I live in Kyoto with my wife Mei'],
  ['Comment s’appelle ma femme ?', 'I live in Kyoto with my wife Mei'],
  ['German class', 'Deutsch: der Kurs ist dienstags um 19 Uhr'],
  ['drinking party', '金曜日に飲み会がある'],
  ['飲み会', 'The drinking party is on Friday'],
])('an everyday word is found in another language, as an answer: %s | %s', (question, memory) => {
  const store = storing(...UNRELATED, memory);
  const [first] = store.rank(question).memories;
  expect(store.contents.get(first?.memoryNo ?? 0)).toBe(memory);
  expect(first!.relevance).toBeGreaterThan(leastHelpful);
});

test('a compound finds what its parts name in other languages', () => {
  const wine = 'The wine for the dinner is a Malbec';
  expect(storing(...UNRELATED, wine).find('Weinliste')[0]).toBe(wine);
});

test.each([
  ['¿Dónde vive mi hermano?', sister],
  ['Baue bitte eine neue Datenbank für den Kunden', 'The customer pays in May'],
  ['Which country do they visit?', 'The plane may land late'],
  ['Where does the cat sleep?', 'We chat every Monday'],
])('a translation is not found by another word, an order or a homograph: %s | %s', (question, memory) => {
  const store = storing(...UNRELATED, memory);
  const found = store
    .rank(question, { guesses: false })
    .memories.find(({ memoryNo }) => store.contents.get(memoryNo) === memory);
  expect(found?.relevance ?? 0).toBeLessThan(leastHelpful);
});

test('a word of the lexicon is no typing error of another', () => {
  expect(storing(...UNRELATED, 'John met the team').find('Wo wohnt meine Schwester?')).not.toContain(
    'John met the team',
  );
});

test('a query for a name finds what tells of the person', () => {
  const wife = 'I live in Kyoto with my wife Mei and our cat';
  const store = storing(...UNRELATED, wife, 'So, in the simulation, could you choose one name?');
  const [first] = store.rank("my wife's name").memories;
  expect(store.contents.get(first!.memoryNo)).toBe(wife);
  expect(first!.relevance).toBeGreaterThan(leastHelpful);
});

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
  ['温泉の予算', 'The budget for the onsen is 20,000 yen'],
  ['上司のあだ名', 'The nickname of my boss is "The Dragon"'],
  ['職場はどこ', 'My office is on the ninth floor'],
  ['do I work in Osaka or Kyoto', '今は大阪ではなく京都のオフィスで働いています。'],
  ['大家さんは誰？', 'The landlord is Mr. Sato'],
  ["When is Mei's birthday?", 'メイの誕生日は8月14日。'],
  ['birthday gift for my wife', 'Das Geschenk zum Geburtstag der Ehefrau ist ein Ring'],
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
  ['Add a birthday gift table', 'Das Geschenk zum Geburtstag der Ehefrau ist ein Ring'],
  ['Baue bitte eine neue Datenbank für den Kunden', 'The customer pays in May'],
  ['Which country do they visit?', 'The plane may land late'],
  ['Where does the cat sleep?', 'We chat every Monday'],
  ['山本さんはどこ？', 'The book is on the shelf'],
  ['What am I allergic to?', 'Remember this form uses react-hook-form'],
  ['家賃はいくら？', '家でパーティーをした'],
  ['给客户添加一个列表', 'The customer pays for a list in May'],
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

test('a word counts as much in the language that hardly any memory has: 温泉 beside many onsens', () => {
  const onsens = Array.from({ length: 12 }, (_, i) => `The onsen of village ${i} is open until ${i} in winter`);
  const budget = 'The budget for the onsen is 20,000 yen';
  const store = storing(...UNRELATED, ...onsens, '温泉が好きだ', budget);
  const [first] = store.rank('温泉の予算は?').memories;
  expect(store.contents.get(first!.memoryNo)).toBe(budget);
  expect(first!.relevance).toBeGreaterThan(leastHelpful);
});

test('a memory with all of a question in another language stands above one like a word of it', () => {
  const kurs = 'Deutsch: der Kurs ist dienstags um 19 Uhr';
  const asides = ['I am still tired, of course', 'Of course the train was late', 'The salary is fine, of course'];
  const store = storing(
    ...UNRELATED,
    ...asides,
    'We may of course pay later',
    'My French course was in May 2024',
    kurs,
  );
  const [first] = store.rank('When is my German course?').memories;
  expect(store.contents.get(first!.memoryNo)).toBe(kurs);
  expect(first!.relevance).toBeGreaterThan(0.7);
});

test('another word of the same language for the same is found', () => {
  const store = storing(...UNRELATED, 'Mein Gehalt ist 3.900 Euro im Monat');
  expect(store.find('Wie hoch ist mein Lohn?', { guesses: false })[0]).toContain('Gehalt');
});

test('a name in katakana is nearly as relevant in Latin letters', () => {
  const store = storing(...UNRELATED, 'モモが病院に行った。', 'Momo eats salmon');
  const [first, second] = store.rank('モモ').memories;
  expect([first, second].map((one) => store.contents.get(one!.memoryNo))).toContain('Momo eats salmon');
  expect(second!.relevance).toBeGreaterThan(0.7 * first!.relevance);
});

test.each([
  ['ダニエル', 'Our manager Daniel lives in Graz'],
  ['ダニエルは誰？', 'Our manager Daniel lives in Graz'],
  ['daniel', 'ダニエルは上司です'],
  ['マイク', 'My manager Maik lives in Graz'],
])('a foreign name is found in the other script of Japanese: %s', (query, memory) => {
  const [first] = storing(...UNRELATED, memory).find(query);
  expect(first).toBe(memory);
});

test('a common word makes a memory less sure only where those with it are searched too', () => {
  const offices = Array.from({ length: 30 }, (_, i) => `The post office of village ${i} is closed`);
  const store = storing(...UNRELATED, ...offices, 'My office is on the ninth floor');
  const own = [...store.contents].find(([, content]) => content.startsWith('My office'))![0];
  const [among] = store.rank('where is my office', { allowed: new Set([own]) }).memories;
  const [first] = store.rank('where is my office').memories;
  expect(among!.relevance).toBeGreaterThan(first!.relevance + 0.2);
});

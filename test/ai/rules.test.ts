import { expect, test } from 'vitest';
import { rulesExtractor } from '../../src/ai/rules.ts';
import { type CategoryPreset, presets } from '../../src/domain/category.ts';
import { codePoints } from '../../src/domain/text.ts';
import { checkAnswer } from '../../src/service/extraction/check-answer.ts';
import { cpuTimeOf } from '../support/cost.ts';

async function extract(
  text: string,
  preset: CategoryPreset = 'standard',
  own: { name: string; hints: string[] }[] = [],
) {
  const custom = own.map((one) => ({ ...one, description: '', importance: 'HIGH' as const, isDefault: false }));
  const categories = [...presets[preset], ...custom].map((one) => ({ ...one, memoryCount: 0 }));
  const { answer, usage } = await rulesExtractor().extract({ text, categories, similar: [], occurredAt: '' });
  const { proposals, faults } = checkAnswer(answer, { categories, similar: [] });
  expect(faults).toStrictEqual([]);
  expect(usage.calls).toBe(0);
  const added = proposals.flatMap((one) => (one.operation === 'ADD' ? [one] : []));
  return { added, contents: added.map(({ content }) => content), dropped: proposals.length - added.length };
}

test.each<[string, string]>([
  ["I can't stand cilantro.", 'preferences'],
  ['My favorite band is Radiohead.', 'preferences'],
  ["I'm vegetarian and my partner is vegan.", 'preferences'],
  ['I hate it when people are late.', 'preferences'],
  ['I hate being phoned after 9pm.', 'preferences'],
  ['I hate long meetings.', 'preferences'],
  ['I loathe meetings on Monday at 8am.', 'preferences'],
  ['We dislike calls after work.', 'preferences'],
  ['Ich hasse lange Besprechungen.', 'preferences'],
  ['Anrufe nach 21 Uhr nerven mich.', 'preferences'],
  ['Je déteste les longues réunions.', 'preferences'],
  ["J'ai horreur des rendez-vous le lundi.", 'preferences'],
  ['Odio las reuniones largas.', 'preferences'],
  ['No aguanto las llamadas después de las nueve.', 'preferences'],
  ['Odeio reuniões longas.', 'preferences'],
  ['Detesto le riunioni lunghe.', 'preferences'],
  ['Mi dà fastidio ricevere telefonate dopo le nove.', 'preferences'],
  ['Ik haat lange vergaderingen.', 'preferences'],
  ['Ik heb een hekel aan bellen na negen uur.', 'preferences'],
  ['Jag hatar långa möten.', 'preferences'],
  ['Jeg hader lange møder.', 'preferences'],
  ['Jeg misliker lange møter.', 'preferences'],
  ['Vihaan pitkiä kokouksia.', 'preferences'],
  ['Nienawidzę długich spotkań.', 'preferences'],
  ['Uzun toplantılardan nefret ediyorum.', 'preferences'],
  ['Ненавижу длинные встречи.', 'preferences'],
  ['Меня раздражают звонки после девяти.', 'preferences'],
  ['我讨厌开会。', 'preferences'],
  ['長い会議は嫌いです。', 'preferences'],
  ['나는 긴 회의를 싫어해.', 'preferences'],
  ['The user prefers TypeScript over JavaScript.', 'preferences'],
  ['My birthday is on May 4th.', 'facts'],
  ['I was born in 1984 in Graz.', 'facts'],
  ['I live in Berlin.', 'facts'],
  ["The user's email is anna@example.com.", 'facts'],
  ['I speak German and Spanish.', 'facts'],
  ['The wifi password is hunter2-X.', 'facts'],
  ['We went hiking in the Alps last summer.', 'events'],
  ['I have a dentist appointment on 2026-03-04 at 10:00.', 'events'],
  ['The meeting with Bob was moved to Thursday.', 'events'],
  ['Anna and Bob got married last year.', 'events'],
  ['I want to learn Rust this year.', 'goals'],
  ['I would like to visit Japan next year.', 'goals'],
  ['I am training for the Berlin marathon.', 'goals'],
  ['Remember to renew the passport before June.', 'goals'],
  ['My boss Carla is leaving soon.', 'relationships'],
  ['She is my sister.', 'relationships'],
  ['Her dog is called Bruno.', 'relationships'],
  ['Snow falls softly.', 'general'],
  ['Ich wohne in Hamburg.', 'facts'],
  ['Ich mag keinen Kaffee.', 'preferences'],
  ['Gestern waren wir im Kino.', 'events'],
  ["J'aime le fromage.", 'preferences'],
  ["Mon frère s'appelle Luc.", 'relationships'],
  ['Vivo en Madrid.', 'facts'],
  ['Quiero aprender alemán.', 'goals'],
  ['Мне нравится чай.', 'preferences'],
  ['Я живу в Москве.', 'facts'],
  ['我喜欢吃辣的。', 'preferences'],
  ['我住在上海。', 'facts'],
  ['来週会議があります。', 'events'],
])('the category of a statement is found: %s → %s', async (text, category) => {
  expect((await extract(text)).added).toMatchObject([{ content: text, category }]);
});

test.each<[string, string]>([
  ['We chose SQLite over Postgres because it is embedded.', 'decisions'],
  ['We use pnpm, not npm.', 'decisions'],
  ['Anna knows Kubernetes and Terraform.', 'skills'],
  ["I'm new to Rust.", 'skills'],
  ['Я новичок в Rust.', 'skills'],
  ['我是Rust新手。', 'skills'],
  ['Prefer small pull requests.', 'preferences'],
  ["I'd like to migrate to React 19 by the end of Q2.", 'goals'],
  ['The build failed yesterday.', 'events'],
])('the category of a developer’s statement is found: %s → %s', async (text, category) => {
  expect((await extract(text, 'developer')).added).toMatchObject([{ content: text, category }]);
});

test('a custom category is found by its hints and sets the importance', async () => {
  const own = [{ name: 'recipes', hints: ['cook', 'oven', '料理'] }];
  const found = { category: 'recipes', importance: 'HIGH' };
  expect((await extract('Cooked the lentils too long.', 'standard', own)).added).toMatchObject([found]);
  expect((await extract('今日の料理', 'standard', own)).added).toMatchObject([found]);
});

test.each<[string, string[]]>([
  ['I live in Berlin. I love tea.', ['I live in Berlin.', 'I love tea.']],
  ['My son is Tom. He lives there. His school is small.', ['My son is Tom. He lives there. His school is small.']],
  ['Dr. Smith moved it to 3.30 p.m. I agreed.', ['Dr. Smith moved it to 3.30 p.m.', 'I agreed.']],
  ["What's my favourite colour? Blue.", ["What's my favourite colour? Blue."]],
  ['Also, my dog Rex turns 5.', ['My dog Rex turns 5.']],
  ['Please remember that I am allergic to nuts.', ['I am allergic to nuts.']],
  ['Hi Anna, thanks!', []],
  ['Shopping list:\n- milk\n- eggs', ['Shopping list: milk', 'Shopping list: eggs']],
  ['# Team\n\n- Anna leads the backend group now', ['Anna leads the backend group now']],
  [
    'A long line that was broken by the width of the window,\nnot by me.',
    ['A long line that was broken by the width of the window, not by me.'],
  ],
  ['Tea: green\nCoffee: none', ['Tea: green', 'Coffee: none']],
  ['```\na = 1;\n\nb = 2;\n```', []],
  ['{"a": [1, 2]}', []],
  ['I like tea. I like tea.', ['I like tea.']],
  ['我住在上海。他是我的同事。', ['我住在上海。他是我的同事。']],
  ['东京很大。我喜欢吃辣的。', ['东京很大。', '我喜欢吃辣的。']],
])('the text %j is split into %j', async (text, contents) => {
  const { contents: found } = await extract(text);
  expect(found.filter((one) => !one.startsWith('Hi Anna'))).toStrictEqual(contents);
});

test('a heading or the line before a list sets the category', async () => {
  const { added } = await extract('Preferences:\n- Dark mode everywhere\n\n## Goals\n- Run ten kilometres');
  expect(added.map(({ category }) => category)).toStrictEqual(['preferences', 'goals']);
});

test.each([
  'ok',
  'Thanks a lot!',
  'Thank you so much for your help yesterday.',
  'Hi there! How are you?',
  '😀👍',
  'Hallo, danke!',
  'Merci beaucoup',
  '谢谢!',
  'ありがとうございます。',
  'Спасибо большое',
  'Can you help me with this?',
  '...',
])('%s is small talk', async (text) => {
  expect(await extract(text)).toMatchObject({ added: [], dropped: expect.any(Number) });
});

test.each(['No dairy', 'Anna', 'Yes to remote work', 'I am fine with Mondays', 'Thanks for the book that Ben gave me'])(
  '%s is not small talk',
  async (text) => {
    expect((await extract(text)).added).toHaveLength(1);
  },
);

test('the day of a date does not end a sentence', async () => {
  expect((await extract('Anna ist am 3. Mai 2015 geboren. I am 25. Maria is my wife.')).contents).toStrictEqual([
    'Anna ist am 3. Mai 2015 geboren.',
    'I am 25.',
    'Maria is my wife.',
  ]);
});

test('emphasis and danger raise salience, doubt lowers it', async () => {
  const { added } = await extract('I am allergic to nuts.\nThe tree is tall.\nMaybe it was blue?');
  const [allergy = 0, tree = 0, maybe = 0] = added.map(({ salience }) => salience);
  expect(allergy).toBeGreaterThan(tree);
  expect(tree).toBeGreaterThan(maybe);
});

const numbers = Array.from({ length: 6_000 }, (_, i) => `${i}`);

test.each([
  numbers.join('-'),
  numbers.join(' '),
  `${'字'.repeat(9_000)}${'国'.repeat(9_000)}`,
  `${'😀x'.repeat(6_000)}${'🙈y'.repeat(6_000)}`,
])('an endless text is split into pieces within the limit, without loss (%#)', async (text) => {
  const { contents } = await extract(text);
  for (const content of contents) expect(codePoints(content)).toBeLessThanOrEqual(10_000);
  const kept = contents.join('').replace(/\s/gu, '');
  expect(kept === text.replace(/\s/gu, '')).toBe(true);
});

test('extracting texts of the maximum length takes bounded CPU time', async () => {
  const text = 'I met Anna in Graz on Monday and she likes tea. '.repeat(208);
  const cost = await cpuTimeOf(async () => {
    await extract(text);
    await extract(`${'a b '.repeat(2_500)}`);
    await extract('('.repeat(10_000));
  });
  expect(cost).toBeLessThan(3_000);
});

import { expect, test } from 'vitest';
import { loadStatementJudge } from '../../src/ai/statement-judge.ts';

const judge = loadStatementJudge(() => undefined)!;

test.each([
  ["Okay, let's nail this down.", 'Yeah, good on ya, mate.'],
  ['Alright, this draft is looking solid.', 'My guy, this plan is solid!'],
  ['Thank you for transforming them.', 'Thank you.'],
  ['Okay, I am starting now.', "Yeah, I'm ready."],
  ['Okay, these look good.', "That's good."],
  ['This is not making sense at all!', 'Makes sense.'],
])('the remark “%s” ends nothing that “%s” says', (newer, older) => {
  expect(judge(newer, older).relation).toBe('unrelated');
});

test.each([
  ["I don't smoke any more.", 'I smoke.'],
  ['Ya no fumo.', 'Fumo.'],
  ['Voltei a comer pão.', 'Não como pão.'],
  ['이제 고기를 안 먹어요.', '고기를 먹어요.'],
  ['我戒烟了。', '我抽烟。'],
])('“%s” ends the short statement “%s”', (newer, older) => {
  expect(judge(newer, older).relation).toBe('ends');
});

test.each([
  ['My manager is Deborah.', 'Deborah went to another team, I report to Kwame now.'],
  ['Müdürüm Kemal Bey.', 'Kemal Bey emekli oldu, yeni müdürüm Aylin Hanım.'],
  ['O deploy é toda sexta.', 'O deploy agora é toda terça, sexta não dá mais.'],
  ['Moro em Porto Alegre', 'me ajuda com o formulário? mudei pra Florianópolis semana passada'],
  ['Ik werk bij Philips', 'pas mijn cv aan, ik ben weg bij Philips en zit nu bij ASML'],
  ['定例会議は月曜の10時です', '定例は水曜の14時に変わったので、カレンダーを更新して'],
])('a part of a statement changes “%s”: “%s”', (older, newer) => {
  expect(judge(newer, older).relation).toBe('ends');
});

const atlas = 'We deploy with Fly.io to Frankfurt, and the staging database is Postgres 15.';
const bistro = "We decided that Bistro's menu API uses GraphQL, and the kitchen printer is at 10.0.4.12.";

test.each([
  [atlas, 'We moved the deployment from Fly.io to Hetzner in Falkenstein.'],
  [atlas, 'The staging database is now Postgres 16.'],
  [bistro, "Bistro's menu API uses REST now."],
  [bistro, 'The kitchen printer is at 10.0.4.30 now.'],
  ['El equipo se reúne los martes y la oficina está en Sevilla.', 'La oficina está ahora en Málaga.'],
  ['Счета выставляет Ольга, а склад находится в Твери.', 'Склад теперь находится в Калуге.'],
  ['会議は火曜日で、サーバーは東京にあります。', 'サーバーは大阪に移しました。'],
  ['Die Kasse nutzt SumUp, und der Bäcker liefert um sechs Uhr.', 'Der Bäcker liefert jetzt um fünf Uhr.'],
])('a part of “%s” is changed by “%s”', (older, newer) => {
  expect(judge(newer, older)).toMatchObject({ relation: 'ends', sureness: 'likely' });
});

test.each([
  [bistro, 'The bar printer is at 10.0.4.40 now.'],
  ['My car is a Volvo and my bike is a Trek.', "My sister's bike is a Canyon now."],
  ['Le site tourne sur Drupal et la newsletter part le jeudi.', 'Le nouveau logo du site est bleu.'],
])('no part of “%s” is changed by “%s”', (older, newer) => {
  expect(judge(newer, older).relation).not.toBe('ends');
});

test('a question without a mark changes nothing', () => {
  expect(judge('Vitestに移行した方がいいですか', 'テストにはJestを使っています').relation).not.toBe('ends');
});

const lives = [
  'My sister Yuki lives in Berlin with her husband Jonas.',
  'Schwester Yuki in Berlin, Schwager Jonas.',
  'Ma sœur Yuki habite à Berlin.',
  'Mi hermana Yuki vive en Berlín.',
  'Minha irmã Yuki mora em Berlim.',
  '妹のユキはベルリンに住んでいる。',
  '我妹妹Yuki住在柏林。',
  'أختي يوكي تسكن في برلين.',
  '여동생 유키는 베를린에 살고 있어요.',
  'Моя сестра Юки живёт в Берлине.',
  'मेरी बहन युकी बर्लिन में रहती है।',
];
const moved = [
  'Yuki and Jonas moved to Hamburg last week.',
  'Yuki ist letzte Woche nach Hamburg gezogen.',
  'Yuki a déménagé à Hambourg la semaine dernière.',
  'Yuki se mudó a Hamburgo la semana pasada.',
  'A Yuki mudou-se para Hamburgo na semana passada.',
  'ユキは先週ハンブルクに引っ越した。',
  'Yuki上周搬到了汉堡。',
  'انتقلت يوكي إلى هامبورغ الأسبوع الماضي.',
  '유키는 지난주에 함부르크로 이사했어요.',
  'Юки переехала в Гамбург на прошлой неделе.',
  'युकी पिछले हफ़्ते हैम्बर्ग में रहने लगी।',
];

test.each(moved)('a move told in one language ends where somebody lives in every other one: %s', (newer) => {
  const found = lives.filter((older) => judge(newer, older).relation === 'ends');
  expect(found).toStrictEqual(lives);
});

test.each([
  ['妹のユキはベルリンに住んでいる。', 'Yuki moved to Berlin.'],
  ['妹のユキはベルリンに住んでいる。', 'Meine Schwester Yuki wohnt jetzt in Berlin.'],
  ['妹のユキはベルリンに住んでいる。', 'Yuka moved to Hamburg.'],
  ['妹のユキはベルリンに住んでいる。', 'I moved to Hamburg last week.'],
  ['妹のユキの誕生日は5月4日です。', 'Yuki moved to Hamburg last week.'],
  ['I live in Kyoto with Mei.', 'ユキは先週ハンブルクに引っ越した。'],
  ['Моя сестра Юки живёт в Берлине.', 'Yuki moved to Berlin last week.'],
  ['여동생 유키는 베를린에 살고 있어요.', 'Yuki moved to Berlin last week.'],
  ['My sister Yuki lives in Berlin.', 'Yuki上周搬到了柏林。'],
  ['Schwester Yuki in Berlin, Schwager Jonas.', 'Yuki moved to Berlin.'],
  ['Schwester Anna in Berlin', 'Yuki moved to Hamburg.'],
  ['Photos of Yuki in Berlin', 'Yuki moved to Hamburg.'],
  ['We stayed with Yuki in Berlin for a week.', 'ユキはハンブルクに引っ越した。'],
])('“%s” is not ended by “%s”', (older, newer) => {
  expect(judge(newer, older).relation).not.toBe('ends');
});

import { expect, test } from 'vitest';
import { inOneSpelling } from '../../../src/search/judge/spelling.ts';

test.each([
  ['妹のユキはベルリンに住んでいる。', 'Yuki and Jonas moved to Hamburg.', '妹の Yuki はベルリンに住んでいる。'],
  ['妹のユキはベルリンに住んでいる。', 'Yuki lives in Berlin.', '妹の Yuki は Berlin に住んでいる。'],
  ['여동생 유키는 베를린에 살고 있어요.', 'Yuki moved.', '여동생 Yuki 는 베를린에 살고 있어요.'],
  ['Моя сестра Юки живёт в Берлине.', 'Yuki lives in Berlin.', 'Моя сестра Yuki живёт в Berlin .'],
  ['我妹妹Yuki住在柏林。', 'Yuki moved to Berlin.', '我妹妹 Yuki 住在 Berlin 。'],
  ['妹のユキはベルリンに住んでいる。', 'Yuka moved to Hamburg.', '妹のユキはベルリンに住んでいる。'],
  ['藤田先生はいい人だ。', 'Fujita is kind.', '藤田先生はいい人だ。'],
])('the names of “%s” are written as in “%s”', (text, other, written) => {
  expect(inOneSpelling(other, text)[1]).toBe(written);
});

test('names of two other scripts are written in Latin letters, and texts of one script stay', () => {
  expect(inOneSpelling('ユキは大阪に引っ越した。', 'Юки живёт в Берлине.')).toStrictEqual([
    'Iuki は大阪に引っ越した。',
    'Iuki живёт в Берлине.',
  ]);
  for (const [one, other] of [
    ['Yuki moved to Hamburg.', 'Meine Schwester Yuki wohnt in Berlin.'],
    ['SakuraはMomijiに改名された', 'コードネームはSakuraです'],
  ] as const)
    expect(inOneSpelling(one, other)).toStrictEqual([one, other]);
});

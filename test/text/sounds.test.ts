import { expect, test } from 'vitest';
import { inKatakana, inLatin, soundingLike, soundsOf } from '../../src/text/sounds.ts';

const sharesSound = (one: string, other: string) => [...soundsOf(one)].some((sound) => soundsOf(other).has(sound));

test.each([
  ['Yuki', 'ユキ ゆき 유키 Юки युकी يوكي'],
  ['Jonas', 'ヨナス 요나스 Йонас يوناس'],
  ['Matthias', 'マティアス 마티아스 Маттиас ماتياس'],
  ['Daniel', 'ダニエル 다니엘 Даниэль'],
  ['Robert', 'ロベルト 로베르트 Роберт'],
  ['Natasha', 'ナターシャ Наташа'],
  ['Jürgen', 'ユルゲン Юрген'],
  ['Rahul', 'ラフル राहुल'],
  ['Jihoon', '지훈'],
  ['Hamburg', 'ハンブルク 함부르크 Гамбург'],
])('%s sounds the same in other scripts: %s', (name, others) => {
  for (const other of others.split(' ')) expect([other, sharesSound(name, other)]).toStrictEqual([other, true]);
});

test.each([
  ['Yuki', 'ユカ'],
  ['Yuka', 'ユキ'],
  ['Yoko', 'ユウコ'],
  ['Anna', 'アンネ'],
  ['Daniel', 'Даниэла'],
  ['Jonas', 'ヨハン'],
  ['Tom', 'トモ'],
])('%s and %s sound different', (name, other) => {
  expect(sharesSound(name, other)).toBe(false);
});

test('ideographs tell no sound, and neither do two letters', () => {
  expect([...soundsOf('藤田'), ...soundsOf('An')]).toStrictEqual([]);
});

test.each([
  ['Momo', 'モモ'],
  ['Kenta', 'ケンタ'],
  ['Ryusei', 'リュセイ'],
  ['Shota', 'ショタ'],
])('%s is written %s in katakana', (name, written) => {
  expect(inKatakana(name)).toBe(written);
  expect(inLatin(written)).toBe(name);
});

test('a name of other syllables is not written in katakana', () => {
  expect(['Melanie', 'Thomas', 'An', 'Falcon'].map(inKatakana)).toStrictEqual([
    undefined,
    undefined,
    'アン',
    undefined,
  ]);
});

test('words in another script that sound like a name are found in a text', () => {
  expect(soundingLike(['Momo', 'our cat'])('モモが病院に行った。Momo, Момо.')).toStrictEqual(['モモ', 'Момо']);
  expect(soundingLike(['ユキ'])('Yuki and yuki met Anna.')).toStrictEqual(['Yuki']);
});

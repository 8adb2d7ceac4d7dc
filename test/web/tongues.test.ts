import { expect, test } from 'vitest';
import { areOfTwoTongues, placeOfBest, tongueOf } from '../../web/parts/memory/tongues.ts';

test('a short text shows its language by its script or its function words, or none', () => {
  const texts = [
    ['I am allergic to peanuts.', 'en'],
    ['My sister Yuki lives in Berlin with her husband Jonas.', 'en'],
    ['Ich vertrage keine Erdnüsse.', 'de'],
    ['Ma sœur habite à Lyon avec mon oncle.', 'fr'],
    ['Mi hermana vive en Lisboa y trabaja con la prensa.', 'es'],
    ['妹のユキはベルリンに住んでいる。', 'ja'],
    ['Моя сестра живёт в Берлине.', 'ru'],
    ['PostgreSQL 17', undefined],
  ] as const;
  expect(texts.map(([text]) => [text, tongueOf(text)])).toStrictEqual(texts);
});

test('the text with more numbers stays of several languages, else the reader’s, else the newest', () => {
  const [english, german, japanese] = [
    'I am allergic to the peanuts.',
    'Ich vertrage keine Erdnüsse.',
    '落花生アレルギーがある。',
  ];
  expect(placeOfBest([german, english], 'en')).toBe(1);
  expect(placeOfBest([german, english], 'de')).toBe(0);
  expect(placeOfBest([japanese, english, german], 'fr')).toBe(0);
  expect(placeOfBest(['Ich esse um 7 keine Nüsse.', english], 'en')).toBe(0);
  expect(placeOfBest([english, 'She has a cat and I have a dog.'], 'en')).toBeUndefined();
  expect(areOfTwoTongues('PostgreSQL 17', english)).toBe(false);
});

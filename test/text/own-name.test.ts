import { expect, test } from 'vitest';
import { saysOwnName } from '../../src/text/own-name.ts';

test('somebody who says how they are called is known in many languages', () => {
  const names = [
    'My name is Jonas Reuter and I work at Nordlicht.',
    'Hi! I’m called Jo.',
    'Ich heiße Jonas Reuter.',
    'Je m’appelle Ana.',
    'Me llamo Ana y vivo en Oporto.',
    'Меня зовут Анна.',
    '我叫安娜。',
    '私の名前はアナです。',
    '제 이름은 안나입니다.',
  ];
  expect(names.filter((text) => !saysOwnName(text))).toStrictEqual([]);
  const others = ['Her name is Ana.', 'The name of my dog is Rex.', 'Sie heißt Anna.', 'Он назвал меня другом.'];
  expect(others.filter(saysOwnName)).toStrictEqual([]);
});

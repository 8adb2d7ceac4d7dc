import { expect, test } from 'vitest';
import { rememberable } from '../../src/text/said.ts';

const known = ['I prefer tabs to spaces.'];

test('a sentence that repeats a known one is left out, also in other words around it', () => {
  expect(rememberable('I prefer tabs to spaces.', known)).toMatchObject({ text: '', echo: 1 });
  expect(rememberable('Well, I prefer tabs to spaces.', known)).toMatchObject({ text: '', echo: 1 });
});

test('a known sentence’s words in another order are the user’s statement, and an agent’s echo', () => {
  const text = 'Actually I prefer spaces to tabs.';
  expect(rememberable(text, known)).toMatchObject({ text, echo: 0 });
  expect(rememberable(text, known, { isAgent: true })).toMatchObject({ text: '', echo: 1 });
});

test.each([
  ['The kitchen printer is at 10.0.4.30 now.', 'Bistro uses GraphQL, and the kitchen printer is at 10.0.4.12.'],
  ['Staging listens on port 80.', 'Staging listens on port 8080.'],
  ['I drink coffee in the morning.', 'I no longer drink coffee in the morning.'],
  ['We never deploy to production on Friday afternoons.', 'We deploy to production on Friday afternoons.'],
  ['Der Server steht jetzt im Keller in Köln.', 'Der Server steht im Keller in Bonn.'],
  ['Ya no uso tabuladores en los proyectos.', 'Uso tabuladores en los proyectos.'],
  ['No uso tabuladores.', 'Uso tabuladores.'],
  ['肉を食べる。', '肉を食べるのをやめた。'],
  ['Совещание теперь в 11:30 по вторникам в большом зале.', 'Совещание в 10:30 по вторникам в большом зале.'],
  ['지금 서버 주소는 10.1.1.9 입니다.', '서버 주소는 10.1.1.8 입니다.'],
])('a user’s “%s” is no echo of “%s”', (text, before) => {
  expect(rememberable(text, [before])).toMatchObject({ text, echo: 0 });
});

test('a clause of a known sentence is an echo', () => {
  const before = 'In Atlas we deploy with Fly.io to Frankfurt, the staging database is Postgres 15.';
  expect(rememberable('OK, the staging database is Postgres 15!', [before])).toMatchObject({ text: '', echo: 1 });
  expect(rememberable('我喜欢喝绿茶。', ['我喜欢喝绿茶。'])).toMatchObject({ text: '', echo: 1 });
});

test('an agent’s sentence with another number is no echo', () => {
  const before = ['The kitchen printer is at 10.0.4.12.'];
  const text = 'I changed it: the kitchen printer is at 10.0.4.30.';
  expect(rememberable(text, before, { isAgent: true })).toMatchObject({ text, echo: 0 });
  expect(rememberable('So the kitchen printer is at 10.0.4.12.', before, { isAgent: true })).toMatchObject({ echo: 1 });
});

import { expect, test } from 'vitest';
import { namedIn, naming } from '../../src/text/naming.ts';

test.each([
  'I met José Peña.',
  'Jo\u00adse Pe\u00adna',
  'Jo\u200bse Pena',
  'Jose\u200bPena',
  'Jo\u2060se\ufeff Pena',
  'J\u200do\u200cse \u202aPena\u202c',
  'Jose\nPena',
  'pena, jose pena',
])('an erasure of a name finds it in %j', (text) => {
  expect(naming(['Jose Pena'])(text)).toBe(true);
  expect(naming([text])(`They say: ${text}`)).toBe(true);
});

test.each([
  ['José Peña', 'JosePena'],
  ['José Peña', 'Pena, Jose'],
  ['José Peña', 'mail josepena92@x.org'],
  ['José Peña', 'getJosePenaAge()'],
  ['José Peña García', 'PEÑA GARCÍA, José'],
  ['JosePena', 'Jose Pena'],
  ['Pena, Jose', 'José Peña'],
  ['Jose Pena', 'Jоsе Pеnа'],
  ['Jose Pena', 'I saw Јоѕе Реnа'],
  ['Hanna', 'HΑNNΑ called'],
  ['Анна', 'Aннa пришла'],
  ['Łukasz Nowak', 'lukasz nowak'],
  ['Søren', 'Soren'],
  ['Li Wei', 'LiWei'],
  ['王小明', '昨天王小明来了'],
])('an erasure of %s finds %s', (name, text) => {
  expect(naming([name])(text)).toBe(true);
});

test.each([
  ['Java', 'JavaScript'],
  ['Git', 'GitHub'],
  ['Ann', 'AnnArbor'],
  ['Ann', 'Anna'],
  ['An other', 'another'],
  ['May Be', 'maybe'],
  ['Rose May', 'may rose'],
  ['José Peña', 'Peña saw José'],
  ['Jose Pena', 'josepenance'],
  ['Peña', 'Penal code'],
  ['Мара', 'el mapa'],
  ['mapa', 'Мара пришла домой'],
  ['cop', 'сор на полу'],
  ['Nora', 'Нора живёт'],
  ['Hopa', 'Нора живёт в Бремене'],
])('an erasure of %s leaves %s', (name, text) => {
  expect(naming([name])(text)).toBe(false);
});

test('an erasure finds a name that is asked for with invisible characters', () => {
  expect(naming(['Jo\u00adse Pe\u00adna'])('Jose Pena came.')).toBe(true);
  expect(naming(['Jose Pena'])('Josef Penas came.')).toBe(false);
  expect(naming(['\u00ad'])('a\u00adb')).toBe(false);
});

test.for([
  ['In May Marisol flew to Asturias.', 'text'],
  ['nurse-marisol: In May Marisol flew.', 'text'],
  ['nurse-marisol: The rota wants dates.', 'heading'],
  ['Diary › Marisol › 2026: The rota wants dates.', 'heading'],
  ['Marisol: my eldest girl got in.', 'text'],
  ['The rota wants dates.', 'earlier'],
] as const)('a name is in its place in %s', ([content, place]) => {
  expect(namedIn(['Marisol'], content)).toBe(place);
});

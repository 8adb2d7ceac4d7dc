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

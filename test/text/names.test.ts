import { expect, test } from 'vitest';
import { namesIn } from '../../src/text/names.ts';

const isFunctionWord = (word: string) => ['the', 'she', 'yesterday', 'her', 'use'].includes(word);
const read = (text: string) => namesIn(text, isFunctionWord);

test.each([
  ['Yesterday Anna met Maria da Silva in New York.', ['Anna', 'Maria da Silva', 'New York']],
  ['She moved from PostgreSQL to GPT-4.', ['PostgreSQL', 'GPT-4']],
  ['Her friend Nora’s sister lives here.', ['Nora']],
  ['Der Hund von Jonas mag den großen Garten.', ['Jonas']],
  ['Мы ездили с Ольгой в Казань.', ['Ольгой', 'Казань']],
  ['田中さんは Kubernetes を使う', ['Kubernetes', '田中']],
  ['王先生在上海工作', ['王']],
  ['김민수 씨는 커피를 마신다', ['김민수']],
])('names inside of sentences are found: %s', (text, names) => {
  expect(read(text).names.toSorted()).toStrictEqual(names.toSorted());
});

test.each([
  ['Ada likes tea.', ['Ada']],
  ['Caroline: I paint.', ['Caroline']],
  ['Anna Schmidt paints', ['Anna Schmidt']],
  ['Jonas wohnt in der Stadt', ['Jonas']],
  ['Use tabs. Tests run nightly.', []],
  ['Note: the end', []],
  ['IMPORTANT is this', []],
])('a sentence begins with a name where something is said of it: %s', (text, first) => {
  expect(read(text).first).toStrictEqual(first);
});

test('words written small or with a German article are no names', () => {
  expect(read('Die Katze mag tea.').common).toStrictEqual(expect.arrayContaining(['katze', 'tea']));
});

import { expect, test } from 'vitest';
import { namesIn } from '../../src/text/names.ts';

const isFunctionWord = (word: string) => ['the', 'she', 'yesterday', 'her', 'use', 'that', 'build'].includes(word);
const read = (text: string) => namesIn(text, isFunctionWord);

test.each([
  ['Yesterday Anna met Maria da Silva in New York.', ['Anna', 'Maria da Silva', 'New York']],
  ['She moved from PostgreSQL to GPT-4.', ['PostgreSQL', 'GPT-4']],
  ['Wir nutzen einen Kubernetes-basierten Cluster von Anna.', ['Kubernetes', 'Anna']],
  ['Her friend Nora’s sister lives here.', ['Nora']],
  ['Der Hund von Jonas mag den großen Garten.', ['Jonas']],
  ['Мы ездили с Ольгой в Казань.', ['Ольгой', 'Казань']],
  ['田中さんは Kubernetes を使う', ['Kubernetes', '田中']],
  ['王先生在上海工作', ['王先生']],
  ['张伟负责测试。', ['张伟']],
  ['I’m sure that we ask Mr Ellery about the API in Phase 2.', ['Ellery']],
  ['김민수 씨는 커피를 마신다', ['김민수']],
  ['Meine Schwester Annika lebt in Halle.', ['Annika', 'Halle']],
  ['Schwester Annika wohnt in der Stadt', ['Annika']],
  ['妻の名前は美咲です。', ['美咲']],
  ['我妻子叫美玲，在银行工作。', ['美玲']],
  ['我叫外卖。', []],
  ['아내 이름은 수진이에요.', ['수진']],
  ['زوجتي اسمها ليلى وتعمل طبيبة.', ['ليلى']],
  ['Woah Joanna, she reads the Lord of the Rings.', ['Joanna', 'Lord of the Rings']],
  ['妻の美咲は横浜の図書館で働いています。', ['美咲']],
  ['我女儿叫小雨。', ['小雨']],
  ['أختي ليلى تسكن في عمّان.', ['ليلى']],
  ['أختي الكبيرة تسكن في عمّان.', []],
  ['父の会社は横浜にあり、友人の家に泊まった。', []],
  ['変数名は小文字です。', []],
  ['妈妈叫我回家。', []],
  ['Meet her at 9 PM in Lisbon with the notes of V2, 皆さん.', ['Lisbon']],
  ['Die Kita von Mina schließt um 16:30 Uhr.', ['Mina']],
  ['Sie arbeitet mit Anna als Hebamme in Bremen.', ['Anna', 'Bremen']],
  ['Er ist schneller als Jonas.', ['Jonas']],
  ['She drove along the European coast.', []],
  [
    'She deploys to Fly.io with Node.js, a Harry Potter-related tool and a Kubernetes-based one.',
    ['Fly.io', 'Harry Potter', 'Kubernetes', 'Node.js'],
  ],
  [
    'She saw Game of Thrones at the Cliffs of Moher with the CEO of Google.',
    ['Cliffs of Moher', 'Game of Thrones', 'Google'],
  ],
  ['She supports LGBTQ+ groups and learns C++.', ['C++']],
  ['She owes 16 million JPY, 20,000 JPY and EUR 20 to Omega.', ['Omega']],
  ['She flew with SAR to Omega.', ['Omega', 'SAR']],
])('names inside of sentences are found: %s', (text, names) => {
  expect(read(text).names.toSorted()).toStrictEqual(names.toSorted());
});

test.each([
  ['Ada likes tea.', ['Ada']],
  ['Caroline: I paint.\nMelanie: Me too.', ['Caroline', 'Melanie']],
  ['Anna Schmidt paints', ['Anna Schmidt']],
  ['Jonas wohnt in der Stadt', ['Jonas']],
  ['Elias mag keinen Koriander.', ['Elias']],
  ['Staging deploys go out nightly.', []],
  ['Use tabs. Tests run nightly.', []],
  ['Building that fund matters', []],
  ['Note: the end', []],
  ['IMPORTANT is this', []],
  ['Wow is what she said.', []],
  ['Photos of Anna hang in the hall.', []],
])('a sentence begins with a name where something is said of it: %s', (text, first) => {
  expect(read(text).first).toStrictEqual(first);
});

test('words written small or with a German article are no names', () => {
  expect(read('Die Katze mag tea.').common).toStrictEqual(expect.arrayContaining(['katze', 'tea']));
});

test.each([
  ["Build that 'Hustle Insur › Let us begin.", ['Hustle Insur']],
  ['Alright. Notes › Twelve: Anna called Ben.', ['Twelve']],
  ['Reisen: Ich wohne in Berlin.', ['Reisen']],
  ['Caroline: I paint.', ['Caroline']],
  ['*   **Audio Learning:** Listen to it.', ['Audio Learning']],
  ['仕事: 会議の議事録は日本語で書きます。', ['仕事']],
  ['تفضيلات: لا أعمل يوم الجمعة.', ['تفضيلات']],
])('a path of headings and a label are no evidence of a name: %s', (text, headings) => {
  const found = read(text);
  expect(found.headings).toStrictEqual(headings);
  expect(headings.filter((one) => found.names.includes(one) || found.first.includes(one))).toStrictEqual([]);
});

test('a title that calls somebody names them, a word that begins a sentence alone does not', () => {
  expect(read('Joanna: Hey Nate! Good to › Pancakes again.')).toMatchObject({ called: ['Nate'], begins: ['Pancakes'] });
});

test('the label of notes in a script without capitals is no speaker', () => {
  expect(read('メモ: 私は寿司より蕎麦が好きです。').names).toStrictEqual([]);
  expect(read('ملاحظات: ليلى تعيش في القاهرة.').names).toStrictEqual(['ليلى']);
});

test('a name that a text only calls is no name that it is about', () => {
  for (const text of ['Yeah, Maria, my family is well.', 'Maria, look!', 'I agree, Maria. Take care.'])
    expect(read(text)).toMatchObject({ addressed: ['Maria'], defined: [] });
  for (const text of ['Maria, my sister, lives in Porto.', 'Maria is my sister.'])
    expect(read(text)).toMatchObject({ addressed: [], defined: ['Maria'] });
});

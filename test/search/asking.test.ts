import { describe, expect, test } from 'vitest';
import { analyzeQuery } from '../../src/search/query.ts';
import { withoutAsking } from '../../src/search/text/asking.ts';
import { lazyPattern } from '../../src/search/text/lazy-pattern.ts';
import { storing } from './searchable.ts';

/** In each language notes full of words that ask, one note that answers, and the question. */
const ASKED: [question: string, answer: string, others: string[]][] = [
  [
    '搬家是什么时候？',
    '搬家定在十月五号。',
    ['问一下什么时候可以开会。', '不知道是什么原因，时候不早了。', '什么时候都可以找他。'],
  ],
  [
    '谁是我们的项目经理？',
    '项目经理换成了王芳。',
    ['谁都知道是谁忘了关灯。', '我们的猫谁也不怕。', '谁是谁非说不清。'],
  ],
  ['會議室在哪裡？', '會議室改到三樓。', ['哪裡都找不到鑰匙。', '不知道在哪裡停車。', '雨傘忘在哪裡了。']],
  [
    '引っ越しはいつですか？',
    '引っ越しは十月五日。',
    ['いつですかと聞かれても困る。', '彼はいつですかとしか言わない。'],
  ],
  [
    '이사는 언제입니까?',
    '이사는 시월 오일로 정했다.',
    ['언제입니까 하고 물어도 답이 없다.', '누구입니까 하고 물었다.'],
  ],
];

describe('words that only ask', () => {
  test.each(ASKED)('%s finds the note about its topic first', (question, answer, others) => {
    expect(storing(...others, answer, 'Deploys are on Tuesdays').find(question)[0]).toBe(answer);
  });

  test.each(['这是什么？', 'いつですか？', '누구입니까?', 'When is the move?'])('%s is searched as it is', (text) => {
    expect(withoutAsking(text)).toBe(text);
  });

  test('the thing that is counted or measured stays in the question', () => {
    expect(withoutAsking('猫は何歳ですか？')).toContain('歳');
    expect(withoutAsking('いつもの店')).toBe('いつもの店');
  });

  test('a request to explain finds notes about its topic only, and alone the notes about explaining', () => {
    const store = storing('Avoid explaining the code', 'The parser uses a monad for errors', 'Deploys are on Tuesdays');
    expect(store.find('Please explain what a monad is')).toStrictEqual(['The parser uses a monad for errors']);
    expect(store.find('Explain!')).toStrictEqual(['Avoid explaining the code']);
  });
});

describe('questions for all things of a kind', () => {
  test.each([
    'Which books did I read this year?',
    'What have I repaired in the house?',
    'Who is coming to the party on the 12th?',
    'Ok. What do customers complain about?',
    'Wer kommt am Samstag zum Essen?',
    'Was ist im Haus noch zu reparieren?',
    'Quels restaurants ai-je aimés ?',
    '¿Qué deportes he probado?',
    'Quali libri ho letto?',
    'Какие лекарства принимает папа?',
    '今年読んだ本は何ですか？',
    '我喜欢过哪些餐厅？',
  ])('%s asks for a set', (question) => expect(analyzeQuery(question, 0).asksForSet).toBe(true));

  test.each(['What is my address?', 'Which team does Chris lead?', 'When is Lina’s birthday?', 'Wie alt ist Jonas?'])(
    '%s asks for one thing',
    (question) => expect(analyzeQuery(question, 0).asksForSet).toBe(false),
  );
});

test('patterns for texts of ASCII know the same letters and marks as those for all', () => {
  const signs = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  for (const [source, whole] of [
    ['\\p{L}', /\p{L}/u],
    ['[\\p{P}]', /\p{P}/u],
  ] as const)
    expect(signs.filter((sign) => lazyPattern(source)(sign).test(sign))).toStrictEqual(
      signs.filter((sign) => whole.test(sign)),
    );
});

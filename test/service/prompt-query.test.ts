import { expect, test } from 'vitest';
import { needsNone, queryOf, questionsIn, wantedFor } from '../../src/service/hooks/prompt-query.ts';
import type { Candidate } from '../../src/service/retrieval/candidates.ts';

test.each([
  ['fix the names in C:\\Users\\mara\\.claude\\commands\\sdlc', 'fix the names in commands/sdlc'],
  ['look at /home/mara/work/kestrel/src/invoice.ts', 'look at src/invoice.ts'],
  ['look at src/billing/invoice.ts and/or docs', 'look at src/billing/invoice.ts and/or docs'],
  ['test it with [Pasted text #3 +12 lines] please', 'test it with   please'],
  ['Claude, where is the wiki?', ' where is the wiki?'],
])('the query of the prompt "%s" is "%s"', (prompt, query) => {
  expect(queryOf(prompt)).toBe(query);
});

test.each(['立即进行', '继续', 'continue', '/compact', '2 + 2', '[Pasted text #1]'])(
  'the prompt "%s" makes no query',
  (prompt) => {
    expect(queryOf(prompt)).toBeUndefined();
  },
);

test.each(
  [
    ['What next?', 'vale, ¿por dónde continuamos ahora?', 'Что делаем дальше?', 'С чего начнём?'],
    ['我们接下来做什么？', '下一步是什么？', '我们刚才说到哪了？', '現在該做什麼？'],
    ['次は何をする？', '次に何をすればいい？', 'どこまで進んだ？', '続きは？', '다음은 뭐 해?', '어디까지 했지?'],
  ].flat(),
)('the question "%s" about going on needs no memory', (prompt) => {
  expect(needsNone(prompt)).toBe(true);
});

test.each(
  [
    [
      'What is next for Atlas?',
      'Что дальше с биллингом?',
      '下一个版本什么时候发布？',
      '现在用什么数据库？',
      '我现在住哪里？',
    ],
    ['次のリリースはいつ？', '次は誰？', '何を食べる？', '다음 회의는 언제야?', '이제 어디에 살아?'],
  ].flat(),
)('the question "%s" needs a memory', (prompt) => {
  expect(needsNone(prompt)).toBe(false);
});

test.each([
  ['Where do I live, and who is my manager?', ['Where do I live?', 'who is my manager?']],
  ['Wo wohne ich und wer ist mein Chef?', ['Wo wohne ich?', 'wer ist mein Chef?']],
  ['¿Dónde vivo y quién es mi jefa?', ['¿Dónde vivo?', 'quién es mi jefa?']],
  ['How do I build and test this?', []],
  ['Fix the login and how the header looks.', []],
])('a sentence with two questions is searched by each: %s', (prompt, questions) => {
  expect(questionsIn(prompt)).toStrictEqual(questions);
});

test.each([
  ['When does Atlas deploy?', 'When does it deploy?'],
  ['What is the deadline of Atlas?', 'What is the deadline?'],
  ['What is Atlas?', 'What is Atlas?'],
  ['Tell me about Atlas', 'Tell me about Atlas'],
  ['how do i deploy atlas', 'how do i deploy atlas'],
  ['When does Borealis deploy?', 'When does Borealis deploy?'],
])('a question in the project atlas goes without its name: %s', (prompt, query) => {
  expect(wantedFor(prompt, []).queryOf?.('work/atlas')).toBe(query);
});

test.each([
  ['When does Atlas deploy?', 5],
  ['Where do I live, and who is my manager?', 10],
  ['Which books did I read?', undefined],
  ['Fix the login', undefined],
])('the most memories for the prompt "%s" are %s', (prompt, most) => {
  expect(wantedFor(prompt, questionsIn(prompt)).most).toBe(most);
});

test('one plain word of an order that many memories have means none of them', () => {
  const memory = (word: string) => {
    const matched = { term: word, word, found: [word], by: 'word', weight: 1 } as const;
    return { content: word, terms: () => [matched] } as unknown as Candidate;
  };
  const chosen = (prompt: string, memories: Candidate[]) =>
    (wantedFor(prompt, []).choose?.(memories) ?? memories).map(({ content }) => content);
  const blue = Array.from({ length: 4 }, () => memory('blue'));
  expect(chosen('make it blue', [...blue, memory('redis')])).toStrictEqual(['redis']);
  expect(chosen('make it blue', blue.slice(0, 3))).toHaveLength(3);
  expect(chosen('which one is blue?', blue)).toHaveLength(4);
  expect(
    chosen(
      'restart redis',
      Array.from({ length: 4 }, () => memory('redis')),
    ),
  ).toHaveLength(4);
});

test.each([
  '阅读代码，实现了什么功能，有哪些缺陷。是否能正常工作？',
  'Read the code, what does it do?',
  'Lies den Code: was macht er?',
  'Analyse le code : que fait-il ?',
  'Revisa el código, ¿qué hace?',
  'Analise o código: o que ele faz?',
  'このコードを読んで、何をするか教えて',
  'اقرأ الكود، ماذا يفعل؟',
])('the prompt "%s" asks about the code at hand, and needs no memory', (prompt) => {
  expect(needsNone(prompt)).toBe(true);
});

test.each([
  'Read the code of conduct: who wrote it?',
  'Which code review rule did we agree on?',
  '代码审查的规则是什么？',
  'Review the code style, which one do we use?',
])('the question "%s" speaks of code, and needs a memory', (prompt) => {
  expect(needsNone(prompt)).toBe(false);
});

import { expect, test } from 'vitest';
import { analyzeQuery } from '../../src/search/query.ts';
import { detectLanguage } from '../../src/search/text/languages/detect.ts';
import { NOW, storing, UNRELATED } from './searchable.ts';

const NAMED = 'Mail that cannot be delivered waits in the queue of postfix';

/** Other languages in an English store: the words of questions are rare there. */
const STORED = [
  NAMED,
  'The invoice for the new roof was paid in March',
  'Deploys to production happen on Tuesdays after the stand-up',
  '什么是自由软件？这是什么意思？',
  '如何配置网络，请看下一章',
  'この本の使い方を説明します',
  'システムを設定する方法は何ですか',
  '자유 소프트웨어란 무엇인가요?',
  '시스템을 어떻게 설정하나요?',
  "Qu'est-ce que le projet Debian ?",
  'Pourriez-vous nous expliquer comment vous rejoindre ?',
  'Τι είναι το ελεύθερο λογισμικό;',
  'Cách cấu hình máy tính, và cách cài đặt',
  'Chương 4: cài đặt hệ thống, và làm thế nào để nâng cấp',
  'ما هو البرنامج الحر؟',
  'نرم‌افزار آزاد چیست؟ به چه کار می‌آید؟',
  'Erkläre mir bitte, wofür das gut ist',
  'Bu ne işe yarar?',
];

test.each([
  ['Chinese', 'postfix 是什么'],
  ['Chinese, written together', '如何配置postfix？'],
  ['Japanese', 'postfix の使い方'],
  ['Japanese, with a particle', 'postfixを設定する方法'],
  ['Korean, with a particle', 'postfix란 무엇인가요?'],
  ['Korean, in a longer question', 'postfix를 어떻게 설정하나요?'],
  ['French', "Qu'est-ce que postfix ?"],
  ['French, politely', 'Pourriez-vous m’expliquer ce que fait postfix ?'],
  ['Greek', 'Τι είναι το postfix;'],
  ['Vietnamese', 'Cách cấu hình postfix'],
  ['Vietnamese, in a longer question', 'Làm thế nào để cài đặt postfix?'],
  ['Arabic', 'ما هو postfix؟'],
  ['Persian', 'postfix به چه کار می‌آید؟'],
  ['German', 'Erkläre mir bitte, wofür man postfix nimmt'],
  ['Turkish', 'postfix ne işe yarar?'],
])('the other words of a question do not outvote the name that it asks for: %s', (_, question) => {
  expect(storing(...STORED).find(question)[0]).toBe(NAMED);
});

test('the memory with the other words ranks first among those with the name', () => {
  const asked = '在笔记本上配置 postfix 用了一个小时';
  const store = storing('昨天升级了 postfix', asked, '我在笔记本上写日记', 'postfix 的日志很长');
  expect(store.find('怎么在笔记本上配置 postfix？')[0]).toBe(asked);
});

test('a name in many of the memories does not decide the rank', () => {
  const answer = '服务器的密码放在保险箱里';
  const notes = Array.from({ length: 30 }, (_, i) => `postfix 第 ${i} 天运行正常`);
  expect(storing(...notes, answer).find('postfix 服务器的密码放在哪里？')[0]).toBe(answer);
});

test('the parts of a name do not outweigh the other words of a question', () => {
  const answer = 'Aerich is the tool for migrations of the database';
  const others = ['The ecommerce-api is in Python', 'The dashboard calls the ecommerce-api through a proxy'];
  const asked = 'What tool does the ecommerce-api have for migrations?';
  expect(storing(...others, answer, ...UNRELATED).find(asked)[0]).toBe(answer);
});

test('a particle attached to a name with a digit is split off', () => {
  const named = 'The display manager gdm3 starts before the session';
  expect(storing(named, 'gdm 를 설정', '3 를 설정').find('gdm3를 설정')[0]).toBe(named);
});

test('a question in an unknown language is not taken for one with similar letters', () => {
  const unknown = ['Làm thế nào để cài đặt hệ thống?', 'Sự khác biệt là gì?', 'Hol lakik a nővérem?'];
  expect(unknown.map((question) => analyzeQuery(question, NOW).languages)).toStrictEqual([[], [], []]);
  expect(detectLanguage('Das Konzert von Dvořák war schön')).toBe(detectLanguage('Das Konzert von Anna war schön'));
});

test.each([
  ['phone number of Ben', 'ben'],
  ['Wat is het nummer van Dan?', 'dan'],
  ['¿Cuál es el teléfono de Sin?', 'sin'],
])('a name that is a function word of another language is searched: %s', (query, name) => {
  expect(analyzeQuery(query, NOW).terms.map(({ term }) => term)).toContain(name);
});

test.each(['Wat eet ik dan als ik ziek ben?', 'Wann treffe ich Sie und Ihre Schwester?', 'Wo wohnt die Familie?'])(
  'function words are not searched: %s',
  (query) => {
    const terms = analyzeQuery(query, NOW).terms.map(({ term }) => term);
    for (const word of ['ben', 'dan', 'sie', 'ihre', 'ihr', 'die']) expect(terms).not.toContain(word);
  },
);

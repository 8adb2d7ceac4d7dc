import { expect, test } from 'vitest';
import { withDays } from '../../src/search/relative-days.ts';

const said = Date.parse('2025-10-17T22:30:00Z');
const shown = (text: string, { now = said, timeZone = 'UTC' } = {}) => withDays(text, { said, now, timeZone });

test.each([
  ['The demo is tomorrow at 10', 'The demo is tomorrow (18 Oct) at 10'],
  ['Yesterday we shipped, today we rest', 'Yesterday (16 Oct) we shipped, today (17 Oct) we rest'],
  [
    'Die Prüfung war gestern, und morgen fahre ich heim',
    'Die Prüfung war gestern (16. Okt.), und morgen (18. Okt.) fahre ich heim',
  ],
  ["J'ai vu Clara avant-hier à la gare de Lyon", "J'ai vu Clara avant-hier (15 oct.) à la gare de Lyon"],
  ['Mañana tengo cita con el dentista', 'Mañana (18 oct) tengo cita con el dentista'],
  ['Domani ho un appuntamento dal dentista', 'Domani (18 ott) ho un appuntamento dal dentista'],
  ['Amanhã tenho consulta no dentista', 'Amanhã (18 de out.) tenho consulta no dentista'],
  ['Morgen heb ik een afspraak bij de tandarts', 'Morgen (18 okt) heb ik een afspraak bij de tandarts'],
  ['I morgon har jag tid hos tandläkaren', 'I morgon (18 okt.) har jag tid hos tandläkaren'],
  ['I morgen har jeg time hos tannlegen', 'I morgen (18. okt.) har jeg time hos tannlegen'],
  ['I morgen har jeg tid hos tandlægen', 'I morgen (18. okt.) har jeg tid hos tandlægen'],
  ['Huomenna minulla on aika hammaslääkärille', 'Huomenna (18.10.) minulla on aika hammaslääkärille'],
  ['Jutro mam wizytę u dentysty', 'Jutro (18 paź) mam wizytę u dentysty'],
  ['Завтра у меня приём у стоматолога', 'Завтра (18 окт.) у меня приём у стоматолога'],
  ['Yarın dişçide randevum var', 'Yarın (18 Eki) dişçide randevum var'],
  ['明天上午10点有个会议', '明天 (10月18日)上午10点有个会议'],
  ['昨日りんごを買った', '昨日 (10月16日)りんごを買った'],
  ['모레 출장을 간다', '모레 (10월 19일) 출장을 간다'],
  ['Tomorrow I meet 田中さん', 'Tomorrow (18 Oct) I meet 田中さん'],
  ['Die Prüfung von 李雷 war gestern', 'Die Prüfung von 李雷 war gestern (16. Okt.)'],
])('a relative word gets its date: %s', (text, with_) => expect(shown(text)).toBe(with_));

test.each([
  [
    'Yuki moved to Hamburg last week. Last week I ran.',
    'Yuki moved to Hamburg last week (6 – 12 Oct). Last week (6 – 12 Oct) I ran.',
  ],
  [
    'We met two weeks ago in Rome, and yesterday here',
    'We met two weeks ago (29 Sept – 5 Oct) in Rome, and yesterday (16 Oct) here',
  ],
  [
    'I changed jobs last month, and moved 3 years ago',
    'I changed jobs last month (Sept), and moved 3 years ago (2022)',
  ],
  ['Anke ist letzte Woche nach Kiel gezogen', 'Anke ist letzte Woche (6.–12. Okt.) nach Kiel gezogen'],
  ['Léa a déménagé à Nantes la semaine dernière', 'Léa a déménagé à Nantes la semaine dernière (6–12 oct.)'],
  ['El mes pasado compré un coche', 'El mes pasado (sept) compré un coche'],
  ['Переехал в Казань на прошлой неделе', 'Переехал в Казань на прошлой неделе (6–12 окт.)'],
  ['ユキは先月ハンブルクに引っ越した', 'ユキは先月 (9月)ハンブルクに引っ越した'],
  ['지난달에 부산으로 이사했어요', '지난달 (9월)에 부산으로 이사했어요'],
  ['انتقلت الأسبوع الماضي إلى هامبورغ', 'انتقلت الأسبوع الماضي (6–12 أكتوبر) إلى هامبورغ'],
])('a week, month or year of the past gets its dates: %s', (text, with_) => {
  expect(shown(text)).toBe(with_);
});

test.each([
  'The deadline is this week, and I travel next week',
  'Last Friday we shipped, and on Monday we rest',
  'At last year-end closing it failed',
  'Last week (6 Oct) we met',
  'Rent for the last month of the lease is paid',
  'The past weekend was fun',
  'We deploy on Thursdays',
  'The day after tomorrow we rest',
  'The day before yesterday we shipped',
  'The demo is tomorrow, 18 October',
  'Pasado mañana tengo cita con el dentista',
  'Por la mañana nadamos en el río',
  'Guten Morgen wünscht man hier jedem',
  'Nowadays we use pnpm',
  '他是个发明天才',
])('a text without relative words stays as it is: %s', (text) => expect(shown(text)).toBe(text));

test('the date is in the reader’s time zone, with its year where it differs', () => {
  const text = 'The demo is tomorrow';
  expect(shown(text, { timeZone: 'Europe/Vienna' })).toBe('The demo is tomorrow (19 Oct)');
  expect(shown(text, { now: Date.parse('2026-01-03T10:00:00Z') })).toBe('The demo is tomorrow (18 Oct 2025)');
});

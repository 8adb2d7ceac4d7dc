import { expect, test } from 'vitest';
import { whyKept } from '../../src/features/watching/domain/team-rules.ts';
import { markedKindsIn, redactPersonal } from '../../src/text/personal/personal.ts';

test.each([
  ['dates of birth', 'メイの誕生日は8月14日。'],
  ['dates of birth', 'Mei’s birthday is on August 14.'],
  ['dates of birth', 'Meine Schwester wurde am 3. Mai 1990 geboren.'],
  ['dates of birth', 'Sa date de naissance : 03/05/1990'],
  ['dates of birth', 'Su cumpleaños es el 3 de mayo.'],
  ['dates of birth', 'Она родилась в 1990 году.'],
  ['income and debts', "Budget › My wife's allowance is another 50,000 yen."],
  ['income and debts', 'It is settled. My gross salary is ¥600,000 each month.'],
  ['income and debts', 'Jonas schuldet mir 40 €, die Miete ist 900 EUR.'],
  ['income and debts', '妻の小遣いは5万円。'],
  ['income and debts', '他的月薪是 20000 元。'],
  ['street addresses', 'Jonas lives at 12 Baker Street.'],
  ['street addresses', 'Yuki wohnt in der Oranienstraße 15 in Berlin.'],
  ['street addresses', 'Elle habite 5 rue de la Paix.'],
  ['street addresses', '京都市左京区田中町1-2に住んでいる。'],
  ['street addresses', 'Matsuo Jingatani-cho 56 Nishikyo-ku, Kyoto'],
  ['health', 'Remember this patient profile › Pronouns: she/her'],
  ['health', 'Notes\nDiagnosis: a torn ligament'],
  ['health', 'Diagnose: Bänderriss'],
  ['health', '診断：捻挫'],
  ['health', 'Ich vertrage keine Erdnüsse.'],
  ['health', 'Ich habe eine Nussallergie.'],
  ['health', '卵アレルギー'],
  ['health', '我对花生过敏'],
  ['health', 'No tolero la lactosa.'],
  ['health', 'Je ne supporte pas le lait.'],
  ['health', 'Não posso comer glúten.'],
  ['health', 'لدي حساسية من البيض'],
  ['names of people', '妹のユキは大阪に住んでいる。'],
  ['names of people', '妹のYukiは大阪に住んでいる。'],
  ['names of people', 'Schwester Yuki wohnt in Osaka.'],
  ['names of people', 'Mi hermana Yuki vive en Osaka.'],
  ['names of people', 'Ma sœur Yuki habite à Osaka.'],
  ['names of people', 'Minha irmã Yuki mora em Osaka.'],
  ['names of people', '我妹妹叫小雪。'],
  ['names of people', 'أختي ليلى تسكن في دبي'],
])('an export keeps back %s: %s', (kind, text) => {
  expect(markedKindsIn(text)).toStrictEqual([kind]);
});

test('a sum of somebody’s income is in no folder of a team, and is not redacted in the store', () => {
  const content = 'The salary of the on-call week is ¥50,000.';
  expect(whyKept({ content, source: { kind: 'direct' } })).toBe('personal data (income and debts)');
  expect(redactPersonal(content)).toBe(content);
});

test.each([
  'The train pass costs 20,000 yen.',
  'Our budget is 30,000 to 50,000 JPY per night.',
  'The average salary there is $90,000.',
  'The plan is $20 per month. An account has three seats.',
  'The payment service retries 3 times after 5 s.',
  'Mei’s birthday: buy a cake.',
  'Release 2.14 was cut on August 14.',
  'Der Umweg 3 ist länger, die Miete ist fällig.',
  'The patient loop waits for the diagnosis of the build.',
  'サーバーは3月に2-1で移した。',
  'Der Server verträgt keine Umlaute.',
  'No tolero los espacios en el código.',
  'My mother tongue is German.',
  'The sister project Falcon is archived.',
  'The allergies table has no index.',
  'Der Mietvertrag liegt in der Schublade 2.',
])('an export does not keep back: %s', (text) => {
  expect(markedKindsIn(text)).toStrictEqual([]);
});

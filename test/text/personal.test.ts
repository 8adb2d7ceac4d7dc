import { expect, test } from 'vitest';
import { personalKindsIn, redactPersonal } from '../../src/text/personal/personal.ts';

const found: [kind: string, before: string, value: string, after?: string][] = [
  ['e-mail address', 'Mail ', 'ana.maria+x@firma.co.at', ' about it.'],
  ['e-mail address', 'schreib an ', 'jörg@müller.de', '.'],
  ['telephone number', 'Call Ana on ', '+43 660 1234567', ' after 18:00.'],
  ['telephone number', 'Her office: ', '(415) 555-0132', ''],
  ['telephone number', 'Son portable est le ', '06 12 34 56 78', '.'],
  ['telephone number', '電話番号は', '090-1234-5678', 'です。'],
  ['telephone number', '他的手机号码是', '13812345678', '。'],
  ['telephone number', 'Handy: ', '0171/1234567', ''],
  ['IBAN', 'IBAN ', 'DE89 3704 0044 0532 0130 00', ' is Ana’s.'],
  ['IBAN', 'pay to ', 'GB82WEST12345698765432', ', please'],
  ['card number', 'Her card is ', '4111 1111 1111 1111', '.'],
  ['card number', 'amex ', '378282246310005', ''],
  ['national id', 'SSN ', '536-90-4399', '.'],
  ['national id', 'Steuer-ID: ', '65 929 970 489', ''],
  ['national id', 'NIR ', '2 55 08 14 168 025 38', ''],
  ['national id', 'DNI ', '12345678Z', '.'],
  ['national id', 'NIE ', 'X-1234567-L', '.'],
  ['national id', 'codice fiscale ', 'RSSMRA85T10A562S', ''],
  ['national id', 'BSN ', '111222333', ''],
  ['national id', 'PESEL ', '44051401359', ''],
  ['national id', 'CPF ', '390.533.447-05', ''],
  ['national id', 'Aadhaar ', '2341 2341 2346', ''],
  ['national id', '身份证号', '11010519491231002X', '。'],
  ['national id', 'personnummer ', '811228-9874', ''],
  ['national id', 'hetu ', '131052-308T', ''],
  ['national id', 'rijksregister ', '85.07.30-033.28', ''],
  ['national id', 'AHV ', '756.9217.0769.85', ''],
  ['national id', 'NI number ', 'AB 12 34 56 C', ''],
  ['national id', '주민등록번호 ', '900101-1234567', ''],
  ['national id', 'TCKN ', '10000000146', ''],
  ['national id', 'SIN ', '046 454 286', ''],
  ['health', 'My mother has ', 'diabetes', '.'],
  ['health', 'Sie ist ', 'schwanger', '.'],
  ['health', 'Elle souffre de ', 'migraines', '.'],
  ['health', 'Tiene ', 'epilepsia', '.'],
  ['health', 'Soffre di ', 'asma', '.'],
  ['health', 'У неё ', 'диабет', '.'],
  ['health', '她有', '糖尿病', '。'],
  ['health', '母は', 'うつ病', 'です。'],
  ['health', '아버지는 ', '당뇨', '가 있다.'],
  // Look-alikes: other scripts' digits, full-width signs, hyphens and spaces, and signs that are not shown.
  ['card number', 'card ', '４１１１　１１１１　１１１１　１１１１', '.'],
  ['card number', 'card ', '٤١١١ ١١١١ ١١١١ ١١١١', '.'],
  ['IBAN', 'IBAN ', 'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000', '.'],
  ['national id', 'SSN ', '536\u201190\u20114399', '.'],
  ['national id', 'SSN ', '5\u200b36-90-43\u200b99', '.'],
  ['e-mail address', 'write ', 'ana\u200d@firma\u2060.at', '.'],
];

test.each(found)('%s is found and redacted: %s%s', (kind, before, value, after = '') => {
  expect(redactPersonal(before + value + after)).toBe(`${before}[redacted: ${kind}]${after}`);
});

const nothing = [
  'The request id is 550e8400-e29b-41d4-a716-446655440000.',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8, release 2.10.3',
  'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  'The server listens on 192.168.178.25:8080 and 10.0.0.1.',
  'Since 2024-11-29 14:30:05 the port is 5432.',
  'The timestamp is 1732890605123, in seconds 1732890605.',
  'ISBN 978-3-16-148410-0, part 4711-0815-1234',
  'card 4111 1111 1111 1112, IBAN DE89 3704 0044 0532 0130 01',
  'BSN 111222334, PESEL 44051401358, CPF 390.533.447-06',
  'SSN 000-12-3456 and 666-12-3456 are none.',
  'git@github.com:acme/shop.git, icon@2x.png, lodash@4.17.21',
  'Write to noreply@firma.at or user@example.com.',
  'Call the function at line 1204 twice.',
  'The phone app needs 20241129 as its build.',
  'The health check diagnosed a virus in the depression model.',
  "Parkinson's law holds; the aids of the editor help.",
  'Order 4500012345 has 12 positions.',
  'She lives in 1020 Vienna, Austria, since 2019.',
];

test.each(nothing)('no personal data is found in: %s', (text) => {
  expect(personalKindsIn(text)).toStrictEqual([]);
});

test('the kinds in a text are named once each, in their order', () => {
  expect(personalKindsIn('ana@firma.at has asthma; bo@firma.at, +43 660 1234567')).toStrictEqual([
    'e-mail address',
    'health',
    'telephone number',
  ]);
});

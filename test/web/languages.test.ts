import { afterEach, expect, test } from 'vitest';
import { localeOf, preferred } from '../../web/languages/languages.ts';
import { language, msg, numeral, rich, t, tn } from '../../web/languages/translate.ts';

const english = language.value;
afterEach(() => {
  language.value = english;
});

function speak(tag: string, texts: Record<string, string | Record<string, string>>, direction: 'ltr' | 'rtl' = 'ltr') {
  language.value = { tag, direction, locale: tag, texts: new Map(Object.entries(texts)) };
}

test.each([
  [['de-AT', 'en'], 'de'],
  [['nl', 'pt-BR', 'en'], 'pt'],
  [['zh-TW', 'ja'], 'ja'],
  [['zh-CN'], 'zh'],
  [['zh-Hant', 'x-1', '!'], 'en'],
  [['en-GB', 'de'], 'en'],
  [[], 'en'],
])('a reader who prefers %s gets the language %s', (wanted, tag) => {
  expect(preferred(wanted)).toBe(tag);
});

test('dates and numbers follow the region that the reader named', () => {
  expect([localeOf('de', ['en', 'de-CH']), localeOf('ar', ['de-CH'])]).toStrictEqual(['de-CH', 'ar']);
  speak('de-CH', {});
  expect(numeral(1.5)).toBe('1.5');
  speak('de', {});
  expect(numeral(1.5)).toBe('1,5');
});

test('English needs no catalogue, and a text that one lacks is in English', () => {
  expect(t('Unpin {name}', { name: 'Ada' })).toBe('Unpin Ada');
  expect([tn(1, '{n} memory', '{n} memories'), tn(0, '{n} memory', '{n} memories')]).toStrictEqual([
    '1 memory',
    '0 memories',
  ]);
  speak('de', { Save: 'Sichern', Undo: '', '{n} memories': { one: '', other: '' } });
  expect([t('Save'), t('Undo'), t(msg('Save')), tn(1, '{n} memory', '{n} memories')]).toStrictEqual([
    'Sichern',
    'Undo',
    'Sichern',
    '1 memory',
  ]);
});

test('Arabic has six plural forms, and isolates names', () => {
  const forms = { zero: 'صفر', one: 'ذكرى', two: 'ذكريان', few: '{n} ذكريات', many: '{n} ذكرى', other: '{n} من' };
  speak('ar', { '{n} memories': forms, 'Unpin {name}': 'فك {name}' }, 'rtl');
  const counted = [0, 1, 2, 3, 11, 100].map((n) => tn(n, '{n} memory', '{n} memories'));
  expect(counted).toStrictEqual(['صفر', 'ذكرى', 'ذكريان', '3 ذكريات', '11 ذكرى', '100 من']);
  expect(t('Unpin {name}', { name: 'Ada' })).toBe('فك \u2068Ada\u2069');
});

test('elements take the places that the translation gives them', () => {
  speak('de', { 'Run {command} for {name}': 'Für {name} {command} ausführen' });
  expect(rich(t('Run {command} for {name}', { name: 'Ada' }), { command: 'X' })).toStrictEqual([
    'Für Ada ',
    'X',
    ' ausführen',
  ]);
});

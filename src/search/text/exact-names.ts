import { once } from '../../base/once.ts';
import { isCommonWord } from '../meaning/meaning.ts';
import { isAscii } from './fold.ts';
import { STOP_WORDS } from './stop-words.ts';

/**
 * The exact names in a text, as written: paths, hashes, versions, ticket numbers, telephone numbers, amounts of money,
 * camelCase. Words, years, times of day and quantities are none.
 */
export function exactNames(text: string): string[] {
  const isGroup = (written: string) =>
    written.replace(/\D/g, '').length >= SHORTEST_GROUPED || CURRENCY().test(written);
  const groups = /\d/.test(text) ? (text.match(GROUPED()) ?? []).filter(isGroup) : [];
  const names = [...groups];
  const rest = groups.reduce((left, written) => left.replace(written, ' '), text);
  for (const [token] of rest.matchAll(isAscii(rest) ? ASCII_TOKEN : TOKEN())) if (isName(token)) names.push(token);
  return names;
}

const CURRENCIES =
  '\\p{Sc}|USD|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|RUB|KRW|AUD|CAD|BRL|TRY|euros?|dollars?|pounds?|francs?|zł|kr';
/** Of a script that puts spaces between words: in others a particle follows a name without one. */
const LETTER = '[\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}\\p{N}]';
const NUMBER = "\\d{1,15}(?:[.,' ]\\d{2,3}){0,6}";
const CURRENCY = once(() => new RegExp(CURRENCIES, 'iu'));

/** An amount of money, or digits in groups as telephone numbers and ISBN have them. */
export const GROUPED = once(
  () =>
    new RegExp(
      [
        `(?:${CURRENCIES}) ?${NUMBER}(?!${LETTER})`,
        `(?<!${LETTER}|[.,])${NUMBER} ?(?:${CURRENCIES})(?!${LETTER})`,
        `(?<!${LETTER}[-._/:@]?)\\+?\\(?\\d{1,15}(?:[ ().-]{1,3}\\d{1,15}){1,8}(?![-._/:@]?${LETTER})`,
      ].join('|'),
      'giu',
    ),
);
const SHORTEST_GROUPED = 7;

const ASCII_TOKEN = /#?[A-Za-z0-9](?:(?:[\w./\\:@&%+~=?#>-]|,(?=\d))*[A-Za-z0-9])?/g;
const TOKEN = once(() => new RegExp(`#?${LETTER}(?:(?:${LETTER}|[_./\\\\:@&%+~=?#>-]|,(?=\\d))*${LETTER})?`, 'gu'));

function isName(token: string): boolean {
  if (token.startsWith('#')) return /^#\d+$/.test(token) || isName(token.slice(1));
  if (token.length < SHORTEST || WORD.test(token)) return false;
  return /\d/.test(token) ? !COUNTED.test(token) : isNameOfLetters(token);
}

/** Shorter ones are ambiguous: A4, Q3, 5k, 12. */
const SHORTEST = 3;
/** Most tokens. */
const WORD = /^[A-Za-z]?[a-z]+$/;

const YEAR = '(?:1[89]|20)\\d\\d';

/** Years, dates, times of day, fractions, ranges, ordinals, quantities and compounds with a number, such as 5-year-old. */
const COUNTED = new RegExp(
  [
    `${YEAR}s?`,
    `${YEAR}[-./]\\d{1,4}(?:[-./]\\d\\d?(?:T.*)?)?`,
    '\\d\\d?[-./]\\d\\d?[-./](?:\\d\\d){1,2}',
    '\\d\\d?:\\d\\d(?::\\d\\d)?',
    '\\d{1,3}[-:/]\\d{1,4}',
    '\\d{1,4}(?:[.,]\\d+)?[a-z]{1,3}',
    '\\d+(?:-[A-Za-z][a-z]+)+',
    `[A-Za-z][a-z]+-(?:\\d{1,2}|${YEAR})s?`,
  ]
    .map((one) => `^${one}$`)
    .join('|'),
);

function isNameOfLetters(token: string): boolean {
  if (/[_@\\]|::|->/.test(token)) return true;
  if (token.includes('/')) return token.includes('.') || token.split('/').length > 2;
  if (token.includes('.')) return DOTTED().test(token);
  if (token.includes('-')) {
    const parts = token.toLowerCase().split('-');
    return parts.length > 2 && !parts.some((part) => STOP_WORDS.has(part));
  }
  // A brand is a word: YouTube, iPhone.
  return HUMP().test(token) && !token.includes('&') && !isCommonWord(token.toLowerCase());
}

/** File and host names, but no abbreviations. */
const DOTTED = once(() => /^[\p{L}\p{M}-]{2,}(?:\.[\p{L}\p{M}-]{2,})+$/u);
/** loadFile, HTTPServer; not APIs. */
const HUMP = once(() => /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u);

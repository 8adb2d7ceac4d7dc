import { once } from '../../base/once.ts';

/*
 * Numbers and times in one form, however they are written: 48,500, 48.500, 48'500 and 48 500 give 48500; 5:30 pm,
 * 17h30 and 17:30 give 17:30. A part of a number is no term, so that it does not find the number.
 */

/** Patterns of numbers and times in a text whose letters are in this class. */
function patternsIn(letters: string) {
  const sign = `[${letters}\\d]`;
  // Behind it: no further number or name that it is a part of.
  const end = `(?!${sign}|[._/:@\\\\,']+${sign}|-[${letters}])`;
  // Close behind it: a unit, but no ordinal.
  const unit = `(?=(?!(?:st|nd|rd|th)(?!${sign}))[${letters}]{1,4}(?!${sign}|[._/:@\\\\-]))`;
  const half = `[aApP]\\.?[mM](?!${sign})`;
  const time = `(?:[01]?\\d|2[0-3])[:.hH][0-5]\\d(?: ?${half})?${end}|(?:1[0-2]|0?[1-9]) ?${half}`;
  const grouped =
    "\\d{1,3}(?:,\\d{2,3}){0,7},\\d{3}(?:\\.\\d+)?|\\d{1,3}(?:\\.\\d{3}){1,7}(?:,\\d+)?|\\d{1,3}(?:'\\d{3}){1,7}";
  // Spaces group digits too, but not those of a telephone number.
  const spaced = '[1-9]\\d{0,2}(?: \\d{3}){1,7}(?:[.,]\\d+)?(?! \\d)';
  const number = `(?:${grouped}|${spaced}|\\d{1,20}[.,]\\d{1,20})(?:${end}|${unit})|\\d{1,20}${unit}`;
  const digits = `\\+?\\(?\\d{1,15}(?:[ ().-]{1,3}\\d{1,15}){1,8}(?!${sign}|[-._/:@\\\\,]+${sign})`;
  return { numbers: `(?=\\d)(?:${time}|${number})`, digits: `(?=[+(\\d])${digits}` };
}

/**
 * `numbers`: a number or a time. `digits`: digits in groups, each of which is a word, and all of them together too, as in
 * telephone numbers.
 */
export const ASCII_NUMBERS = patternsIn('A-Za-z');
export const LETTER_NUMBERS = patternsIn('\\p{L}\\p{M}');

const WHOLE = new RegExp(`^${ASCII_NUMBERS.numbers}$`);
const DIGITS = new RegExp(`^${ASCII_NUMBERS.digits}$`);
/** Fewer digits in groups are no telephone number. */
const LEAST_DIGITS = 6;

/** Its spellings in terms, the usual one first; undefined where it is no number or time of several signs. */
export function spellingsOf(token: string): readonly string[] | undefined {
  if (!/^\d+[^\d]/.test(token) || !WHOLE.test(token)) return undefined;
  const time = TIME_PARTS.exec(token);
  if (time) return timeSpellings(time.groups as unknown as Parts, token);
  const digits = token.replace(/\D/g, '');
  const [, whole = '', sign = '', fraction = ''] = /^(.*)([.,])(\d+)$/.exec(token) ?? [];
  const isMixed = /[.,' ]/.test(whole.replaceAll(sign, ''));
  const decimal = `${whole.replace(/\D/g, '')}.${fraction}`;
  if (sign === '' || (whole.includes(sign) && !isMixed)) return [digits];
  if (isMixed || fraction.length !== 3 || whole.length > 3) return [decimal];
  return sign === ',' ? [digits] : [decimal, digits];
}

/** All digits of a group as one term; undefined where it is no group of enough digits. */
export function joinedDigits(token: string): string | undefined {
  if (!DIGITS.test(token)) return undefined;
  const digits = token.replace(/\D/g, '');
  return digits.length < LEAST_DIGITS ? '' : digits;
}

interface Parts {
  hour: string;
  minute?: string;
  sign?: string;
  half?: string;
}

const TIME_PARTS = /^(?<hour>\d{1,2})(?:(?<sign>[:.h])(?<minute>\d\d))?(?: ?(?<half>[ap])\.?m)?$/i;

function timeSpellings({ hour, minute = '00', sign, half }: Parts, token: string): string[] {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const at = `${String(hours).padStart(2, '0')}:${minute}`;
  if (sign !== '.' || half !== undefined) return [at, at.replace(':', '')];
  // It may be a price too, or a version.
  return hour.length === 2 ? [token, at] : [token];
}

/** Digits of all scripts as ASCII digits. */
export function plainDigits(text: string): string {
  return text.replace(OTHER_DIGITS(), (digit) => String(digitOf(digit)));
}

const OTHER_DIGITS = once(() => /(?![0-9])\p{Nd}/gu);
const DIGIT = once(() => /^\p{Nd}$/u);

/** Unicode encodes the digits of a script in a row, from zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && DIGIT().test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

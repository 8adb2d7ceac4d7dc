import { once } from '../../../base/once.ts';
import { anyOf, placeIn, wholeWords } from './dates.ts';
import { ENGLISH_ENDS, ENGLISH_TIME } from './ends.ts';
import type { EndWords, TimeWords } from './language.ts';
import { LANGUAGE_NUMBERS, languageOf, perLanguage } from './languages.ts';

/** A word that counts a day from when it is said. */
export interface RelativeDay {
  /** 1 for tomorrow, -1 for yesterday. */
  readonly ahead: number;
  /** Where it ends in the text. */
  readonly to: number;
}

/** How a language names a day by counting from the one on which it is said. */
export interface DayReader {
  /** The BCP 47 tag of the language. */
  readonly code: string;
  readonly find: (folded: string) => RelativeDay[];
}

export const daysIn = perLanguage(({ time, ends, code }) => readerOf(code, time, ends));
export const daysInEnglish = once(() => readerOf('en-GB', ENGLISH_TIME, ENGLISH_ENDS));

/** The days that Chinese, Japanese and Korean count from now, from the day before yesterday on. */
const EAST_ASIAN_DAYS =
  '(?<d0>一昨日|おととい|前天|그저께|그제)|(?<d1>昨[日天晚夜]|きのう|어제)|(?<d2>今[日天晚夜晩]|本日|오늘)|(?<d4>明[后後][日天]|あさって|[后後]天(?!性)|모레)|(?<d3>(?<![发發])明[日天晚]|あした|내일)';

/** One that is followed by a date needs none, but one before a time of the clock does. */
const eastAsianDays = once(() => new RegExp(`(?:${EAST_ASIAN_DAYS})(?! ?[（(])(?! ?[0-9]{1,2} ?[月월/])`, 'gu'));

/** As `daysIn`, for a text in one of these languages. */
export function daysInEastAsian(text: string): DayReader {
  return {
    code: /[\uac00-\ud7a3]/.test(text) ? 'ko' : /[\u3040-\u30ff]/.test(text) ? 'ja' : 'zh',
    find: (folded) =>
      Array.from(folded.matchAll(eastAsianDays()), ({ 0: words, index, groups }) => ({
        ahead: [0, 1, 2, 3, 4].findIndex((place) => groups?.[`d${place}`] !== undefined) - 2,
        to: index + words.length,
      })),
  };
}

/** "The day after tomorrow" is another day, and one that is followed by a date needs none. */
const patternOf = ({ days }: Pick<TimeWords, 'days'>, { tomorrow }: Pick<EndWords, 'tomorrow'>): string =>
  `(?<!(?:after|before|apres|pasado|depois de)[ -])(?:(?<tomorrow>${tomorrow})|(?<day>${anyOf(days)}))(?![\\p{L}\\p{N}])(?!,? ?\\(?\\d)`;

function readerOf(code: string, time: Pick<TimeWords, 'days'>, ends: Pick<EndWords, 'tomorrow'>): DayReader {
  const pattern = wholeWords(patternOf(time, ends), 'gu');
  return {
    code,
    find: (folded) =>
      Array.from(folded.matchAll(pattern), ({ 0: words, index, groups }) => ({
        ahead: groups?.tomorrow === undefined ? -placeIn(time.days, groups!.day!) : 1,
        to: index + words.length,
      })),
  };
}

/** Whether a folded text may have such a word, in any language. */
export const mayNameDay = once(() => {
  const all = LANGUAGE_NUMBERS.map(languageOf).flatMap(({ time, ends }) => [anyOf(time.days), ends.tomorrow]);
  const pattern = wholeWords([anyOf(ENGLISH_TIME.days), ENGLISH_ENDS.tomorrow, ...all].join('|'));
  const eastAsian = new RegExp(EAST_ASIAN_DAYS, 'u');
  return (folded: string): boolean => pattern.test(folded) || eastAsian.test(folded);
});

/** Whether a folded text of European languages may count units of time back: "last week", "vor drei Tagen". */
export const mayCountBack = once(() => {
  const all = LANGUAGE_NUMBERS.map(languageOf).flatMap(({ time }) => [time.last, ...time.ago]);
  const pattern = wholeWords(['last|past|previous|ago', ...all.filter((one) => one !== '')].join('|'));
  return (folded: string): boolean => pattern.test(folded);
});

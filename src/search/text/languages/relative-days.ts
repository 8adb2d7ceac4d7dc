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
  return (folded: string): boolean => pattern.test(folded);
});

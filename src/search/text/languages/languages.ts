import { once } from '../../../base/once.ts';
import { DANISH } from './danish.ts';
import { DUTCH } from './dutch.ts';
import { FINNISH } from './finnish.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import type { Language } from './language.ts';
import { NORWEGIAN } from './norwegian.ts';
import { POLISH } from './polish.ts';
import { PORTUGUESE } from './portuguese.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';
import { SWEDISH } from './swedish.ts';
import { TURKISH } from './turkish.ts';

/**
 * The languages besides English with known stems. The index stores a language's place here, counted from 1: at most 15,
 * in four bits of a memory's record. Of two equally likely ones the earlier is taken.
 */
const LANGUAGES: readonly Language[] = [
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  SWEDISH,
  NORWEGIAN,
  DANISH,
  FINNISH,
  POLISH,
  RUSSIAN,
  TURKISH,
];

/** 0: English, or one that is not known. */
export const NO_LANGUAGE = 0;

export const LANGUAGE_NUMBERS: readonly number[] = LANGUAGES.map((_, i) => i + 1);

export function languageOf(number: number): Language {
  return LANGUAGES[number - 1]!;
}

/** Something that is made for a language at the first asking. */
export function perLanguage<Made>(make: (language: Language, number: number) => Made): (number: number) => Made {
  const made = LANGUAGES.map((language, i) => once(() => make(language, i + 1)));
  return (number) => made[number - 1]!();
}

/** The words of a list. */
export function wordsOf(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== '');
}

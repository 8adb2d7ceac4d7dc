import { normalized } from '../domain/text.ts';

/** Lower case, Latin letters without accents, typographic apostrophes made plain: how rules compare words. */
export function foldLatin(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return normalized(text, 'NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/[\u2018\u2019\u02bc]/gu, "'")
    .toLowerCase()
    .normalize('NFC');
}

const beyondAscii = /[\u0080-\u{10ffff}]/u;

/** The folded words of a text in order; in scripts without spaces these are runs of letters. */
export function words(text: string): string[] {
  const folded = foldLatin(text);
  // Loading the tables of all letters takes milliseconds; an ASCII text does not need them.
  const word = beyondAscii.test(folded)
    ? /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu
    : /[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*/gu;
  return folded.match(word) ?? [];
}

/** Scripts that are written without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** The forms of a regular English word. For words of other languages the additional forms are harmless. */
export function forms(word: string): string[] {
  const stem = word.replace(/e$/u, '');
  const doubled = /[aeiou][bdgmnprt]$/u.test(word) ? word + word.at(-1) : word;
  return [
    word,
    `${word}s`,
    `${word}es`,
    `${word}'s`,
    `${stem}ed`,
    `${stem}ing`,
    `${doubled}ed`,
    `${doubled}ing`,
  ].concat(/[^aeiou]y$/u.test(word) ? [`${word.slice(0, -1)}ies`, `${word.slice(0, -1)}ied`] : []);
}

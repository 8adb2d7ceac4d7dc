import { normalized } from '../domain/text.ts';

/** Lower case, Latin letters without accents, typographic apostrophes made plain: how rules compare words. */
export function fold(text: string): string {
  return normalized(text, 'NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/[\u2018\u2019\u02bc]/gu, "'")
    .toLowerCase()
    .normalize('NFC');
}

/** The folded words of a text in order; in scripts without spaces these are runs of letters. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu) ?? [];
}

/** Scripts that are written without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** The forms in which a regular English word occurs; of other languages' words, harmless extra ones. */
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

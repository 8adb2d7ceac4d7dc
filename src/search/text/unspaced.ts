import { once } from '../../base/once.ts';
import { fold } from './fold.ts';
import { cutTerm } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import type { Role, WordList } from './word.ts';

/**
 * Unicode Standard Annex 29, with the dictionaries of ICU for scripts without spaces between words. Made lazily:
 * loading the dictionaries takes longer than a search.
 */
const segmenter = once(() => new Intl.Segmenter('und', { granularity: 'word' }));

/** Intl.Segmenter takes quadratic time, so it gets parts of so many signs. */
const PARTS = /.{1,1000}/gsu;

/** The words of a text, by the dictionary. */
export const segmentsOf = (text: string): string[] =>
  (text.match(PARTS) ?? []).flatMap((part) => Array.from(segmenter().segment(part), ({ segment }) => segment));

/** Thai, Lao, Khmer, Burmese: words by the dictionary. */
export function addUnspaced(list: WordList, run: string): void {
  for (const segment of segmentsOf(run)) {
    list.add(cutTerm(fold(segment)), STOP_WORDS.has(segment) ? 'stop' : 'word');
  }
}

/**
 * Chinese and Japanese: overlapping pairs of characters (Nie and others, 2000, see src/search/README.md), so that nothing
 * depends on a dictionary's cuts. Also the dictionary's longer words and single ideographs.
 */
export function addEastAsian(list: WordList, written: string): void {
  const run = fold(written);
  const start = list.position;
  const place: number[] = [];
  for (const segment of segmentsOf(run)) {
    const position = list.position++;
    for (const _ of segment) place.push(position);
    if ([...segment].length > 2) list.addAt(position, cutTerm(segment), 'alternate');
  }
  const signs = [...run];
  const kanaOnly = signs.every((sign) => HIRAGANA.test(sign));
  signs.forEach((sign, i) => {
    const position = place[i] ?? start;
    const next = signs[i + 1];
    if (next !== undefined) list.addAt(position, sign + next, pairRole(sign + next, kanaOnly));
    if (signs.length === 1) list.addAt(position, sign, HIRAGANA.test(sign) || STOP_WORDS.has(sign) ? 'stop' : 'word');
    else if (IDEOGRAPH.test(sign)) list.addAt(position, sign, STOP_WORDS.has(sign) ? 'stop' : 'alternate');
  });
}

/** Pairs of hiragana among other signs are endings and particles. */
function pairRole(pair: string, kanaOnly: boolean): Role {
  return STOP_WORDS.has(pair) || (!kanaOnly && HIRAGANA_PAIR.test(pair)) ? 'stop' : 'word';
}

const HIRAGANA = /^\p{sc=Hiragana}$/u;
const HIRAGANA_PAIR = /^\p{sc=Hiragana}{2}$/u;
const IDEOGRAPH = /^\p{sc=Han}$/u;

/** Korean: the word with its particles, and its pairs of syllables, so that 커피 finds 커피를. */
export function addHangul(list: WordList, run: string): void {
  const position = list.position++;
  const signs = [...run];
  if (signs.length !== 2) list.addAt(position, cutTerm(run), signs.length === 1 ? 'word' : 'alternate');
  for (let i = 0; i + 1 < signs.length; i++) list.addAt(position, `${signs[i]}${signs[i + 1]}`, 'word');
}

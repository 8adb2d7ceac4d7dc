import porter2 from 'wink-porter2-stemmer';
import { TEXT } from '../parameters.ts';
import { IRREGULAR_FORMS } from './irregular-forms.ts';
import { lightStem } from './light-stems.ts';

/**
 * The index term for a folded word: English by its irregular forms and Porter2 (snowballstem.org), other scripts by
 * their endings. Porter2 sees every Latin word, since nothing tells the language of a name or a short note: the same
 * happens to the same word in the query, so at worst two words fall together, never one word apart.
 */
export function stem(word: string): string {
  if (word.length > TEXT.termLength) return cutTerm(word);
  if (!ENGLISH_LETTERS.test(word)) return lightStem(word);
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MOST_STEMS) stems.clear();
  const made = porter2(IRREGULAR_FORMS.get(word) ?? word);
  stems.set(word, made);
  return made;
}

/** The start of a long word, without half a character at its end. */
export function cutTerm(word: string): string {
  return word.slice(0, TEXT.termLength).replace(/[\ud800-\udbff]$/, '');
}

/** Words whose stems are kept: a language's few thousand common words make up nearly every text. */
const MOST_STEMS = 10_000;
const stems = new Map<string, string>();

const ENGLISH_LETTERS = /^[a-z]+$/;

import { distance } from '../base/edit-distance.ts';
import { once } from '../base/once.ts';
import type { AnalyzedQuery, QueryTerm } from '../domain/stores/search.ts';
import { isCommonWord } from './meaning/meaning.ts';

import { REPAIR } from './parameters.ts';
import { ORDERING } from './text/asking.ts';
import { fold } from './text/fold.ts';
import { romanized } from './text/romanized.ts';
import { isSubjectTerm } from './text/subjects.ts';

/** A word of a query that no memory has as it is written. */
export interface Unknown {
  /** Its place among the query's terms. */
  term: number;
  /** A common English word is no misspelt one: where no memory has "live", it is no "like". A name may be in another script. */
  isCommon: boolean;
}

/** The unknown words of a query that may be repaired, the longest first. `known` has the terms that are in the index. */
export function repairable(query: AnalyzedQuery, known: (index: number) => boolean): Unknown[] {
  const letters = (i: number) => query.terms[i]!.term.length;
  const isEnglish = query.languages.length === 0;
  return query.terms
    .map((_, i) => i)
    .filter((i) => !known(i) && !query.terms[i]!.alternate && isRepairable(query.terms[i]!.term))
    .filter((i) => !isOfLexicon(query.terms[i]!))
    .filter((i) => !query.terms[i]!.written.some((word) => ORDERING.has(fold(word))))
    .map((term) => ({ term, isCommon: isEnglish && query.terms[term]!.written.some(isCommonWord) }))
    .filter(({ term, isCommon }) => !isCommon || query.terms[term]!.name)
    .sort((a, b) => letters(b.term) - letters(a.term))
    .slice(0, REPAIR.words);
}

/** A word of a lexicon is no typing error. */
const isOfLexicon = ({ related, translated }: QueryTerm) => translated !== undefined || related.some(isSubjectTerm);

function isRepairable(term: string): boolean {
  return term.length >= REPAIR.minLetters && isAlphabetic(term);
}

/** A word of an alphabet. */
export function isAlphabetic(term: string): boolean {
  return ASCII_LETTERS.test(term) || (LETTERS_ONLY().test(term) && !DENSE().test(term));
}

const ASCII_LETTERS = /^[A-Za-z]+$/;
const LETTERS_ONLY = once(() => /^[\p{L}\p{M}]+$/u);
/** Scripts with pairs of signs as terms: one edit makes another word. */
const DENSE = once(() => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u);

/** A term of the index that may replace an unknown one. */
export interface NearTerm {
  readonly term: string;
  /** Lower is nearer; terms of the same cost are as likely. */
  readonly cost: number;
  /** The same word with another ending, or a compound with it: no typing error. */
  readonly shares: boolean;
}

/**
 * The index terms (in lists that may overlap) that may replace an unknown term, best first: by Damerau-Levenshtein
 * distance, the same first letter before others; then the same word with another ending or as a part of a compound.
 */
export function nearestTerms(term: string, vocabulary: readonly (readonly string[])[]): NearTerm[] {
  return nearest(term, vocabulary, (word) => word, editsAllowed(term));
}

/** The index terms that may be an unknown term in another script, best first: by the distance of their sounds. */
export function transliterations(term: string, vocabulary: readonly (readonly string[])[]): NearTerm[] {
  return nearest(term, vocabulary, romanized, term.length >= REPAIR.soundFrom ? 1 : 0);
}

function nearest(
  word: string,
  vocabulary: readonly (readonly string[])[],
  spelt: (word: string) => string,
  allowed: number,
): NearTerm[] {
  const term = spelt(word);
  const found = new Map<string, NearTerm>();
  for (const list of vocabulary) {
    for (const one of list) {
      const candidate = spelt(one);
      const edits = distance(term, candidate, allowed);
      if (edits <= allowed) {
        found.set(one, { term: one, cost: edits + (term[0] === candidate[0] ? 0 : 0.5), shares: false });
      } else if (sharesWord(term, candidate)) found.set(one, { term: one, cost: SHARING, shares: true });
    }
  }
  const surplus = (candidate: NearTerm) => Math.abs(candidate.term.length - term.length);
  const near = [...found.values()];
  near.sort((a, b) => a.cost - b.cost || surplus(a) - surplus(b) || (a.term < b.term ? -1 : 1));
  return near.slice(0, REPAIR.candidates);
}

/** After every typing error. */
const SHARING = 3;

function editsAllowed(term: string): number {
  return term.length >= REPAIR.twoEditsFrom ? 2 : 1;
}

/** Books and booklet, Buch and Bücher, Schiff in Dampfschiff: one is at an end of the other. */
function sharesWord(term: string, candidate: string): boolean {
  if (candidate.length > term.length) return candidate.startsWith(term) || candidate.endsWith(term);
  return (
    candidate.length >= REPAIR.minLetters &&
    term.length - candidate.length <= REPAIR.endingLetters &&
    term.startsWith(candidate)
  );
}

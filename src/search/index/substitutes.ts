import type { Occurrences, Substitute } from '../../domain/stores/search.ts';
import { otherNamesOf } from '../lexicon/places.ts';
import { RANKING } from '../parameters.ts';
import { isAlphabetic } from '../repair.ts';
import { languageOf } from '../text/languages/languages.ts';
import { isSubjectTerm } from '../text/subjects.ts';
import type { AskedTerm } from './asked-terms.ts';
import type { CharacterIndex } from './character-index.ts';
import { isCompoundOf } from './compounds.ts';
import { readTerms } from './read-terms.ts';
import { ask, type Reading } from './steps.ts';
import type { StandingTerm } from './term-repair.ts';

/** A query's terms, their forms in the index, and the occurrences of all terms that were read for them. */
interface Standing {
  readonly asked: readonly AskedTerm[];
  readonly terms: readonly StandingTerm[];
  readonly known: ReadonlyMap<string, Occurrences>;
  /** The languages besides English of the character's memories. */
  readonly languages: readonly number[];
}

/**
 * The substitutes of each term of a query: related terms of the lexicon, parts, terms with a common prefix, compounds.
 * A term of several kinds counts by the best. (The first two are already in `known`.)
 */
export function* readSubstitutes(
  index: CharacterIndex,
  { asked, terms, known, languages }: Standing,
): Reading<Substitute[][]> {
  const { beginning, compound, lexicon, subject, translation } = RANKING.substitutes;
  // A word that another language may compound differently is searched unchanged, even when it was repaired.
  const meant = terms.map(({ forms, found }) => {
    if (found.length === 0 || forms.includes(found[0]!)) return forms;
    return languages.length === 0 ? found.slice(0, 1) : [...forms, found[0]!];
  });
  const joined = languages.some((one) => languageOf(one).compounds === true || languageOf(one).agglutinates === true);
  const alike = yield* beginningAlike(index, meant, joined);
  const ending = languages.some((one) => languageOf(one).compounds === true)
    ? yield* endingAlike(index, meant)
    : meant.map(() => []);
  const unread = [...new Set([...alike, ...ending].flat())].filter((term) => !known.has(term));
  const read = yield* readTerms(index, unread);
  return meant.map((_, i) => {
    const { related, translated, parts } = asked[i]!;
    const weights = new Map<string, number>(alike[i]!.map((term) => [term, beginning]));
    for (const term of [...ending[i]!, ...parts]) weights.set(term, compound);
    for (const term of related) weights.set(term, isSubjectTerm(term) ? subject : lexicon);
    const places = meant[i]!.flatMap(otherNamesOf).filter((term) => known.has(term));
    for (const term of [...places, ...translated]) weights.set(term, translation);
    return [...weights].flatMap(([term, weight]): Substitute[] => {
      const occurrences = known.get(term) ?? read.get(term)!;
      return occurrences.passages.length === 0 ? [] : [{ term, weight, occurrences }];
    });
  });
}

/**
 * For each term's forms the other terms of the index with a common prefix; in languages with compounds also those that
 * contain it.
 */
function* beginningAlike(
  index: CharacterIndex,
  terms: readonly (readonly string[])[],
  joined: boolean,
): Reading<string[][]> {
  const beginnings = [...new Set(terms.flat().flatMap((term) => commonBeginning(term) ?? []))];
  if (beginnings.length === 0) return terms.map(() => []);
  const settled = index.isSettled ? yield* ask((source) => source.beginning(beginnings)) : [];
  const standing = new Map(
    beginnings.map((beginning, i) => [
      beginning,
      new Set([...(settled[i] ?? []), ...index.recent.beginning(beginning)]),
    ]),
  );
  return terms.map((forms) => {
    const alike = forms.flatMap((term) => {
      const beginning = commonBeginning(term);
      const candidates = beginning === undefined ? [] : [...standing.get(beginning)!];
      return candidates.filter((one) => haveSameBeginning(term, one) || (joined && isCompoundOf(term, one)));
    });
    return [...new Set(alike)];
  });
}

/** Shorter words are at the end of too many. */
const LEAST_ENDING = 3;

/** For each term's forms the terms of the index that end with one of them. */
function* endingAlike(index: CharacterIndex, terms: readonly (readonly string[])[]): Reading<string[][]> {
  const endings = [...new Set(terms.flat().filter((term) => term.length >= LEAST_ENDING && isAlphabetic(term)))];
  if (endings.length === 0) return terms.map(() => []);
  const settled = index.isSettled ? yield* ask((source) => source.ending(endings)) : [];
  const standing = new Map(
    endings.map((ending, i) => [ending, [...(settled[i] ?? []), ...index.recent.ending(ending)]]),
  );
  return terms.map((forms) => [
    ...new Set(forms.flatMap((term) => (standing.get(term) ?? []).filter((one) => isCompoundOf(term, one)))),
  ]);
}

/** Fewer letters than this in common say nothing. */
const LEAST = 4;

/** The prefix that any form of a term must share; undefined for a term without one. */
function commonBeginning(term: string): string | undefined {
  if (term.length < LEAST || !isAlphabetic(term)) return undefined;
  return term.slice(0, Math.max(LEAST, Math.ceil(term.length / 2)));
}

/**
 * Whether two terms are likely forms of one word with different stems, such as decide and decision. They share at least
 * four letters, half of the longer and all but two of the shorter.
 */
function haveSameBeginning(term: string, other: string): boolean {
  if (term === other || other.length < LEAST || !isAlphabetic(other)) return false;
  const shorter = Math.min(term.length, other.length);
  const longer = Math.max(term.length, other.length);
  let common = 0;
  while (common < shorter && term.charCodeAt(common) === other.charCodeAt(common)) common++;
  return common >= LEAST && 2 * common >= longer && common >= shorter - 2;
}

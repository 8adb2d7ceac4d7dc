import type {
  AnalyzedQuery,
  HeldName,
  Occurrences,
  QueryName,
  ReadTerm,
  SearchMaterial,
} from '../../domain/stores/search.ts';
import { TEXT } from '../parameters.ts';
import { isHeld } from '../rank/names.ts';
import { firstFrom } from '../rank/sorted.ts';
import { repairable } from '../repair.ts';
import { askedTerm, likeliestFirst } from './asked-terms.ts';
import { mergeOccurrences } from './occurrences.ts';
import { readTerms } from './read-terms.ts';
import { ask, type Reading } from './steps.ts';
import { readSubstitutes } from './substitutes.ts';
import { repairTerms, type StandingTerm } from './term-repair.ts';

/** Everything about a character that ranking needs for a query. */
export function* readMaterial(query: AnalyzedQuery): Reading<SearchMaterial> {
  const isLong = query.terms.length > TEXT.queryTermsWithSubstitutes;
  const { years = [] } = query;
  // The lexicon's terms are known before the first read, so they cost no additional round trip.
  const asking = query.terms.flatMap(({ term, related }) => (isLong ? [term] : [term, ...related]));
  const first = [...new Set([...asking, ...years])];
  const { index, postings } = yield* ask((source) => source.index(first));
  const { passages } = index;
  const languages = likeliestFirst(index.languages, query);
  const asked = query.terms.map((term) => askedTerm(term, languages));
  const known = index.occurrences(first, postings);
  function* readFurther(further: readonly string[]): Reading<void> {
    const unread = [...new Set(further)].filter((term) => !known.has(term));
    if (unread.length === 0) return;
    for (const [term, occurrences] of yield* readTerms(index, unread)) known.set(term, occurrences);
  }
  yield* readFurther(asked.flatMap(({ forms, related, parts }) => (isLong ? forms : [...forms, ...related, ...parts])));
  const terms: StandingTerm[] = asked.map(({ forms }) => {
    const found = forms.filter((form) => known.get(form)!.passages.length > 0);
    return { forms, found, occurrences: mergeOccurrences(found.map((form) => known.get(form)!)) };
  });
  if (passages.count === 0) return { passages, terms: terms.map(withoutSubstitutes), names: [] };
  const leading = isLong ? leadingTerms(query, terms) : query.terms.map((_, i) => i);
  yield* readFurther(leading.flatMap((i) => [...asked[i]!.related, ...asked[i]!.parts]));
  const names = holdNames(query.names, terms);
  // When a memory has the whole name, its parts mean nothing else.
  const settled = new Set(
    query.names.flatMap(({ whole, parts }, n) => (isHeld(names[n]!) ? [whole, ...parts.map(({ term }) => term)] : [])),
  );
  const unknown = repairable(query, (i) => settled.has(i) || terms[i]!.found.length > 0);
  const repaired = yield* repairTerms(
    index,
    unknown.map(({ term, isCommon }) => ({ forms: terms[term]!.forms, isCommon })),
  );
  unknown.forEach(({ term }, at) => {
    terms[term] = repaired[at]!;
  });
  const substitutes = yield* readSubstitutes(index, {
    asked: leading.map((i) => asked[i]!),
    terms: leading.map((i) => terms[i]!),
    known,
    languages,
  });
  const substitutesOf = new Map(leading.map((i, at) => [i, substitutes[at]!]));
  return {
    passages,
    terms: terms.map(
      (term, i): ReadTerm => ({ ...term, substitutes: settled.has(i) ? [] : (substitutesOf.get(i) ?? []) }),
    ),
    names,
    ...(years.length > 0 && { inYears: years.map((year) => known.get(year)!.passages) }),
  };
}

/** The terms of a long query that get substitutes: those of its questions, then the rarest. */
function leadingTerms({ asking }: AnalyzedQuery, terms: readonly StandingTerm[]): number[] {
  const asked = new Set(asking);
  const holding = (i: number) => (asked.has(i) ? -1 : terms[i]!.occurrences.passages.length);
  const indices = terms.map((_, i) => i);
  return indices.sort((a, b) => holding(a) - holding(b)).slice(0, TEXT.queryTermsWithSubstitutes);
}

const withoutSubstitutes = (term: StandingTerm): ReadTerm => ({ ...term, substitutes: [] });

/** Where each of a query's names occurs, given where its terms do. */
function holdNames(names: readonly QueryName[], terms: readonly StandingTerm[]): HeldName[] {
  return names.map(({ whole, parts }) => ({
    whole: whole === undefined ? NOWHERE : terms[whole]!.occurrences.passages,
    within: phrase(parts.map(({ term, distance }) => ({ distance, ...terms[term]!.occurrences }))),
  }));
}

const NOWHERE = new Int32Array(0);

interface NamePart extends Occurrences {
  readonly distance: number;
}

/** The passages in which terms are at given distances from the first. */
function phrase([first, ...others]: readonly NamePart[]): Int32Array {
  if (first === undefined) return NOWHERE;
  const { passages, starts, positions } = first;
  const at = others.map(() => 0);
  return passages.filter((passage, i) => {
    others.forEach((other, o) => {
      at[o] = firstFrom(other.passages, passage, at[o]!);
    });
    if (others.some((other, o) => other.passages[at[o]!] !== passage)) return false;
    const places = positions.subarray(starts[i]!, starts[i + 1]!);
    return places.some((place) => others.every((other, o) => standsAt(other, at[o]!, place + other.distance)));
  });
}

/** Whether a term is at a position of the i-th of its passages. */
function standsAt({ starts, positions }: Occurrences, i: number, position: number): boolean {
  return positions.subarray(starts[i]!, starts[i + 1]!).includes(position);
}

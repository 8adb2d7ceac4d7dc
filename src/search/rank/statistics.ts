import type { AnalyzedQuery, PassageTable, QueryTerm, SearchMaterial, Substitute } from '../../domain/stores/search.ts';
import { isCommonWord } from '../meaning/meaning.ts';
import { RANKING, REPAIR } from '../parameters.ts';
import { amongMany, shareBeside } from './name-words.ts';

/** The weights of a query's terms among this character's passages. */
export interface Weights {
  /** Weight of each query term for matching; 0 for a term that is nowhere. */
  readonly idf: Float64Array;
  /** The factor of each: below 1 for a word that says little. */
  readonly factor: (term: number) => number;
  /** The same for coverage: 0 for single signs of a word of which a memory has more. */
  readonly covering: Float64Array;
  /** The coverage of a passage with every term of the query. */
  readonly asked: number;
}

/** Whether a query is nothing but an identifier, such as an address or a path: only what has it answers. */
export function isOneName({ terms }: AnalyzedQuery): boolean {
  const [first] = terms;
  return (
    first !== undefined && first.identifier > 0 && terms.every(({ identifier }) => identifier === first.identifier)
  );
}

/** Robertson's inverse document frequency, always above zero as in Lucene: ln(1 + (N − n + ½) / (n + ½)). */
export function idf(holding: number, count: number): number {
  return Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
}

/**
 * Weighs the terms. Small characters are padded to `leastPassages`, so that idf is meaningful. An unknown term weighs
 * like the rarest known one, except alternates of a known term, the rest of an identifier beside other words
 * of which half is known, and words of a time.
 */
export function weigh(query: AnalyzedQuery, material: SearchMaterial, names: ReadonlySet<number>): Weights {
  const count = Math.max(material.passages.count, RANKING.leastPassages);
  const weights = new Float64Array(query.terms.length);
  const sought = new Float64Array(query.terms.length);
  const parts = new Map<number, { known: number; all: number }>();
  query.terms.forEach((term, i) => {
    const { forms, found, occurrences, substitutes } = material.terms[i]!;
    const holding = occurrences.passages.length;
    const of = parts.get(term.identifier) ?? { known: 0, all: 0 };
    parts.set(term.identifier, of);
    if (!term.alternate) of.all++;
    if (holding > 0) of.known++;
    if (holding === 0) return;
    const repaired = !found.some((one) => forms.includes(one));
    sought[i] = idf(Math.max(holding, mostInOthers(substitutes)), count);
    weights[i] = sought[i]! * (repaired ? REPAIR.weight : 1);
  });
  const isOfName = isOneName(query);
  const isMissed = ({ identifier, alternate, date }: QueryTerm) => {
    const { known, all } = parts.get(identifier)!;
    return !alternate && !date && (identifier === 0 || isOfName || 2 * known < all);
  };
  query.terms.forEach((term, i) => {
    if (weights[i] === 0 && isMissed(term)) sought[i] = weightOfUnknown(material.terms[i]!.substitutes, count);
  });
  const ofIdentifier = factorsOfIdentifiers(query, sought);
  const factorOf = (i: number) => ofIdentifier(i) * (query.terms[i]!.isLight ? RANKING.light : 1);
  for (let i = 0; i < weights.length; i++) {
    weights[i]! *= factorOf(i);
    sought[i]! *= factorOf(i);
  }
  const share = shareBeside(names, query, sought);
  const isRepeated = repeatedSigns(query, weights);
  const asked = sought.reduce(
    (sum, weight, i) => sum + (isRepeated(i) ? 0 : names.has(i) ? weight : weight * share),
    0,
  );
  if (share < 1) for (let i = 0; i < weights.length; i++) if (!names.has(i)) weights[i]! *= share;
  return {
    idf: weights,
    factor: factorOf,
    covering: weights.map((weight, i) => (isRepeated(i) ? 0 : weight)),
    asked,
  };
}

/** A word that no memory has is sought as what stands for it in another language, else as the rarest. */
function weightOfUnknown(substitutes: readonly Substitute[], count: number): number {
  const most = mostInOthers(substitutes);
  return most === 0 ? Math.log(1 + count) : idf(most, count);
}

/**
 * The passages with the commonest word that is the same in another language: all are as common as that one (after Pirkola, "The
 * Effects of Query Structure and Dictionary Setups", 1998).
 */
function mostInOthers(substitutes: readonly Substitute[]): number {
  let most = 0;
  for (const { weight, occurrences } of substitutes)
    if (weight === RANKING.substitutes.translation) most = Math.max(most, occurrences.passages.length);
  return most;
}

/**
 * The factors of the terms of identifiers. One with a part that is no common word is a name, so its parts and the whole
 * together weigh at most `identifier` times the rarest of them: "ecommerce-api", but not "self-care". In a long query a
 * name decides less.
 */
function factorsOfIdentifiers({ terms }: AnalyzedQuery, sought: Float64Array): (index: number) => number {
  const names = new Map<number, { sum: number; most: number }>();
  for (const { identifier, written } of terms)
    if (identifier > 0 && written.some((word) => !isCommonWord(word))) names.set(identifier, { sum: 0, most: 0 });
  terms.forEach(({ identifier }, i) => {
    const name = names.get(identifier);
    if (name === undefined) return;
    name.sum += sought[i]!;
    name.most = Math.max(name.most, sought[i]!);
  });
  return (i) => {
    const { sum, most } = names.get(terms[i]!.identifier) ?? { sum: 0, most: 0 };
    return sum === 0 ? 1 : amongMany(Math.min(1, (RANKING.identifier.most * most) / sum), terms, RANKING.identifier);
  };
}

/**
 * Whether a term is a single sign of Chinese or Japanese whose word is found too: else a word that is found would count
 * three times, and one that is not found once.
 */
function repeatedSigns({ terms }: AnalyzedQuery, weights: Float64Array): (index: number) => boolean {
  const places = new Set(
    terms.flatMap(({ alternate, positions }, i) => (alternate || weights[i] === 0 ? [] : positions)),
  );
  return (i) => {
    const { term, alternate, positions } = terms[i]!;
    return alternate && term.length === 1 && term > ASCII_END && positions.some((at) => places.has(at));
  };
}

const ASCII_END = '\x7f';

/** The length-dependent part of BM25's denominator, for every possible length of a passage. */
export function lengthNorms(passages: PassageTable): Float64Array {
  const { k1, b } = RANKING.passage;
  let sum = 0;
  for (let i = 0; i < passages.count; i++) sum += passages.length[i]!;
  const average = Math.max(1, sum / Math.max(1, passages.count));
  return Float64Array.from({ length: 256 }, (_, length) => k1 * (1 - b + (b * length) / average));
}

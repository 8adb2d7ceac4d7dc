import type { AnalyzedQuery, SearchMaterial } from '../../domain/stores/search.ts';
import { isAscii } from '../text/fold.ts';
import type { Factor } from './factors.ts';
import type { MemoryColumns } from './memories.ts';
import { firstFrom } from './sorted.ts';
import type { Weights } from './statistics.ts';
import { livingSubstitutes } from './substitutes.ts';

/** How a term of the query is in a memory: itself, repaired, written in another script, or as another word that counts for it. */
export interface MatchedTerm {
  readonly term: string;
  /** As it is written in the query. */
  readonly word: string;
  /** The matching terms of the index. */
  readonly found: readonly string[];
  readonly by: 'word' | 'typo' | 'script' | 'lexicon' | 'beginning';
  readonly weight: number;
}

/**
 * The parts of a memory's score. Words and neighbours are shares of the largest sum of both. Session, meaning and
 * similarity are added to that. The rest are factors; absent ones are 1.
 */
export interface Explanation {
  readonly exact: boolean;
  readonly terms: readonly MatchedTerm[];
  /** The words of the query that it lacks, as the query writes them. */
  readonly lacks: readonly string[];
  /** The exact names of the query that it has, as the query writes them. */
  readonly names: readonly string[];
  /** Share of the query's weight that the best passage covers. */
  readonly coverage: number;
  readonly words: number;
  readonly neighbours: number;
  readonly session: number;
  readonly meaning: number;
  readonly similarity?: number;
  readonly factors: Readonly<Partial<Record<Factor['part'], number>>>;
}

type ScorePart = (memory: number) => number;

/** Where the parts of a score come from, by memory. */
export interface Parts {
  readonly weights: Weights;
  /** The terms that name participants. */
  readonly named: ReadonlySet<number>;
  readonly coverage: ScorePart;
  readonly words: ScorePart;
  readonly neighbours: ScorePart;
  readonly session: ScorePart;
  readonly meaning: ScorePart;
  readonly similarity?: ScorePart | undefined;
  readonly factors: readonly Factor[];
}

/** The explanation of one memory's score. */
export function explain(
  memory: number,
  isExact: boolean,
  query: AnalyzedQuery,
  material: SearchMaterial,
  memories: MemoryColumns,
  parts: Parts,
): Explanation {
  const holds = (passages: Int32Array) => isAmong(passages, memory, memories);
  const factors = parts.factors.map(({ part, of }) => [part, of(memory)] as const).filter(([, value]) => value !== 1);
  const terms = matchedTerms(memory, query, material, memories, parts);
  const matched = new Set(terms.map(({ term }) => term));
  const lacking = query.terms.filter(({ term, alternate }) => !alternate && !matched.has(term));
  return {
    exact: isExact,
    terms,
    lacks: lacking.map(({ term, written }) => written[0] ?? term),
    names: query.names
      .filter((_, n) => holds(material.names[n]!.whole) || holds(material.names[n]!.within))
      .map(({ written }) => written),
    coverage: parts.coverage(memory),
    words: parts.words(memory),
    neighbours: parts.neighbours(memory),
    session: parts.session(memory),
    meaning: parts.meaning(memory),
    ...(parts.similarity && { similarity: parts.similarity(memory) }),
    factors: Object.fromEntries(factors),
  };
}

/** How the terms of the query are in one memory. */
export function matchedTerms(
  memory: number,
  query: AnalyzedQuery,
  material: SearchMaterial,
  memories: MemoryColumns,
  { weights, named }: Pick<Parts, 'weights' | 'named'>,
): MatchedTerm[] {
  const holds = (passages: Int32Array) => isAmong(passages, memory, memories);
  return query.terms.flatMap(({ term, written, related }, t): MatchedTerm[] => {
    const { found, forms, occurrences } = material.terms[t]!;
    const word = written[0] ?? term;
    const weight = weights.idf[t]!;
    if (holds(occurrences.passages)) {
      const isItself = found.some((one) => forms.includes(one));
      const isOfScript = found.every((one) => isAscii(one) !== isAscii(term));
      return [{ term, word, found, by: isItself ? 'word' : isOfScript ? 'script' : 'typo', weight }];
    }
    if (named.has(t)) return [];
    const [best] = livingSubstitutes(t, material, weights)
      .filter((one) => holds(one.occurrences.passages))
      .sort((a, b) => b.worth - a.worth);
    if (best === undefined) return [];
    const by = related.includes(best.term) ? 'lexicon' : 'beginning';
    return [{ term, word, found: [best.term], by, weight: best.worth }];
  });
}

/** Whether one of these ascending passages is of the memory, whose passages stand next to each other. */
function isAmong(passages: Int32Array, memory: number, { firstPassage, endPassage }: MemoryColumns): boolean {
  const at = firstFrom(passages, firstPassage[memory]!, 0);
  return at < passages.length && passages[at]! < endPassage[memory]!;
}

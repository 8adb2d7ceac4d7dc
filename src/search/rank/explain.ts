import type { AnalyzedQuery, SearchMaterial } from '../../domain/search-store.ts';
import type { MemoryTable } from './memories.ts';
import type { Weights } from './statistics.ts';

/** What led to a memory's lexical score: turn = own + neighbours, then the session's share and the factor for its time. */
export interface Explanation {
  readonly exact: boolean;
  /** The query's terms that stand in the memory, with what stood in for a term and what it weighs. */
  readonly terms: readonly { readonly term: string; readonly found: readonly string[]; readonly weight: number }[];
  /** Share of the query's weight that the best passage covers. */
  readonly coverage: number;
  /** The best passage by BM25, coverage and proximity. */
  readonly passage: number;
  readonly neighbours: number;
  readonly session: number;
  readonly time: number;
}

/** The columns that the parts of a score stand in, by memory. */
export interface Parts {
  readonly weights: Weights;
  readonly own: Float64Array;
  readonly covered: Float64Array;
  readonly support: Float64Array;
  readonly session: Float64Array;
  readonly factor: ((memory: number) => number) | undefined;
}

export function explainer(
  query: AnalyzedQuery,
  material: SearchMaterial,
  memories: MemoryTable,
  parts: Parts,
): (memory: number, exact: boolean) => Explanation {
  return (memory, exact) => ({
    exact,
    terms: query.terms.flatMap(({ term }, t) => {
      const { found, occurrences } = material.terms[t]!;
      const holds = occurrences.passages.some((passage) => memories.ofPassage[passage] === memory);
      return holds ? [{ term, found, weight: parts.weights.idf[t]! }] : [];
    }),
    coverage: parts.covered[memory]!,
    passage: parts.own[memory]!,
    neighbours: parts.support[memory]!,
    session: parts.session[memory]!,
    time: parts.factor?.(memory) ?? 1,
  });
}

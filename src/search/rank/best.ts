import type { AnalyzedQuery } from '../../domain/stores/search.ts';
import { largest } from './largest.ts';
import type { MemoryColumns, MemoryTable } from './memories.ts';

/** How many of the matches are wanted. */
export interface Wanted {
  readonly limit: number;
  /** Further ones: those with at least `share` of the last one's score, at most `most` of them. */
  readonly further?: { readonly share: number; readonly most: number } | undefined;
}

interface Scores {
  readonly score: Float64Array;
  readonly memories: { readonly memoryNo: Int32Array };
  /** The memory that is the query's exact text; negative: none. */
  readonly exact: number;
}

/** The best, and before them the exact text with any score. */
export function best({ score, memories, exact }: Scores, { limit, further }: Wanted): number[] {
  const all = largest({ values: score, numbers: memories.memoryNo }, limit + (further?.most ?? 0));
  const ordered = exact < 0 ? all : [exact, ...all.filter((m) => m !== exact)];
  const least = (score[ordered[limit - 1] ?? 0] ?? 0) * (further?.share ?? 1);
  return ordered.filter((m, i) => i < limit || (further && score[m]! >= least));
}

/** The first memory with the query's fingerprint as its whole text; -1 when there is none. */
export function findExact(
  query: AnalyzedQuery,
  memories: MemoryTable,
  allowed: ReadonlySet<number> | undefined,
): number {
  const { count, fingerprint, memoryNo } = memories;
  let exact = -1;
  for (
    let m = fingerprint.indexOf(query.fingerprint);
    m >= 0 && m < count;
    m = fingerprint.indexOf(query.fingerprint, m + 1)
  ) {
    if (allowed?.has(memoryNo[m]!) === false) continue;
    if (exact < 0 || memoryNo[m]! < memoryNo[exact]!) exact = m;
  }
  return exact;
}

/** Clears the scores of excluded memories and counts the others. */
export function keepMatches(
  score: Float64Array,
  memories: MemoryColumns,
  allowed: ReadonlySet<number> | undefined,
  exact: number,
  least: number,
): number {
  let total = 0;
  for (let m = 0; m < score.length; m++) {
    if (score[m] === 0 && m !== exact) continue;
    const isAllowed = allowed === undefined || allowed.has(memories.memoryNo[m]!);
    if (isAllowed && (score[m]! >= least || m === exact)) total++;
    else score[m] = 0;
  }
  return total;
}

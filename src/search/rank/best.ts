import { largest } from './largest.ts';

/** How many of the matches are wanted. */
export interface Wanted {
  readonly limit: number;
  /** Further ones of at least this share of the last one's score, at most so many. */
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

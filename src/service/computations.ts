import type { Computation } from './computed.ts';
import { askRules, findFor } from './extraction/ask-extractor.ts';
import { computePieces } from './files/import-pieces.ts';
import { findStale } from './health.ts';
import { searchAll } from './retrieval/search-all.ts';

/** The parts of operations that run in threads. */
export const computations: readonly Computation[] = [askRules, findFor, computePieces, searchAll, findStale].map(
  ({ computation }) => computation,
);

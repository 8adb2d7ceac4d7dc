import type { Computation } from './computed.ts';
import { askRules, findFor } from './extraction/ask-extractor.ts';
import { computePieces } from './files/import-pieces.ts';

/** The parts of operations that run in threads. */
export const computations: readonly Computation[] = [askRules, findFor, computePieces].map(
  ({ computation }) => computation,
);

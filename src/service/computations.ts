import type { Computation } from './computed.ts';
import { askRules, findFor } from './extraction/ask-extractor.ts';
import { computePieces } from './files/import-pieces.ts';

/** The parts of operations that run in threads, by name. */
export const computations: ReadonlyMap<string, Computation> = new Map(
  [askRules, findFor, computePieces].map(({ computation }) => [computation.name, computation]),
);

import { memoryNotFound } from '../../domain/memory.ts';
import type { Via } from '../../domain/principal.ts';
import type {
  NewRecall,
  Rating,
  Recall,
  RecalledMemory,
  RecallKind,
  RecallPlace,
} from '../../domain/stores/recalls.ts';

/** A row of `recalls` with the id of its character. */
export interface RecallRow {
  no: number;
  character_id: string;
  at: number;
  made_by: string;
  via: Via;
  kind: RecallKind;
  query: string;
  /** JSON of RecalledMemory[]. */
  results: string;
  rating: Rating | null;
}

export const recallColumns = `recalls.no, characters.id AS character_id, recalls.at, recalls.made_by, recalls.via,
  recalls.kind, recalls.query, recalls.results, recalls.rating`;

/** at, made_by, via, kind, query, results, given. */
type RecallValues = readonly [number, string, string, string, string, string, number];

export function recallValues({ at, by, via, kind, query, results }: NewRecall): RecallValues {
  return [at, by, via, kind, query, JSON.stringify(results), results.length];
}

export function toRecall(row: RecallRow): Recall {
  return {
    no: row.no,
    characterId: row.character_id,
    at: row.at,
    by: row.made_by,
    via: row.via,
    kind: row.kind,
    query: row.query,
    results: JSON.parse(row.results) as RecalledMemory[],
    ...(row.rating !== null && { rating: row.rating }),
  };
}

/** What is below it is older than `place`: at, no. */
export function recallBound(place: RecallPlace | undefined): [at: number, no: number] {
  return place ? [place.at, place.no] : [Number.MAX_SAFE_INTEGER, 0];
}

/** The recall as it is rated. MemoryNotFound when the memory is none of those that were given. */
export function rated(recall: Recall, rating: Rating, memoryId: string | undefined): Recall {
  if (memoryId === undefined) return { ...recall, rating };
  if (!recall.results.some((one) => one.memoryId === memoryId)) throw memoryNotFound(memoryId);
  const results = recall.results.map((one) => (one.memoryId === memoryId ? { ...one, rating } : one));
  return { ...recall, results };
}

/** How many old ones go with one unit of a hook. */
export const forgottenAtOnce = 100;

/** Recalls of one day, counted from the epoch. */
export interface RecallDayRow {
  day: number;
  recalls: number;
  empty: number;
}

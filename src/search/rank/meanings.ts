import type { PassageTable } from '../../domain/stores/search.ts';
import { atLengthOne, MEANING_SIZE } from '../meaning/word-table.ts';
import { RANKING } from '../parameters.ts';
import { describeRows, inSteps, multiplyRows, rowsAt } from '../vectors/rows.ts';
import { integersAt, type MemoryTable } from './memories.ts';
import { firstFrom } from './sorted.ts';
import { Tally } from './tally.ts';

/** The common meaning of a character's memories. */
export interface Meanings {
  /** The mean vector of the memories with a meaning: a common part carries no information. */
  readonly mean: Float64Array;
  /** For each memory the length of its vector without the mean; 0 without a meaning. */
  readonly length: Float64Array;
}

/** A character's memories with their vectors. */
export interface MeantMemories {
  readonly passages: PassageTable;
  readonly memories: MemoryTable;
  readonly meanings: () => Meanings;
}

export function describeMeanings(passages: PassageTable, { count, firstPassage }: MemoryTable): Meanings {
  const rows = wholeOf(passages);
  const { sums, squares } = describeRows(rows, MEANING_SIZE);
  const length = new Float64Array(count);
  let meant = 0;
  for (let m = 0; m < count; m++) {
    length[m] = squares[firstPassage[m]!]! / (SCALE * SCALE);
    if (length[m]! > 0) meant++;
  }
  const mean = Float64Array.from(sums, (sum) => sum / SCALE / (meant || 1));
  const square = dot(mean, mean);
  const steps = inSteps(mean);
  const products = multiplyRows(steps, rows);
  for (let m = 0; m < count; m++) {
    if (length[m] === 0) continue;
    const shared = (products[firstPassage[m]!]! * steps.step) / SCALE;
    length[m] = Math.sqrt(Math.max(0, length[m]! - 2 * shared + square));
  }
  return { mean, length };
}

/** How near memories are in meaning to a query. */
export interface Likeness {
  /** By place: the standard deviations above the mean of those that are, and their cosines. Borrowed: release it. */
  readonly above: Tally;
  /** The cosine of both without the character's mean; NaN for a memory that means nothing or was not compared. */
  readonly cosineOf: (place: number) => number;
}

/**
 * Compares the query with all memories, or with some; undefined when the query has no meaning.
 * @param some their places, ascending
 */
export function likenessOf(
  query: Float64Array | undefined,
  { passages, memories, meanings }: MeantMemories,
  some?: Int32Array,
): Likeness | undefined {
  if (query === undefined) return undefined;
  const { mean: common, length } = meanings();
  const asked = atLengthOne(query.map((part, i) => part - common[i]!));
  const base = dot(asked, common);
  const steps = inSteps(asked);
  const products = multiplyRows(steps, some ? meaningsOf(some, passages, memories) : wholeOf(passages));
  const { firstPassage } = memories;
  const cosineAt = (place: number, row: number) => ((products[row]! * steps.step) / SCALE - base) / length[place]!;
  const count = some?.length ?? memories.count;
  const known = new Float64Array(count);
  let compared = 0;
  for (let i = 0; i < count; i++) {
    const place = some ? some[i]! : i;
    if (length[place] !== 0) known[compared++] = cosineAt(place, some ? i : firstPassage[place]!);
  }
  const { mean, deviation } = usualCosines(known.subarray(0, compared), RANKING.meaning.prior);
  const above = Tally.borrow(memories.count);
  for (let i = 0, at = 0; i < count; i++) {
    const place = some ? some[i]! : i;
    if (length[place] === 0) continue;
    const cosine = known[at++]!;
    if (cosine > mean) above.set(place, (cosine - mean) / deviation, cosine);
  }
  const rowOf = (place: number) => {
    if (some === undefined) return firstPassage[place]!;
    const at = firstFrom(some, place, 0);
    return some[at] === place ? at : -1;
  };
  return {
    above,
    cosineOf: (place) => {
      const row = rowOf(place);
      return row < 0 || length[place] === 0 ? Number.NaN : cosineAt(place, row);
    },
  };
}

/** Mean and standard deviation, with a prior for few cosines. */
export function usualCosines(
  cosines: ArrayLike<number>,
  prior: { readonly least: number; readonly mean: number; readonly deviation: number },
): { mean: number; deviation: number } {
  const count = Math.max(0, prior.least - cosines.length);
  let sum = count * prior.mean;
  let squares = count * (prior.mean * prior.mean + prior.deviation * prior.deviation);
  for (let i = 0; i < cosines.length; i++) {
    const cosine = cosines[i]!;
    sum += cosine;
    squares += cosine * cosine;
  }
  const n = count + cosines.length;
  const mean = sum / n;
  return { mean, deviation: Math.sqrt(Math.max(1e-9, squares / n - mean * mean)) };
}

const wholeOf = ({ meaning, count }: PassageTable) => meaning.subarray(0, count * MEANING_SIZE);

function meaningsOf(some: Int32Array, { meaning }: PassageTable, { firstPassage }: MemoryTable): Int8Array {
  return rowsAt(meaning, MEANING_SIZE, integersAt(firstPassage, some));
}

/** The numbers of a packed vector are multiplied by this. */
const SCALE = 127;

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

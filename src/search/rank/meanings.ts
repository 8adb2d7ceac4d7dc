import type { PassageTable } from '../../domain/stores/search.ts';
import { atLengthOne, MEANING_SIZE } from '../meaning/word-table.ts';
import { RANKING } from '../parameters.ts';
import { describeRows, inSteps, multiplyRows } from '../vectors/rows.ts';
import { someLargest } from './largest.ts';
import type { MemoryTable } from './memories.ts';

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

/**
 * The similarity of each memory to the query: the cosine of both without the character's mean, NaN for a memory without
 * a meaning; of a large character only memories with the best scores. Undefined when the query has no meaning.
 */
export function likenessOf(
  query: Float64Array | undefined,
  { passages, memories, meanings }: MeantMemories,
  score: Float64Array,
): Float64Array | undefined {
  if (query === undefined) return undefined;
  const { mean, length } = meanings();
  const likeness = new Float64Array(memories.count).fill(Number.NaN);
  const asked = atLengthOne(query.map((part, i) => part - mean[i]!));
  const base = dot(asked, mean);
  const steps = inSteps(asked);
  const { wholeUpTo, candidates } = RANKING.meaning;
  const isLarge = memories.count > wholeUpTo;
  const some = isLarge ? someLargest({ values: score, numbers: memories.memoryNo }, candidates) : undefined;
  const products = multiplyRows(steps, some ? meaningsOf(some, passages, memories) : wholeOf(passages));
  const compared = some?.length ?? memories.count;
  for (let i = 0; i < compared; i++) {
    const m = some ? some[i]! : i;
    const product = products[some ? i : memories.firstPassage[m]!]!;
    if (length[m] !== 0) likeness[m] = ((product * steps.step) / SCALE - base) / length[m]!;
  }
  return likeness;
}

const wholeOf = ({ meaning, count }: PassageTable) => meaning.subarray(0, count * MEANING_SIZE);

function meaningsOf(some: readonly number[], { meaning }: PassageTable, { firstPassage }: MemoryTable): Int8Array {
  const rows = new Int8Array(some.length * MEANING_SIZE);
  for (const [i, m] of some.entries()) {
    const from = firstPassage[m]! * MEANING_SIZE;
    rows.set(meaning.subarray(from, from + MEANING_SIZE), i * MEANING_SIZE);
  }
  return rows;
}

/** The numbers of a packed vector are multiplied by this. */
const SCALE = 127;

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

import type { PassageTable } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import { firstFrom } from './sorted.ts';

/** The memories of a passage table, numbered in its order. */
export interface MemoryTable {
  readonly count: number;
  readonly memoryNo: Int32Array;
  readonly session: Int32Array;
  readonly minute: Int32Array;
  /** Words in the whole memory. */
  readonly length: Int32Array | Uint8Array;
  readonly fingerprint: Int32Array;
  readonly lead: Int32Array;
  readonly traits: Uint8Array;
  /** The first passage of each memory. */
  readonly firstPassage: Int32Array;
  /** The memory of each passage. */
  readonly ofPassage: Int32Array;
}

export function groupMemories(passages: PassageTable): MemoryTable {
  const { count, memoryNo } = passages;
  const firstPassage = new Int32Array(count);
  const ofPassage = new Int32Array(count);
  let memories = 0;
  for (let i = 0; i < count; i++) {
    if (i === 0 || memoryNo[i] !== memoryNo[i - 1]) firstPassage[memories++] = i;
    ofPassage[i] = memories - 1;
  }
  const whole = { count: memories, firstPassage, ofPassage };
  // Short notes have one passage each, so the passages' columns are the memories' columns.
  if (memories === count) return { ...passages, ...whole };
  const ofFirst = <Column extends Int32Array | Uint8Array>(column: Column, into: Column) => {
    for (let m = 0; m < memories; m++) into[m] = column[firstPassage[m]!]!;
    return into;
  };
  const length = new Int32Array(memories);
  for (let i = 0; i < count; i++) length[ofPassage[i]!]! += passages.length[i]!;
  return {
    ...whole,
    length,
    memoryNo: ofFirst(memoryNo, new Int32Array(memories)),
    session: ofFirst(passages.session, new Int32Array(memories)),
    minute: ofFirst(passages.minute, new Int32Array(memories)),
    fingerprint: ofFirst(passages.fingerprint, new Int32Array(memories)),
    lead: ofFirst(passages.lead, new Int32Array(memories)),
    traits: ofFirst(passages.traits, new Uint8Array(memories)),
  };
}

/** Finds the place of a memory by its number; -1 where the table does not have it. */
export function placesOf({ memoryNo, count }: MemoryTable): (number: number) => number {
  const given = memoryNo.subarray(0, count);
  // Memories that were indexed again are behind younger ones.
  const isAscending = given.every((number, m) => m === 0 || number > given[m - 1]!);
  const order = isAscending ? undefined : given.map((_, m) => m).sort((a, b) => given[a]! - given[b]!);
  const numbers = order?.map((m) => given[m]!) ?? given;
  return (number) => {
    const at = firstFrom(numbers, number, 0);
    return numbers[at] === number ? (order?.[at] ?? at) : -1;
  };
}

/** The best value among each memory's passages. Where each has one, these are the given values themselves. */
export function bestPassages(memories: MemoryTable, passageValues: Float64Array): Float64Array {
  if (memories.count === passageValues.length) return passageValues;
  const best = new Float64Array(memories.count);
  for (let i = 0; i < passageValues.length; i++) {
    const value = passageValues[i]!;
    if (value > 0 && value > best[memories.ofPassage[i]!]!) best[memories.ofPassage[i]!] = value;
  }
  return best;
}

/** A memory's score is that of its best passage plus half of the others': at most double. */
export function scoreOfPassages(memories: MemoryTable, score: Float64Array): Float64Array {
  const best = bestPassages(memories, score);
  if (best === score) return score;
  const { others, most } = RANKING.passages;
  const sum = new Float64Array(memories.count);
  for (let i = 0; i < score.length; i++) if (score[i]! > 0) sum[memories.ofPassage[i]!]! += score[i]!;
  for (let m = 0; m < sum.length; m++) sum[m] = best[m]! + Math.min(most * best[m]!, others * (sum[m]! - best[m]!));
  return sum;
}

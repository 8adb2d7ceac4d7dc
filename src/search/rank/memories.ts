import type { PassageTable } from '../../domain/stores/search.ts';
import { firstFrom } from './sorted.ts';

/** Some memories of a passage table, in columns. */
export interface MemoryColumns {
  readonly count: number;
  readonly memoryNo: Int32Array;
  readonly minute: Int32Array;
  readonly lead: Int32Array;
  readonly traits: Uint8Array;
  /** The passages of each memory stand next to each other: its first one, and the one after its last. */
  readonly firstPassage: Int32Array;
  readonly endPassage: Int32Array;
}

/** All memories of a passage table, numbered in its order. */
export interface MemoryTable extends MemoryColumns {
  readonly session: Int32Array;
  /** Words in the whole memory. */
  readonly length: Int32Array | Uint8Array;
  readonly fingerprint: Int32Array;
  /** The memory of each passage. */
  readonly ofPassage: Int32Array;
}

export function groupMemories(passages: PassageTable): MemoryTable {
  const { count, memoryNo } = passages;
  const starts = new Int32Array(count + 1);
  const ofPassage = new Int32Array(count);
  let memories = 0;
  for (let i = 0; i < count; i++) {
    if (i === 0 || memoryNo[i] !== memoryNo[i - 1]) starts[memories++] = i;
    ofPassage[i] = memories - 1;
  }
  starts[memories] = count;
  const firstPassage = starts.subarray(0, memories);
  const whole = { count: memories, firstPassage, endPassage: starts.subarray(1, memories + 1), ofPassage };
  // Short notes have one passage each, so the passages' columns are the memories' columns.
  if (memories === count) return { ...passages, ...whole };
  const traits = new Uint8Array(memories);
  for (let m = 0; m < memories; m++) traits[m] = passages.traits[firstPassage[m]!]!;
  const length = new Int32Array(memories);
  for (let i = 0; i < count; i++) length[ofPassage[i]!]! += passages.length[i]!;
  return {
    ...whole,
    length,
    memoryNo: integersAt(memoryNo, firstPassage),
    session: integersAt(passages.session, firstPassage),
    minute: integersAt(passages.minute, firstPassage),
    fingerprint: integersAt(passages.fingerprint, firstPassage),
    lead: integersAt(passages.lead, firstPassage),
    traits,
  };
}

/** The integers of a column at some places. */
export function integersAt(column: Int32Array, places: Int32Array): Int32Array {
  const values = new Int32Array(places.length);
  for (let i = 0; i < places.length; i++) values[i] = column[places[i]!]!;
  return values;
}

/** The numbers of a column at some places. */
export function numbersAt(column: Float64Array, places: Int32Array): Float64Array {
  const values = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) values[i] = column[places[i]!]!;
  return values;
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

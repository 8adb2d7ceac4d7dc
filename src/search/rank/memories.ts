import type { PassageTable } from '../../domain/search-store.ts';

/** The memories behind a passage table, numbered in its order. */
export interface MemoryTable {
  readonly count: number;
  readonly memoryNo: Int32Array;
  readonly session: Int32Array;
  readonly minute: Int32Array;
  /** Words in the whole memory. */
  readonly length: Int32Array;
  readonly fingerprint: Int32Array;
  readonly lead: Int32Array;
  readonly traits: Uint8Array;
  /** The first passage of each memory. */
  readonly firstPassage: Int32Array;
  /** The memory of each passage. */
  readonly ofPassage: Int32Array;
}

export function groupMemories(passages: PassageTable): MemoryTable {
  const table = {
    memoryNo: new Int32Array(passages.count),
    session: new Int32Array(passages.count),
    minute: new Int32Array(passages.count),
    length: new Int32Array(passages.count),
    fingerprint: new Int32Array(passages.count),
    lead: new Int32Array(passages.count),
    traits: new Uint8Array(passages.count),
    firstPassage: new Int32Array(passages.count),
    ofPassage: new Int32Array(passages.count),
  };
  let memory = -1;
  for (let i = 0; i < passages.count; i++) {
    if (i === 0 || passages.memoryNo[i] !== passages.memoryNo[i - 1]) {
      memory++;
      table.memoryNo[memory] = passages.memoryNo[i]!;
      table.session[memory] = passages.session[i]!;
      table.minute[memory] = passages.minute[i]!;
      table.fingerprint[memory] = passages.fingerprint[i]!;
      table.lead[memory] = passages.lead[i]!;
      table.traits[memory] = passages.traits[i]!;
      table.firstPassage[memory] = i;
    }
    table.length[memory]! += passages.length[i]!;
    table.ofPassage[i] = memory;
  }
  return { count: memory + 1, ...table };
}

/** A memory scores as its best passage. Where each has one, these are the given values themselves. */
export function bestPassages(memories: MemoryTable, passageValues: Float64Array): Float64Array {
  if (memories.count === passageValues.length) return passageValues;
  const best = new Float64Array(memories.count);
  for (let i = 0; i < passageValues.length; i++) {
    const memory = memories.ofPassage[i]!;
    if (passageValues[i]! > best[memory]!) best[memory] = passageValues[i]!;
  }
  return best;
}

import type { SearchMaterial } from '../../domain/stores/search.ts';
import { RANKING } from '../parameters.ts';
import type { MemoryTable } from './memories.ts';
import { idf } from './statistics.ts';

/** The sessions of a character, numbered from 0; a memory of no session has -1. */
export interface SessionTable {
  readonly count: number;
  readonly ofMemory: Int32Array;
  /** Words of each. */
  readonly length: Float64Array;
  /** Words of a session on average. */
  readonly average: number;
  /** Memories of each. */
  readonly members: Int32Array;
}

export function groupSessions(memories: MemoryTable): SessionTable {
  const ofMemory = new Int32Array(memories.count).fill(-1);
  const numbers = new Map<number, number>();
  let last = 0;
  let lastNumber = -1;
  for (let m = 0; m < memories.count; m++) {
    const session = memories.session[m]!;
    if (session === 0) continue;
    if (session !== last) {
      last = session;
      lastNumber = numbers.get(session) ?? numbers.size;
      numbers.set(session, lastNumber);
    }
    ofMemory[m] = lastNumber;
  }
  const length = new Float64Array(numbers.size);
  const members = new Int32Array(numbers.size);
  for (let m = 0; m < memories.count; m++) {
    const session = ofMemory[m]!;
    if (session < 0) continue;
    length[session]! += memories.length[m]!;
    members[session]!++;
  }
  const average = Math.max(1, length.reduce((sum, one) => sum + one, 0) / numbers.size);
  return { count: numbers.size, ofMemory, length, average, members };
}

/** BM25 of each session taken as one document: the topic of a conversation. With a single session it is zero. */
export function scoreSessions(
  material: SearchMaterial,
  memories: MemoryTable,
  sessions: SessionTable,
  known: Float64Array,
): Float64Array {
  const score = new Float64Array(sessions.count);
  if (sessions.count < 2) return score;
  const { length, average } = sessions;
  const { k1, b } = RANKING.session;
  const frequency = new Float64Array(sessions.count);
  material.terms.forEach(({ occurrences: { passages, starts } }, t) => {
    if (known[t] === 0) return;
    const holding: number[] = [];
    for (let i = 0; i < passages.length; i++) {
      const session = sessions.ofMemory[memories.ofPassage[passages[i]!]!]!;
      if (session < 0) continue;
      if (frequency[session] === 0) holding.push(session);
      frequency[session]! += starts[i + 1]! - starts[i]!;
    }
    const weight = idf(holding.length, sessions.count);
    for (const s of holding) {
      const f = frequency[s]!;
      score[s]! += (weight * f * (k1 + 1)) / (f + k1 * (1 - b + (b * length[s]!) / average));
      frequency[s] = 0;
    }
  });
  return score;
}

import type { IndexEntry, IndexedPassage } from '../../domain/search-store.ts';
import { analyzeMemory } from '../text/analyze-memory.ts';
import { fingerprint, hash } from '../text/fingerprint.ts';
import type { PassageRecord } from './passage-records.ts';

/** A passage as the index keeps it. */
export interface StoredPassage {
  readonly record: PassageRecord;
  readonly terms: IndexedPassage['terms'];
}

/** Minutes are kept in 32 bits: times more than 4,083 years from 1970 count as being that far. */
const FAR = 2 ** 31 - 1;

/** A memory as the index keeps it: its passages stay together. */
export type StoredMemory = readonly StoredPassage[];

export function analyzed({ memoryNo, content, sessionId, occurredAt }: IndexEntry): StoredMemory {
  const session = sessionId === undefined ? 0 : hash(sessionId);
  const minute = Math.max(-FAR, Math.min(FAR, Math.floor(occurredAt / 60_000)));
  return analyzeMemory(content).map(({ length, terms }, i) => ({
    record: { memoryNo, length, session, minute, fingerprint: i === 0 ? fingerprint(content) : 0 },
    terms,
  }));
}

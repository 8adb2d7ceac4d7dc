import { type Layout, recordCodec } from './record-codec.ts';

/** The memory number of a retired passage. */
export const RETIRED = 0;

/** What the index keeps of a passage beside its terms. */
export interface PassageRecord {
  readonly memoryNo: number;
  /** Words. */
  readonly length: number;
  /** A number for the session the memory came from; 0 when it came from none. */
  readonly session: number;
  /** Minutes since 1970. */
  readonly minute: number;
  /** The fingerprint of the memory's whole text, on its first passage; 0 on the others. */
  readonly fingerprint: number;
  /** A number for the word that the memory begins with, on its first passage; 0 on the others. */
  readonly lead: number;
  /** Bits of `TRAIT`, on the memory's first passage; 0 on the others. */
  readonly traits: number;
}

/** Every layout that stores may hold; the last is the one that is written. */
const LAYOUTS: readonly [Layout<keyof PassageRecord>, ...Layout<keyof PassageRecord>[]] = [
  { version: 1, fields: ['memoryNo', 'length', 'session', 'minute', 'fingerprint'] },
  { version: 2, fields: ['memoryNo', 'length', 'session', 'minute', 'fingerprint', 'lead', 'traits'] },
];

export const passageRecords = recordCodec(LAYOUTS);

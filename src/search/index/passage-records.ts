import { MEANING_SIZE } from '../meaning/word-table.ts';
import { type Layout, recordCodec } from './record-codec.ts';

/** The memory number of a retired passage. */
export const RETIRED = 0;

/** The data of a passage in the index, without its terms. */
export interface PassageFacts {
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

export interface PassageRecord extends PassageFacts {
  /** The bytes of the memory's meaning, on its first passage, four to an integer; zeros on the others. */
  readonly meaning: Int32Array;
}

const FACTS = (['memoryNo', 'length', 'session', 'minute', 'fingerprint'] as const).map((field) => [field, 1] as const);
const FORM = [...FACTS, ['lead', 1], ['traits', 1]] as const;
/** The bytes of an earlier table of words: not read, because its numbers mean something else. */
const EARLIER = [...FORM, ['meaning64', 16]] as const;
const ALL = [...FORM, ['meaning', MEANING_SIZE / 4]] as const;

/** Every layout that stores may have; the last is the one that is written. */
const LAYOUTS: readonly [...Layout<string>[], Layout<keyof PassageRecord>] = [
  { version: 1, fields: FACTS, inColumns: false },
  { version: 2, fields: EARLIER, inColumns: false },
  { version: 3, fields: EARLIER, inColumns: true },
  { version: 4, fields: ALL, inColumns: true },
];

export const passageRecords = recordCodec<PassageRecord>(LAYOUTS);

import { MEANING_SIZE } from '../meaning/word-table.ts';
import { type Layout, recordCodec } from './record-codec.ts';

/** The memory number of a retired passage. */
export const RETIRED = 0;

/** What the index keeps of a passage beside its terms. */
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

/** The bytes of a memory's meaning, on its first passage, four to a field; 0 on the others. */
export const MEANING_FIELDS = Array.from({ length: MEANING_SIZE / 4 }, (_, i) => `meaning${i}` as const);
type MeaningField = (typeof MEANING_FIELDS)[number];

export type PassageRecord = PassageFacts & Readonly<Record<MeaningField, number>>;

const FACTS = ['memoryNo', 'length', 'session', 'minute', 'fingerprint'] as const;

/** Every layout that stores may hold; the last is the one that is written. */
const LAYOUTS: readonly [Layout<keyof PassageRecord>, ...Layout<keyof PassageRecord>[]] = [
  { version: 1, fields: FACTS },
  { version: 2, fields: [...FACTS, 'lead', 'traits', ...MEANING_FIELDS] },
];

export const passageRecords = recordCodec(LAYOUTS);

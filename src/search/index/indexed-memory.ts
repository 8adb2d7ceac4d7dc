import { packMeaning } from '../meaning/meaning.ts';
import { MEANING_SIZE } from '../meaning/word-table.ts';
import { analyzeMemory } from '../text/analyze-memory.ts';
import { fingerprint, hash } from '../text/fingerprint.ts';
import { detectLanguage } from '../text/languages/detect.ts';
import { NO_LANGUAGE } from '../text/languages/languages.ts';
import { traitsOf } from '../text/traits.ts';
import type { PassageRecord } from './passage-records.ts';

/** The input for indexing one memory. */
export interface IndexEntry {
  readonly characterNo: number;
  readonly memoryNo: number;
  readonly content: string;
  readonly sessionId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  /** It is a message of a conversation, and not a piece of a file or an import. */
  readonly said: boolean;
}

/** A passage as the index keeps it. */
export interface IndexedPassage {
  readonly record: PassageRecord;
  /** Term → ascending word positions, below 128. */
  readonly terms: ReadonlyMap<string, readonly number[]>;
}

/** A memory as the index keeps it: its passages stay together. */
export type IndexedMemory = readonly IndexedPassage[];

/** Minutes are 32-bit integers: times more than 4,083 years from 1970 are clamped. */
const FAR = 2 ** 31 - 1;

/** The fields of a whole memory, in the record of its first passage. */
function wholeOf(content: string, terms: IndexedPassage['terms'], said: boolean, language: number) {
  return {
    fingerprint: fingerprint(content),
    ...traitsOf(content, terms, said, language),
    // The table has only English words; in another language the same spelling means something else.
    meaning: language === NO_LANGUAGE ? new Int32Array(packMeaning(content).buffer) : NO_MEANING,
  };
}

const NO_MEANING = new Int32Array(MEANING_SIZE / 4);
const NOTHING = { fingerprint: 0, lead: 0, traits: 0, meaning: NO_MEANING };

export function indexMemory(entry: IndexEntry): IndexedMemory {
  const { content, said } = entry;
  const place = placeOf(entry);
  const language = detectLanguage(content);
  return analyzeMemory(content, language).map(({ length, terms }, i) => ({
    record: { ...place, length, ...(i === 0 ? wholeOf(content, terms, said, language) : NOTHING) },
    terms,
  }));
}

/** The index entry of another memory with the same text, if there was one. */
export function indexAs(entry: IndexEntry, indexed: IndexedMemory): IndexedMemory {
  const place = placeOf(entry);
  return indexed.map(({ record, terms }) => ({ record: { ...record, ...place }, terms }));
}

/** The fields of a record that do not depend on the text. */
function placeOf({ memoryNo, sessionId, occurredAt }: IndexEntry) {
  const session = sessionId === undefined ? 0 : hash(sessionId);
  const minute = Math.max(-FAR, Math.min(FAR, Math.floor(occurredAt / 60_000)));
  return { memoryNo, session, minute };
}

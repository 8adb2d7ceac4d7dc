import type { IndexedMemory } from './indexed-memory.ts';
import { passageRecords } from './passage-records.ts';

/**
 * A memory's terms as one text: its passages divided by PASSAGE, and in each, between ENTRYs, a term, POSITIONS and a
 * sign for each position. A term is found by a plain text search for it between its two marks.
 */
const PASSAGE = '\f';
const ENTRY = '\n';
const POSITIONS = '\t';
const FIRST_POSITION = 0x30;

export function packMemory(memory: IndexedMemory): { passages: Uint8Array; terms: string } {
  return {
    passages: passageRecords.pack(memory.map(({ record }) => record)),
    terms: memory.map(({ terms }) => packTerms(terms)).join(PASSAGE),
  };
}

function packTerms(terms: ReadonlyMap<string, readonly number[]>): string {
  let text = ENTRY;
  for (const [term, positions] of terms) {
    text += term + POSITIONS + String.fromCharCode(...positions.map((p) => p + FIRST_POSITION)) + ENTRY;
  }
  return text;
}

export function unpackMemory(passages: Uint8Array, terms: string): IndexedMemory {
  const records = passageRecords.unpack(passages);
  return splitTerms(terms).map((text, i) => ({ record: records[i]!, terms: unpackTerms(text) }));
}

/** The terms of each passage. */
export function splitTerms(terms: string): string[] {
  return terms.split(PASSAGE);
}

/** The terms of a passage that begin in some way. */
export function termsBeginning(text: string, beginning: string): string[] {
  const terms: string[] = [];
  const mark = ENTRY + beginning;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    terms.push(text.slice(at + 1, text.indexOf(POSITIONS, at)));
  }
  return terms;
}

/** The terms of a passage that end in some way. */
export function termsEnding(text: string, ending: string): string[] {
  const terms: string[] = [];
  const mark = ending + POSITIONS;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    terms.push(text.slice(text.lastIndexOf(ENTRY, at) + 1, at + ending.length));
  }
  return terms;
}

function unpackTerms(text: string): Map<string, number[]> {
  const terms = new Map<string, number[]>();
  for (const entry of text.split(ENTRY)) {
    const mark = entry.lastIndexOf(POSITIONS);
    if (mark >= 0) terms.set(entry.slice(0, mark), positionsAt(entry, mark + 1, entry.length));
  }
  return terms;
}

/** Where a term stands in a passage; empty when it does not. */
export function findTerm(text: string, term: string): number[] {
  const mark = ENTRY + term + POSITIONS;
  const found = text.indexOf(mark);
  if (found < 0) return NONE;
  return positionsAt(text, found + mark.length, text.indexOf(ENTRY, found + mark.length));
}

const NONE: number[] = [];

function positionsAt(text: string, from: number, to: number): number[] {
  const positions: number[] = [];
  for (let at = from; at < to; at++) positions.push(text.charCodeAt(at) - FIRST_POSITION);
  return positions;
}

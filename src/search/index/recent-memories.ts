import type { IndexedMemory } from './indexed-memory.ts';
import { passageRecords } from './passage-records.ts';

/**
 * A memory's terms as one text: its passages divided by PASSAGE, and in each, between ENTRYs, a term, POSITIONS and a
 * sign for each position.
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

/** Calls for each term of a passage, with the part of the text that `positionsIn` reads. */
export function eachTerm(text: string, visit: (term: string, from: number, to: number) => void): void {
  for (let at = ENTRY.length; at < text.length; ) {
    const end = text.indexOf(ENTRY, at);
    const mark = text.indexOf(POSITIONS, at);
    visit(text.slice(at, mark), mark + 1, end);
    at = end + 1;
  }
}

/** Where a term is in its passage. */
export function positionsIn(text: string, from: number, to: number): number[] {
  const positions: number[] = [];
  for (let at = from; at < to; at++) positions.push(text.charCodeAt(at) - FIRST_POSITION);
  return positions;
}

function unpackTerms(text: string): Map<string, number[]> {
  const terms = new Map<string, number[]>();
  eachTerm(text, (term, from, to) => terms.set(term, positionsIn(text, from, to)));
  return terms;
}

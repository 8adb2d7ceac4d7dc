import type { IndexedPassage } from '../../../domain/search-index.ts';
import {
  appendRecords,
  countLive,
  type PassageRecord,
  packRecords,
  RECORD,
  RETIRED,
  readRecord,
  unpackRecords,
} from './passage-records.ts';
import { eachPosting, packPostings, SEGMENT_PASSAGES } from './postings.ts';
import type { Statements } from './statements.ts';

/** A passage on its way into a segment. */
export interface NewPassage {
  readonly record: PassageRecord;
  readonly terms: IndexedPassage['terms'];
}

/** Appends the passages of one memory to the character's last segment, or to a new one when they don't all fit there. */
export function appendPassages(statements: Statements, characterNo: number, added: readonly NewPassage[]): void {
  const last = statements.lastSegment.get(characterNo);
  const lastRecords = last === undefined ? new Int32Array(0) : unpackRecords(last.passages);
  const fits = lastRecords.length / RECORD.fields + added.length <= SEGMENT_PASSAGES;
  const segment = last === undefined ? 0 : fits ? last.segment : last.segment + 1;
  const records = fits ? lastRecords : new Int32Array(0);
  const first = records.length / RECORD.fields;
  const all = appendRecords(
    records,
    added.map(({ record }) => record),
  );
  const numbers = added.map(({ record }) => record.memoryNo);
  const lowest = numbers.reduce((a, b) => Math.min(a, b));
  const highest = numbers.reduce((a, b) => Math.max(a, b));
  statements.putSegment.run(characterNo, segment, lowest, highest, packRecords(all));
  for (const [term, postings] of collectPostings(added, first)) {
    statements.appendPostings.run(characterNo, segment, term, postings);
  }
}

/** Each term with its occurrences in all the passages, in the order of the table's key. */
function collectPostings(added: readonly NewPassage[], first: number): [string, Uint8Array][] {
  const collected = new Map<string, Uint8Array>();
  added.forEach(({ terms }, i) => {
    for (const [term, positions] of terms) {
      const packed = packPostings(first + i, positions);
      const before = collected.get(term);
      collected.set(term, before === undefined ? packed : Buffer.concat([before, packed]));
    }
  });
  return [...collected].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Marks a memory's passages as retired; a segment that is mostly retired passages is dissolved. */
export function retirePassages(statements: Statements, characterNo: number, memoryNo: number): void {
  for (const { segment, passages } of statements.segmentsOf.all(characterNo, memoryNo, memoryNo)) {
    const records = unpackRecords(passages);
    let retired = 0;
    for (let at = RECORD.memoryNo; at < records.length; at += RECORD.fields) {
      if (records[at] !== memoryNo) continue;
      records[at] = RETIRED;
      retired++;
    }
    if (retired === 0) continue;
    const live = countLive(records);
    const dead = records.length / RECORD.fields - live;
    if (live === 0 || (dead > live && dead >= WORTHWHILE)) dissolve(statements, characterNo, segment, records);
    else statements.setPassages.run(packRecords(records), characterNo, segment);
  }
}

/** Fewer retired passages are not worth rewriting a segment for. */
const WORTHWHILE = 64;

/** Removes a segment and appends the memories that still live in it to the character's last one. */
function dissolve(statements: Statements, characterNo: number, segment: number, records: Int32Array): void {
  const terms = new Map<number, Map<string, number[]>>();
  for (const [term, postings] of statements.segmentPostings.iterate(characterNo, segment)) {
    eachPosting(postings, (passage, position) => {
      if (records[passage * RECORD.fields + RECORD.memoryNo] === RETIRED) return;
      const ofPassage = terms.get(passage) ?? new Map<string, number[]>();
      terms.set(passage, ofPassage);
      const positions = ofPassage.get(term);
      if (positions === undefined) ofPassage.set(term, [position]);
      else positions.push(position);
    });
  }
  statements.deletePostings.run(characterNo, segment);
  statements.deleteSegment.run(characterNo, segment);
  const living: NewPassage[] = [];
  for (let passage = 0; passage * RECORD.fields < records.length; passage++) {
    const record = readRecord(records, passage);
    if (record.memoryNo !== RETIRED) living.push({ record, terms: terms.get(passage) ?? new Map() });
  }
  if (living.length > 0) appendPassages(statements, characterNo, living);
}

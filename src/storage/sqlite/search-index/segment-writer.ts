import type { StoredMemory, StoredPassage } from '../../../search/index/indexed-memory.ts';
import {
  appendRecords,
  countLive,
  type PassageRecord,
  packRecords,
  RECORD,
  RETIRED,
  readRecord,
  unpackRecords,
} from '../../../search/index/passage-records.ts';
import { eachPosting, packPostings, SEGMENT_PASSAGES } from '../../../search/index/postings.ts';
import type { Statements } from './statements.ts';

/** A segment that memories are being put into. */
interface Filling {
  readonly segment: number;
  readonly records: Int32Array;
  readonly added: StoredPassage[];
}

/** Appends memories to the character's last segment, and to new ones as they fill; each memory stays in one segment. */
export function appendMemories(statements: Statements, characterNo: number, memories: Iterable<StoredMemory>): void {
  const last = statements.lastSegment.get(characterNo);
  let filling: Filling = {
    segment: last?.segment ?? 0,
    records: last === undefined ? NO_RECORDS : unpackRecords(last.passages),
    added: [],
  };
  for (const memory of memories) {
    const used = filling.records.length / RECORD.fields + filling.added.length;
    if (used > 0 && used + memory.length > SEGMENT_PASSAGES) {
      writeSegment(statements, characterNo, filling);
      filling = { segment: filling.segment + 1, records: NO_RECORDS, added: [] };
    }
    filling.added.push(...memory);
  }
  writeSegment(statements, characterNo, filling);
}

const NO_RECORDS = new Int32Array(0);

function writeSegment(statements: Statements, characterNo: number, { segment, records, added }: Filling): void {
  if (added.length === 0) return;
  const newRecords = added.map(({ record }) => record);
  const lowest = newRecords.reduce((low, { memoryNo }) => Math.min(low, memoryNo), Number.MAX_SAFE_INTEGER);
  const highest = newRecords.reduce((high, { memoryNo }) => Math.max(high, memoryNo), 0);
  const packed = packRecords(appendRecords(records, newRecords));
  statements.putSegment.run(characterNo, segment, lowest, highest, packed);
  for (const [term, postings] of collectPostings(added, records.length / RECORD.fields)) {
    statements.appendPostings.run(characterNo, segment, term, postings);
    statements.addVocabulary.run(characterNo, term);
  }
}

/** Each term with its occurrences in all the passages, in the order of the table's key. */
function collectPostings(added: readonly StoredPassage[], first: number): [string, Uint8Array][] {
  const collected = new Map<string, Uint8Array[]>();
  added.forEach(({ terms }, i) => {
    for (const [term, positions] of terms) {
      const packed = packPostings(first + i, positions);
      const before = collected.get(term);
      if (before === undefined) collected.set(term, [packed]);
      else before.push(packed);
    }
  });
  return [...collected]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([term, parts]) => [term, parts.length === 1 ? parts[0]! : Buffer.concat(parts)]);
}

/** Marks a memory's passages as retired; a segment that is mostly retired passages is dissolved. */
export function retireMemory(statements: Statements, characterNo: number, memoryNo: number): void {
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
  const living = new Map<number, { record: PassageRecord; terms: Map<string, number[]> }>();
  for (let passage = 0; passage * RECORD.fields < records.length; passage++) {
    const record = readRecord(records, passage);
    if (record.memoryNo !== RETIRED) living.set(passage, { record, terms: new Map() });
  }
  if (living.size > 0) {
    for (const [term, postings] of statements.segmentPostings.all(characterNo, segment)) {
      eachPosting(postings, (passage, position) => {
        const terms = living.get(passage)?.terms;
        const positions = terms?.get(term);
        if (positions === undefined) terms?.set(term, [position]);
        else positions.push(position);
      });
    }
  }
  statements.deletePostings.run(characterNo, segment);
  statements.deleteSegment.run(characterNo, segment);
  appendMemories(statements, characterNo, byMemory([...living.values()]));
}

/** Passages that stand next to each other grouped by their memory. */
function byMemory(passages: readonly StoredPassage[]): StoredMemory[] {
  const memories: StoredPassage[][] = [];
  for (const passage of passages) {
    const last = memories.at(-1);
    if (last?.[0]?.record.memoryNo === passage.record.memoryNo) last.push(passage);
    else memories.push([passage]);
  }
  return memories;
}

import type { PassageTable } from '../../domain/stores/search.ts';
import { MEANING_SIZE } from '../meaning/word-table.ts';
import { type PassageRecord, passageRecords, RETIRED } from './passage-records.ts';

/** The passages of a character that are not retired, unpacked into columns. */
export class PassageColumns implements PassageTable {
  count = 0;
  readonly memoryNo: Int32Array;
  readonly length: Uint8Array;
  readonly session: Int32Array;
  readonly minute: Int32Array;
  readonly fingerprint: Int32Array;
  readonly lead: Int32Array;
  readonly traits: Uint8Array;
  readonly meaning: Int8Array;
  readonly #columns: readonly Column[];

  /** Allocates `most` passages. */
  constructor(most: number) {
    this.memoryNo = new Int32Array(most);
    this.length = new Uint8Array(most);
    this.session = new Int32Array(most);
    this.minute = new Int32Array(most);
    this.fingerprint = new Int32Array(most);
    this.lead = new Int32Array(most);
    this.traits = new Uint8Array(most);
    const meaning = new Int32Array((most * MEANING_SIZE) / 4);
    this.meaning = new Int8Array(meaning.buffer);
    const { memoryNo, length, session, minute, fingerprint, lead, traits } = this;
    const columns = { memoryNo, length, session, minute, fingerprint, lead, traits, meaning };
    this.#columns = Object.entries(columns) as Column[];
  }

  /** Adds the passages that are not retired. Returns the new number of each record, -1 for a retired one. */
  append(packed: Uint8Array): Int32Array {
    const numbers = passageRecords.column(packed, 'memoryNo');
    const rows = new Int32Array(numbers.length);
    const first = this.count;
    for (let i = 0; i < rows.length; i++) rows[i] = numbers[i] === RETIRED ? -1 : this.count++;
    const runs = livingRuns(rows);
    for (const [field, column] of this.#columns) {
      const values = passageRecords.column(packed, field);
      const width = values.length / rows.length;
      let at = first * width;
      for (const [from, to] of runs) {
        column.set(values.subarray(from * width, to * width), at);
        at += (to - from) * width;
      }
    }
    return rows;
  }
}

type Column = readonly [field: keyof PassageRecord, values: Int32Array | Uint8Array];

/** Ranges of records without a retired one, each copied as a whole: the first search has thousands of records. */
function livingRuns(rows: Int32Array): [from: number, to: number][] {
  const runs: [from: number, to: number][] = [];
  for (let from = 0; from < rows.length; ) {
    const retired = rows.indexOf(-1, from);
    const to = retired < 0 ? rows.length : retired;
    if (to > from) runs.push([from, to]);
    from = to + 1;
  }
  return runs;
}

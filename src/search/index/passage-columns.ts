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
  readonly #columns: Columns;
  /** How many passages are in the columns, which a later table may share. */
  readonly #filled: { count: number };

  /** @param columns allocated here, or those of an earlier table, behind whose passages this one goes on */
  private constructor(columns: Columns, filled = { count: 0 }) {
    this.memoryNo = columns.memoryNo;
    this.length = columns.length;
    this.session = columns.session;
    this.minute = columns.minute;
    this.fingerprint = columns.fingerprint;
    this.lead = columns.lead;
    this.traits = columns.traits;
    this.meaning = new Int8Array(columns.meaning.buffer);
    this.#columns = columns;
    this.#filled = filled;
    this.count = filled.count;
  }

  /** Allocates `most` passages. */
  static allocate(most: number): PassageColumns {
    return new PassageColumns({
      memoryNo: new Int32Array(most),
      length: new Uint8Array(most),
      session: new Int32Array(most),
      minute: new Int32Array(most),
      fingerprint: new Int32Array(most),
      lead: new Int32Array(most),
      traits: new Uint8Array(most),
      meaning: new Int32Array((most * MEANING_SIZE) / 4),
    });
  }

  /** A table with the same passages and room for so many more; undefined where its columns have none. */
  withRoomFor(more: number): PassageColumns | undefined {
    const hasRoom = this.#filled.count === this.count && this.count + more <= this.memoryNo.length;
    return hasRoom ? new PassageColumns(this.#columns, this.#filled) : undefined;
  }

  /** Adds the passages that are not retired. Returns the new number of each record, -1 for a retired one. */
  append(packed: Uint8Array): Int32Array {
    const numbers = passageRecords.column(packed, 'memoryNo');
    const rows = new Int32Array(numbers.length);
    const first = this.count;
    for (let i = 0; i < rows.length; i++) rows[i] = numbers[i] === RETIRED ? -1 : this.count++;
    const runs = livingRuns(rows);
    for (const [field, column] of Object.entries(this.#columns) as [keyof PassageRecord, Int32Array][]) {
      const values = passageRecords.column(packed, field);
      const width = values.length / rows.length;
      let at = first * width;
      for (const [from, to] of runs) {
        column.set(values.subarray(from * width, to * width), at);
        at += (to - from) * width;
      }
    }
    this.#filled.count = this.count;
    return rows;
  }
}

type Columns = Readonly<Record<Exclude<keyof PassageRecord, 'length' | 'traits'>, Int32Array>> &
  Readonly<Record<'length' | 'traits', Uint8Array>>;

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

import type { PassageTable } from '../../domain/search-store.ts';
import { MEANING_FIELDS, passageRecords, RETIRED } from './passage-records.ts';

/** The living passages of a character, gathered from packed records into columns. */
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
  readonly #meaning: Int32Array;

  /** With room for `most` passages. */
  constructor(most: number) {
    this.memoryNo = new Int32Array(most);
    this.length = new Uint8Array(most);
    this.session = new Int32Array(most);
    this.minute = new Int32Array(most);
    this.fingerprint = new Int32Array(most);
    this.lead = new Int32Array(most);
    this.traits = new Uint8Array(most);
    this.#meaning = new Int32Array(most * MEANING_FIELDS.length);
    this.meaning = new Int8Array(this.#meaning.buffer);
  }

  /** Adds the living passages and tells what each of the records is called now, -1 when it is retired. */
  append(packed: Uint8Array): Int32Array {
    const { stride, offset } = passageRecords;
    const { memoryNo: numbered, length, session, minute, fingerprint, lead, traits } = offset;
    const meaning = offset[MEANING_FIELDS[0]!]!;
    const records = passageRecords.integers(packed);
    const rows = new Int32Array(records.length / stride);
    for (let i = 0, at = 0; at < records.length; i++, at += stride) {
      const memoryNo = records[at + numbered]!;
      if (memoryNo === RETIRED) {
        rows[i] = -1;
        continue;
      }
      const row = this.count++;
      this.memoryNo[row] = memoryNo;
      this.length[row] = records[at + length]!;
      this.session[row] = records[at + session]!;
      this.minute[row] = records[at + minute]!;
      this.fingerprint[row] = records[at + fingerprint]!;
      this.lead[row] = records[at + lead]!;
      this.traits[row] = records[at + traits]!;
      for (let f = 0; f < MEANING_FIELDS.length; f++) {
        this.#meaning[row * MEANING_FIELDS.length + f] = records[at + meaning + f]!;
      }
      rows[i] = row;
    }
    return rows;
  }
}

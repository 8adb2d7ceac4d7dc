import type { PassageTable } from '../../domain/search-store.ts';
import { RECORD, RETIRED } from './passage-records.ts';

/** The living passages of a character, gathered from packed records into columns. */
export class PassageColumns implements PassageTable {
  count = 0;
  readonly memoryNo: Int32Array;
  readonly length: Uint8Array;
  readonly session: Int32Array;
  readonly minute: Int32Array;
  readonly fingerprint: Int32Array;

  constructor(most: number) {
    this.memoryNo = new Int32Array(most);
    this.length = new Uint8Array(most);
    this.session = new Int32Array(most);
    this.minute = new Int32Array(most);
    this.fingerprint = new Int32Array(most);
  }

  /** Adds the living passages and tells what each of the records is called now, -1 when it is retired. */
  append(blob: Uint8Array): Int32Array {
    const records = integers(blob);
    const rows = new Int32Array(records.length / RECORD.fields);
    for (let i = 0, at = 0; at < records.length; i++, at += RECORD.fields) {
      const memoryNo = records[at + RECORD.memoryNo]!;
      if (memoryNo === RETIRED) {
        rows[i] = -1;
        continue;
      }
      const row = this.count++;
      this.memoryNo[row] = memoryNo;
      this.length[row] = records[at + RECORD.length]!;
      this.session[row] = records[at + RECORD.session]!;
      this.minute[row] = records[at + RECORD.minute]!;
      this.fingerprint[row] = records[at + RECORD.fingerprint]!;
      rows[i] = row;
    }
    return rows;
  }
}

/** A view where the blob's place in memory allows it, else a copy. */
function integers(blob: Uint8Array): Int32Array {
  const bytes = blob.byteOffset % 4 === 0 ? blob : new Uint8Array(blob);
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** A passage's record: five 32-bit integers in the byte order of this machine's kind (little endian everywhere Node runs). */
export const RECORD = { memoryNo: 0, length: 1, session: 2, minute: 3, fingerprint: 4, fields: 5 } as const;

/** The memory number of a retired passage. */
export const RETIRED = 0;

export interface PassageRecord {
  readonly memoryNo: number;
  readonly length: number;
  readonly session: number;
  readonly minute: number;
  readonly fingerprint: number;
}

/** A segment's records as integers, strided by `RECORD.fields`; a copy, which may be changed. */
export function unpackRecords(blob: Uint8Array): Int32Array {
  const bytes = new Uint8Array(blob.byteLength);
  bytes.set(blob);
  return new Int32Array(bytes.buffer);
}

export function packRecords(records: Int32Array): Uint8Array {
  return new Uint8Array(records.buffer, records.byteOffset, records.byteLength);
}

export function appendRecords(records: Int32Array, added: readonly PassageRecord[]): Int32Array {
  const all = new Int32Array(records.length + added.length * RECORD.fields);
  all.set(records);
  added.forEach((record, i) => {
    const { memoryNo, length, session, minute, fingerprint } = record;
    all.set([memoryNo, length, session, minute, fingerprint], records.length + i * RECORD.fields);
  });
  return all;
}

export function readRecord(records: Int32Array, passage: number): PassageRecord {
  const at = passage * RECORD.fields;
  return {
    memoryNo: records[at + RECORD.memoryNo]!,
    length: records[at + RECORD.length]!,
    session: records[at + RECORD.session]!,
    minute: records[at + RECORD.minute]!,
    fingerprint: records[at + RECORD.fingerprint]!,
  };
}

export function countLive(records: Int32Array): number {
  let live = 0;
  for (let at = RECORD.memoryNo; at < records.length; at += RECORD.fields) if (records[at] !== RETIRED) live++;
  return live;
}

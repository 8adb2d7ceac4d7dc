import type {
  AnalyzedQuery,
  Occurrences,
  PassageTable,
  ReadTerm,
  SearchMaterial,
} from '../../../domain/search-index.ts';
import { repairable } from '../../../search/repair.ts';
import { RECORD, RETIRED } from './passage-records.ts';
import { readOccurrences } from './postings.ts';
import type { Statements } from './statements.ts';
import { repairTerm } from './term-repair.ts';

/** Everything about a character that ranking needs for a query. To be called within one transaction. */
export function readMaterial(statements: Statements, characterNo: number, query: AnalyzedQuery): SearchMaterial {
  const { table, rows } = readPassages(statements, characterNo);
  const read = (term: string) => readTerm(statements, characterNo, term, rows);
  const terms: ReadTerm[] = query.terms.map(({ term }) => {
    const occurrences = table.count === 0 ? NOWHERE : read(term);
    return { found: occurrences.passages.length > 0 ? [term] : [], occurrences };
  });
  if (table.count > 0) {
    for (const i of repairable(query, (index) => terms[index]!.found.length > 0)) {
      terms[i] = repairTerm(statements, characterNo, query.terms[i]!.term, read);
    }
  }
  return { passages: table, terms };
}

const NOWHERE: Occurrences = readOccurrences([]);

/** Segment → what each of its passages is called in the passage table, -1 when it is retired. */
type Rows = ReadonlyMap<number, Int32Array>;

function readTerm(statements: Statements, characterNo: number, term: string, rows: Rows): Occurrences {
  return readOccurrences(
    statements.postings.all(characterNo, term).map(([segment, bytes]) => ({ bytes, rows: rows.get(segment)! })),
  );
}

/** The living passages in columns. */
function readPassages(statements: Statements, characterNo: number): { table: PassageTable; rows: Rows } {
  const segments = statements.segments.all(characterNo);
  const most = segments.reduce((sum, [, blob]) => sum + blob.byteLength / 4 / RECORD.fields, 0);
  const memoryNo = new Int32Array(most);
  const length = new Uint8Array(most);
  const session = new Int32Array(most);
  const minute = new Int32Array(most);
  const fingerprint = new Int32Array(most);
  const rows = new Map<number, Int32Array>();
  let count = 0;
  for (const [segment, blob] of segments) {
    const records = integers(blob);
    const names = new Int32Array(records.length / RECORD.fields).fill(-1);
    for (let i = 0, at = 0; at < records.length; i++, at += RECORD.fields) {
      if (records[at + RECORD.memoryNo] === RETIRED) continue;
      memoryNo[count] = records[at + RECORD.memoryNo]!;
      length[count] = records[at + RECORD.length]!;
      session[count] = records[at + RECORD.session]!;
      minute[count] = records[at + RECORD.minute]!;
      fingerprint[count] = records[at + RECORD.fingerprint]!;
      names[i] = count++;
    }
    rows.set(segment, names);
  }
  return { table: { count, memoryNo, length, session, minute, fingerprint }, rows };
}

/** A view where the blob's place in memory allows it, else a copy. */
function integers(blob: Uint8Array): Int32Array {
  const bytes = blob.byteOffset % 4 === 0 ? blob : blob.slice();
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

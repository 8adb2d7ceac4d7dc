import { type FoundRow, kindAlone, type Sought, type TextTable, textTables } from '../../rows/user-texts.ts';
import type { Connection } from '../connection.ts';
import type { Place } from '../directory.ts';
import type { Unit } from '../unit.ts';

/** Rows that one statement reads. */
const batch = 500;

type Of = Pick<Place, 'tenantNo' | 'characterNo'>;

/** The condition for the rows of a character, with its values. */
function ownedBy({ hasTenant, owner }: TextTable, { tenantNo, characterNo }: Of): { sql: string; values: number[] } {
  const column = owner === 'itself' ? 'no' : 'character_no';
  return hasTenant
    ? { sql: `tenant_no = $1 AND ${column} = $2`, values: [tenantNo, characterNo] }
    : { sql: `${column} = $1`, values: [characterNo] };
}

/** The rows of a character that hold a text that is sought, some at a time. */
export async function eachTrace(
  db: Connection,
  of: Of,
  sought: Sought,
  found: (table: TextTable, rows: readonly FoundRow[]) => Promise<void>,
): Promise<void> {
  for (const one of textTables) {
    if (one.isLocal) continue;
    const { table, key, texts, isText, isNamed } = one;
    const { sql, values } = ownedBy(one, of);
    const select = `SELECT ${isNamed ? 'DISTINCT ' : ''}${key} AS key, ${texts.join(', ')} FROM ${table}
      WHERE ${sql} AND ${key} > $${values.length + 1} ORDER BY ${key} LIMIT ${batch}`;
    for (let after: string | number = isText ? '' : -1; ; ) {
      const rows = await db.all<Record<string, string | null> & { key: string | number }>(
        of.tenantNo,
        select,
        ...values,
        after,
      );
      const holding = rows.map((row) => sought.found(one, row));
      const some = holding.filter(({ erasures }) => erasures.length > 0);
      if (some.length > 0) await found(one, some);
      after = rows.at(-1)?.key ?? after;
      if (rows.length < batch) break;
    }
  }
}

/** Removes rows, or the names in them, inside a write unit. */
export function removeTraces(q: Unit, of: Of, one: TextTable, rows: readonly FoundRow[]): void {
  const { sql, values } = ownedBy(one, of);
  const among = `ANY($${values.length + 1}::${one.isText ? 'text' : 'bigint'}[])`;
  const keys = rows.flatMap((row) => (row.rest ? [] : row.key));
  const { table, key, isNamed } = one;
  for (const { key: no, rest } of rows) {
    if (!rest) continue;
    const set = Object.keys(rest).map((column, i) => `${column} = $${values.length + 2 + i}`);
    q.send(
      `UPDATE ${table} SET ${set.join(', ')} WHERE ${sql} AND ${key} = $${values.length + 1}`,
      ...[...values, no, ...Object.values(rest)],
    );
  }
  const remove = isNamed ? `UPDATE ${table} SET ${key} = ${kindAlone(key)}` : `DELETE FROM ${table}`;
  q.send(`${remove} WHERE ${sql} AND ${key} = ${among}`, ...values, keys);
}

/** A version of a file that holds a wanted text. */
export interface HoldingVersion {
  file_no: number;
  version: number;
  content_hash: string;
  /** Whether it is the file's present one. */
  isLatest: boolean;
  erasures: readonly string[];
}

/** As in SQLite. */
export async function holdingVersions(
  db: Connection,
  { tenantNo, characterNo }: Of,
  sought: Sought,
): Promise<HoldingVersion[]> {
  // Apart: a cluster may have one of the tables elsewhere.
  const [known, versions] = await Promise.all([
    db.all<{ no: number; id: string; version: number }>(
      tenantNo,
      'SELECT no, id::text, version FROM files WHERE character_no = $1',
      characterNo,
    ),
    db.all<Omit<HoldingVersion, 'isLatest' | 'erasures'>>(
      tenantNo,
      'SELECT file_no, version, content_hash FROM snapshots WHERE character_no = $1 ORDER BY file_no, version',
      characterNo,
    ),
  ]);
  const fileOf = new Map(known.map((row) => [row.no, row]));
  const found: HoldingVersion[] = [];
  for (const row of versions) {
    const { id = '', version: latest } = fileOf.get(row.file_no) ?? {};
    const sql = 'SELECT bytes FROM file_contents WHERE character_no = $1 AND content_hash = $2';
    const content = await db.get<{ bytes: Uint8Array }>(tenantNo, sql, characterNo, row.content_hash);
    if (!content) continue;
    const erasures = sought.inVersion(content.bytes, id);
    if (erasures.length > 0) found.push({ ...row, isLatest: row.version === latest, erasures });
  }
  return found;
}

/** Removes a version with its content; a file whose present one goes is read again when it comes next. */
export function removeVersion(
  q: Unit,
  characterNo: number,
  { file_no: no, version, content_hash: hash, isLatest }: HoldingVersion,
): void {
  q.send('DELETE FROM snapshots WHERE character_no = $1 AND file_no = $2 AND version = $3', characterNo, no, version);
  q.send(
    `DELETE FROM file_contents WHERE character_no = $1 AND content_hash = $2
       AND NOT EXISTS (SELECT 1 FROM snapshots WHERE character_no = $1 AND content_hash = $2)`,
    ...[characterNo, hash],
  );
  if (isLatest) q.send(`UPDATE files SET content_hash = '' WHERE character_no = $1 AND no = $2`, characterNo, no);
}

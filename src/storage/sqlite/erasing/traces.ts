import { yieldToOthers } from '../../../base/pace.ts';
import { type FoundRow, kindAlone, type Sought, type TextTable, textTables } from '../../rows/user-texts.ts';
import type { Connection } from '../connection.ts';

/** Rows that one short unit reads. */
const batch = 500;

const owners = {
  character: 'character_no = ?',
  session: '(SELECT character_no FROM hook_sessions WHERE hook_sessions.no = session_no) = ?',
  itself: 'no = ?',
} as const;

/** The rows of a character that hold a text that is sought, in short units. */
export async function eachTrace(
  db: Connection,
  characterNo: number,
  sought: Sought,
  found: (table: TextTable, rows: readonly FoundRow[]) => Promise<void>,
): Promise<void> {
  for (const one of textTables) {
    const { table, key, texts, isText, isNamed, owner = 'character' } = one;
    const sql = `SELECT ${isNamed ? 'DISTINCT ' : ''}${key} AS key, ${texts.join(', ')} FROM ${table}
      WHERE ${owners[owner]} AND ${key} > ? ORDER BY ${key} LIMIT ${batch}`;
    for (let after: string | number = isText ? '' : -1; ; ) {
      const rows = await db.read(() =>
        db.all<Record<string, string | null> & { key: string | number }>(sql, characterNo, after),
      );
      const holding = rows.map((row) => sought.found(one, row));
      const some = holding.filter(({ erasures }) => erasures.length > 0);
      if (some.length > 0) await found(one, some);
      after = rows.at(-1)?.key ?? after;
      if (rows.length < batch) break;
      await yieldToOthers();
    }
  }
}

/** Removes rows, or the names in them, inside a write unit. */
export function removeTraces(db: Connection, characterNo: number, one: TextTable, rows: readonly FoundRow[]): void {
  const { table, key, isNamed, owner = 'character' } = one;
  for (const { key: no, rest } of rows) {
    if (!rest) continue;
    const set = Object.keys(rest).map((column) => `${column} = ?`);
    db.run(`UPDATE ${table} SET ${set.join(', ')} WHERE ${key} = ?`, ...Object.values(rest), no);
  }
  const remove = isNamed ? `UPDATE ${table} SET ${key} = ${kindAlone(key)}` : `DELETE FROM ${table}`;
  db.run(
    `${remove} WHERE ${owners[owner]} AND ${key} IN (SELECT value FROM json_each(?))`,
    characterNo,
    JSON.stringify(rows.flatMap((row) => (row.rest ? [] : row.key))),
  );
}

/** A version of a file that holds a wanted text. */
export interface HoldingVersion {
  file_no: number;
  path: string;
  version: number;
  content_hash: string;
  /** Whether it is the file's present one. */
  isLatest: boolean;
  erasures: readonly string[];
}

interface VersionRow {
  no: number;
  file_no: number;
  id: string;
  path: string;
  version: number;
  latest: number;
  content_hash: string;
}

/** The versions of a character's files that hold a text that is sought. */
export async function holdingVersions(db: Connection, characterNo: number, sought: Sought): Promise<HoldingVersion[]> {
  const rows = await db.read(() =>
    db.all<VersionRow>(
      `SELECT file_no, files.id, path, snapshots.version, files.version AS latest, snapshots.content_hash
       FROM files CROSS JOIN snapshots ON file_no = files.no WHERE character_no = ? ORDER BY file_no, snapshots.version`,
      characterNo,
    ),
  );
  const found: HoldingVersion[] = [];
  for (const { latest, id, ...row } of rows) {
    const bytes = await db.read(
      () =>
        db.get<{ bytes: Buffer }>('SELECT bytes FROM file_contents WHERE content_hash = ?', row.content_hash)?.bytes,
    );
    if (!bytes) continue;
    const erasures = sought.inVersion(bytes, id);
    if (erasures.length === 0) continue;
    found.push({ ...row, isLatest: row.version === latest, erasures });
    await yieldToOthers(0);
  }
  return found;
}

/** Removes a version with its content; a file whose present one goes is read again when it comes next. */
export function removeVersion(
  db: Connection,
  { file_no: no, version, content_hash: hash, isLatest }: HoldingVersion,
): void {
  db.run('DELETE FROM snapshots WHERE file_no = ? AND version = ?', no, version);
  db.run(
    `DELETE FROM file_contents WHERE content_hash = @hash
       AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_hash = @hash)`,
    { hash },
  );
  if (isLatest) db.run(`UPDATE files SET content_hash = '' WHERE no = ?`, no);
}

/** The paths of watched files and folders of a character. */
export function watchedPaths(db: Connection, characterNo: number): string[] {
  return db
    .all<{ path: string }>('SELECT path FROM watches WHERE character_no = ?', characterNo)
    .map(({ path }) => path);
}

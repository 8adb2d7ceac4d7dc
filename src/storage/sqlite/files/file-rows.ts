import { fileNotFound } from '../../../domain/file.ts';
import type { Scope } from '../../../domain/principal.ts';
import type { FileRow } from '../../rows/files.ts';
import type { Connection } from '../connection.ts';
import { caller, isVisible } from '../sharing/access.ts';

/** Reads FileRows; conditions follow. */
export const selectFiles = `
  SELECT files.*, characters.id AS character_id
  FROM files JOIN characters ON characters.no = files.character_no`;

export function fileAt(db: Connection, characterNo: number, path: string): FileRow | undefined {
  return db.get<FileRow>(`${selectFiles} WHERE files.character_no = ? AND files.path = ?`, characterNo, path);
}

/** The id of a character's file, given by id or path, as its memories have it. FileNotFound. */
export function fileIdOf(db: Connection, characterNo: number, reference: string): string {
  const sql = `SELECT id FROM files WHERE id = ? AND character_no = ?
    UNION ALL SELECT id FROM files WHERE character_no = ? AND path = ?`;
  const row = db.get<{ id: string }>(sql, reference.toLowerCase(), characterNo, characterNo, reference);
  if (!row) throw fileNotFound(reference);
  return row.id;
}

/** FileNotFound. */
export function fileRow(db: Connection, scope: Scope, fileId: string): FileRow {
  const row = db.get<FileRow>(
    `${selectFiles} WHERE files.id = @fileId AND characters.tenant_id = @tenantId AND ${isVisible}`,
    { ...caller(scope), fileId: fileId.toLowerCase() },
  );
  if (!row) throw fileNotFound(fileId);
  return row;
}

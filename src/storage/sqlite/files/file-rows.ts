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

/** The id of a character's file as its memories have it. FileNotFound. */
export function fileIdOf(db: Connection, characterNo: number, fileId: string): string {
  const id = fileId.toLowerCase();
  if (!db.get('SELECT 1 FROM files WHERE id = ? AND character_no = ?', id, characterNo)) throw fileNotFound(fileId);
  return id;
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

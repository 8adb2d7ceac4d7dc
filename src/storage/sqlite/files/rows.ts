import { type FileRecord, fileNotFound } from '../../../domain/file.ts';
import type { StandingFile } from '../../../domain/file-rules.ts';
import type { Scope } from '../../../domain/principal.ts';
import { iso } from '../../../domain/text.ts';
import type { Connection } from '../connection.ts';

export interface FileRow {
  no: number;
  id: string;
  character_no: number;
  character_id: string;
  path: string;
  label: string | null;
  version: number;
  content_hash: string;
  size_bytes: number;
  captured_at: number;
  missing_since: number | null;
  pieces_dropped: number;
}

/** Reads FileRows; conditions follow. */
export const selectFiles = `
  SELECT files.*, characters.id AS character_id
  FROM files JOIN characters ON characters.no = files.character_no`;

export function toFileRecord(row: FileRow): FileRecord {
  return {
    fileId: row.id,
    characterId: row.character_id,
    path: row.path,
    ...(row.label !== null && { label: row.label }),
    version: row.version,
    contentHash: row.content_hash,
    sizeBytes: row.size_bytes,
    capturedAt: iso(row.captured_at),
    ...(row.missing_since !== null && { missingSince: iso(row.missing_since) }),
  };
}

/** A row as the rules see it. */
export interface StandingRow extends StandingFile {
  row: FileRow;
}

export function standing(row: FileRow): StandingRow {
  return {
    row,
    version: row.version,
    contentHash: row.content_hash,
    capturedAt: row.captured_at,
    label: row.label ?? undefined,
    missingSince: row.missing_since ?? undefined,
    piecesDropped: row.pieces_dropped === 1,
  };
}

export function fileAt(db: Connection, characterNo: number, path: string): FileRow | undefined {
  return db.get<FileRow>(`${selectFiles} WHERE files.character_no = ? AND files.path = ?`, characterNo, path);
}

/** FileNotFound. */
export function fileRow(db: Connection, scope: Scope, fileId: string): FileRow {
  const row = db.get<FileRow>(
    `${selectFiles} WHERE files.id = ? AND characters.tenant_id = ?`,
    fileId.toLowerCase(),
    scope.tenantId,
  );
  if (!row) throw fileNotFound(fileId);
  return row;
}

/** Bounds of the texts that begin with a folder and "/": at or above the first, below the second. */
export function below(path: string): [from: string, to: string] {
  return [`${path}/`, `${path}0`];
}

import { createHash } from 'node:crypto';
import { fileNotFound } from '../../../domain/file.ts';
import type { Scope } from '../../../domain/principal.ts';
import { isUuid } from '../../../domain/text.ts';
import type { FileRow } from '../../rows/files.ts';
import type { Connection } from '../connection.ts';
import type { Place } from '../directory.ts';
import type { Unit } from '../unit.ts';

/** A row of `files`; the reader knows the id of its character. */
export type PlainFile = Omit<FileRow, 'character_id'>;

/** The index key of a path. */
export function pathKey(path: string): Buffer {
  return createHash('sha256').update(path).digest().subarray(0, 16);
}

const byPath = 'SELECT * FROM files WHERE character_no = $1 AND path_key = $2';

export async function fileAt(
  q: Unit,
  characterNo: number,
  characterId: string,
  path: string,
): Promise<FileRow | undefined> {
  const row = await q.get<PlainFile>(byPath, characterNo, pathKey(path));
  return row && { ...row, character_id: characterId.toLowerCase() };
}

const placeOfId = 'SELECT character_no, file_no FROM file_places WHERE tenant_no = $1 AND id = $2';

interface FilePlace {
  character_no: number;
  file_no: number;
}

/** The id of a character's file, given by id or path, as stored in its memories. FileNotFound. */
export async function fileIdOf(
  q: Unit,
  { tenantNo, characterNo }: Pick<Place, 'tenantNo' | 'characterNo'>,
  reference: string,
): Promise<string> {
  const row = isUuid(reference) ? await q.get<FilePlace>(placeOfId, tenantNo, reference) : undefined;
  if (row?.character_no === characterNo) return reference.toLowerCase();
  const named = await q.get<PlainFile>(byPath, characterNo, pathKey(reference));
  if (!named) throw fileNotFound(reference);
  return named.id;
}

const byPathOfSeveral = 'SELECT id FROM files WHERE character_no = ANY($1::bigint[]) AND path_key = $2';

/** The ids of the files of several characters that a reference names, by id or path; none where they have none. */
export async function fileIdsOf(
  q: Unit,
  tenantNo: number,
  characterNos: readonly number[],
  reference: string,
): Promise<string[]> {
  const row = isUuid(reference) ? await q.get<FilePlace>(placeOfId, tenantNo, reference) : undefined;
  if (row && characterNos.includes(row.character_no)) return [reference.toLowerCase()];
  const named = await q.all<Pick<PlainFile, 'id'>>(byPathOfSeveral, characterNos, pathKey(reference));
  return named.map(({ id }) => id);
}

/** The numbers of a file. Does not check access. FileNotFound. */
export async function placeOfFile(
  db: Connection,
  scope: Scope,
  tenantNo: number,
  fileId: string,
): Promise<Place & { fileNo: number }> {
  const row = isUuid(fileId) ? await db.get<FilePlace>(tenantNo, placeOfId, tenantNo, fileId) : undefined;
  if (!row) throw fileNotFound(fileId);
  return { scope, tenantNo, characterNo: row.character_no, fileNo: row.file_no };
}

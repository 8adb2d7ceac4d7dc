import { eventOfPush } from '../../../domain/event-rules.ts';
import type { PushResult } from '../../../domain/file.ts';
import { decideConfirmation, decidePush, pieceMemory, type UnchangedFile, workOf } from '../../../domain/file-rules.ts';
import type { Author, NewMemory } from '../../../domain/memory.ts';
import type { NewSnapshot, Reconcile, SnapshotIdentity } from '../../../domain/stores/files.ts';
import { type FileRow, type StandingRow, toFileRecord, toIdentity, toStandingRow } from '../../rows/files.ts';
import { lockCharacter } from '../characters/character-rows.ts';
import type { Place } from '../directory.ts';
import type { MemoryUnit } from '../memories/memory-unit.ts';
import type { Unit } from '../unit.ts';
import { fileAt, pathKey } from './file-rows.ts';
import { Pieces, pieceRows } from './pieces.ts';

/** Confirms an unchanged file, inside a write unit; undefined when it has changed. Errors as FileStore.confirm. */
export async function confirmSnapshot(
  q: Unit,
  place: Place,
  characterId: string,
  given: SnapshotIdentity,
): Promise<PushResult | undefined> {
  const [, stored] = await Promise.all([
    lockCharacter(q, place, characterId),
    fileAt(q, place.characterNo, characterId, given.path),
  ]);
  const decision = decideConfirmation(stored && toStandingRow(stored), given);
  return decision && confirmed(q, decision);
}

/** The answer for an unchanged file. Only its label and whether it is present may have changed. */
function confirmed(q: Unit, { stored, label, news }: UnchangedFile<StandingRow>): PushResult {
  const row: FileRow = { ...stored.row, label: label ?? null, missing_since: null };
  if (news) {
    q.send(
      'UPDATE files SET label = $3, missing_since = NULL WHERE character_no = $1 AND no = $2',
      row.character_no,
      row.no,
      row.label,
    );
  }
  return { ...toFileRecord(row), changed: false, memoriesAdded: 0, memoriesRemoved: 0 };
}

/** The memories that a snapshot would add to the current file. The unit that applies it reports errors. */
export async function memoriesToAdd(
  q: Unit,
  { place, characterId, snapshot, reconcile, by }: Pushed,
): Promise<NewMemory[]> {
  const stored = await fileAt(q, place.characterNo, characterId, snapshot.path);
  try {
    if (decidePush(stored && toStandingRow(stored), snapshot, by.now).kind === 'unchanged') return [];
  } catch {
    return [];
  }
  const rows = stored ? await pieceRows(q, place.characterNo, stored.no) : [];
  const fileId = stored?.id ?? snapshot.fileId.toLowerCase();
  return workOf(reconcile(rows.map(toIdentity), snapshot.pieces)).arrivals.flatMap((change) =>
    change.kind === 'add' ? [pieceMemory(change.piece.memory, fileId)] : [],
  );
}

interface Pushed {
  place: Place;
  characterId: string;
  snapshot: NewSnapshot;
  reconcile: Reconcile;
  by: Author;
}

/** Stores a snapshot and its changes. Errors as FileStore.push. */
export async function pushSnapshot(unit: MemoryUnit, snapshot: NewSnapshot, reconcile: Reconcile): Promise<PushResult> {
  const { q, place, characterId, by } = unit;
  const stored = await fileAt(q, place.characterNo, characterId, snapshot.path);
  const decision = decidePush(stored && toStandingRow(stored), snapshot, by.now);
  if (decision.kind === 'unchanged') return confirmed(q, decision);
  const { label = null, version, outdated } = decision;
  const rows = stored ? await pieceRows(q, place.characterNo, stored.no) : [];
  const file: FileRow = {
    ...(stored ?? newFile(unit, snapshot)),
    label,
    version,
    content_hash: snapshot.contentHash,
    size_bytes: snapshot.content.byteLength,
    captured_at: by.now,
    missing_since: null,
    pieces_dropped: 0,
  };
  recordVersion(unit, file, stored === undefined, snapshot.content);
  if (outdated !== undefined) prune(q, file, outdated);
  const pieces = new Pieces(unit, file, rows, snapshot.wins);
  const { added, removed } = await pieces.apply(reconcile(pieces.known, snapshot.pieces), snapshot.capture);
  const pushed = { ...toFileRecord(file), changed: true, memoriesAdded: added, memoriesRemoved: removed };
  await unit.writeAudit({ targetId: pushed.fileId, others: [eventOfPush(pushed)] });
  await unit.flush();
  return pushed;
}

function newFile(unit: MemoryUnit, { fileId, path }: NewSnapshot) {
  const known = { character_no: unit.place.characterNo, character_id: unit.characterId.toLowerCase() };
  return { ...known, no: unit.nextNo(), id: fileId.toLowerCase(), path };
}

function recordVersion({ q, place }: MemoryUnit, file: FileRow, isNew: boolean, content: Uint8Array): void {
  const state = [file.label, file.version, file.content_hash, file.size_bytes, file.captured_at];
  if (isNew) {
    q.send(
      `INSERT INTO files (character_no, no, label, version, content_hash, size_bytes, captured_at, id, path, path_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      place.characterNo,
      file.no,
      ...state,
      file.id,
      file.path,
      pathKey(file.path),
    );
    q.send(
      'INSERT INTO file_places (tenant_no, id, character_no, file_no) VALUES ($1, $2, $3, $4)',
      place.tenantNo,
      file.id,
      place.characterNo,
      file.no,
    );
  } else {
    q.send(
      `UPDATE files SET label = $3, version = $4, content_hash = $5, size_bytes = $6, captured_at = $7,
         missing_since = NULL, pieces_dropped = 0 WHERE character_no = $1 AND no = $2`,
      place.characterNo,
      file.no,
      ...state,
    );
  }
  q.send(
    `INSERT INTO file_contents (character_no, content_hash, bytes) VALUES ($1, $2, $3)
     ON CONFLICT (character_no, content_hash) DO NOTHING`,
    place.characterNo,
    file.content_hash,
    content,
  );
  q.send(
    `INSERT INTO snapshots (character_no, file_no, version, content_hash, size_bytes, captured_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    place.characterNo,
    file.no,
    ...state.slice(1),
  );
}

/** Removes a version, and its content when no other snapshot of the character has it. */
function prune(q: Unit, file: FileRow, version: number): void {
  q.send(
    `WITH old AS (
       DELETE FROM snapshots WHERE character_no = $1 AND file_no = $2 AND version = $3 RETURNING content_hash)
     DELETE FROM file_contents USING old WHERE file_contents.character_no = $1
       AND file_contents.content_hash = old.content_hash AND NOT EXISTS (
         SELECT 1 FROM snapshots WHERE snapshots.character_no = $1 AND snapshots.content_hash = old.content_hash
           AND (snapshots.file_no, snapshots.version) <> ($2, $3))`,
    file.character_no,
    file.no,
    version,
  );
}

import type { FileRecord, PushResult } from '../../../domain/file.ts';
import {
  decideConfirmation,
  decideMissing,
  decidePush,
  type UnchangedFile,
  workOf,
} from '../../../domain/file-rules.ts';
import type { NewSnapshot, Reconcile, SnapshotIdentity } from '../../../domain/stores/files.ts';
import { type FileRow, type StandingRow, toFileRecord, toIdentity, toStandingRow } from '../../rows/files.ts';
import type { Recorder } from '../audit/record.ts';
import type { Engine } from '../engine.ts';
import type { Arrival } from '../memories/staging/write.ts';
import type { Staged, Work } from '../memories/staging.ts';
import { fileAt } from './file-rows.ts';
import { Pieces, pieceRows } from './pieces.ts';

/** The changes of memories by a snapshot of the present file; nothing when they wait for extraction. */
export function workOfSnapshot(
  { db }: Engine,
  characterNo: number,
  { path, pieces, capture }: NewSnapshot,
  reconcile: Reconcile,
): Work {
  if (capture) return { arrivals: [], vanished: 0 };
  const stored = fileAt(db, characterNo, path);
  const rows = stored ? pieceRows(db, stored.no) : [];
  const numbers = new Map(rows.map(({ key, no }) => [key, no]));
  const { arrivals, vanished } = workOf(reconcile(rows.map(toIdentity), pieces));
  const staged = arrivals.map((change): Arrival => {
    const moved = change.kind === 'move' ? numbers.get(change.known.key) : undefined;
    return { memory: change.piece.memory, piece: change.piece, ...(moved !== undefined && { moved }) };
  });
  const byKind = (moves: boolean) => staged.filter(({ moved }) => (moved !== undefined) === moves);
  return { arrivals: [...byKind(false), ...byKind(true)], vanished: vanished.length };
}

/** Confirms an unchanged file, inside a write unit; undefined when it has changed. Errors as FileStore.confirm. */
export function confirmSnapshot(engine: Engine, characterNo: number, given: SnapshotIdentity): PushResult | undefined {
  const stored = fileAt(engine.db, characterNo, given.path);
  const decision = decideConfirmation(stored && toStandingRow(stored), given);
  return decision && confirmed(engine, decision);
}

/** Stores a snapshot and its changes, inside a write unit. Errors as FileStore.push. */
export function pushSnapshot(
  engine: Engine,
  characterNo: number,
  snapshot: NewSnapshot,
  reconcile: Reconcile,
  by: Recorder,
  staged: Staged | undefined,
): PushResult {
  const { path, content, contentHash, fileId } = snapshot;
  const stored = fileAt(engine.db, characterNo, path);
  const decision = decidePush(stored && toStandingRow(stored), snapshot, by.now);
  if (decision.kind === 'unchanged') return confirmed(engine, decision);
  const { label = null, version, outdated } = decision;
  const values = { label, version, hash: contentHash, size: content.byteLength, now: by.now };
  const row = recordVersion(engine, characterNo, stored, { ...values, fileId, path, content });
  if (outdated !== undefined) prune(engine, row.no, outdated);
  const pieces = new Pieces(engine, row, by, snapshot.wins);
  const { added, removed } = pieces.apply(reconcile(pieces.known, snapshot.pieces), snapshot.capture, staged);
  return { ...toFileRecord(row), changed: true, memoriesAdded: added, memoriesRemoved: removed };
}

/** The answer for an unchanged file; only its label and presence may be new. */
function confirmed({ db }: Engine, { stored, label, news }: UnchangedFile<StandingRow>): PushResult {
  const row: FileRow = { ...stored.row, label: label ?? null, missing_since: null };
  if (news) db.run('UPDATE files SET label = ?, missing_since = NULL WHERE no = ?', row.label, row.no);
  return { ...toFileRecord(row), changed: false, memoriesAdded: 0, memoriesRemoved: 0 };
}

interface NewVersion {
  fileId: string;
  path: string;
  label: string | null;
  version: number;
  content: Uint8Array;
  hash: string;
  size: number;
  now: number;
}

function recordVersion(
  { db }: Engine,
  characterNo: number,
  stored: FileRow | undefined,
  { fileId, path, content, ...values }: NewVersion,
): FileRow {
  if (stored) {
    db.run(
      `UPDATE files SET label = @label, version = @version, content_hash = @hash, size_bytes = @size,
         captured_at = @now, missing_since = NULL, pieces_dropped = 0 WHERE no = @no`,
      { ...values, no: stored.no },
    );
  } else {
    db.run(
      `INSERT INTO files (id, character_no, path, label, version, content_hash, size_bytes, captured_at)
       VALUES (@fileId, @characterNo, @path, @label, @version, @hash, @size, @now)`,
      { ...values, fileId, characterNo, path },
    );
  }
  db.run('INSERT OR IGNORE INTO file_contents (content_hash, bytes) VALUES (?, ?)', values.hash, content);
  const row = fileAt(db, characterNo, path);
  if (!row) throw new Error(`file ${path} was not stored`);
  db.run(
    `INSERT INTO snapshots (file_no, version, content_hash, size_bytes, captured_at)
     VALUES (@no, @version, @hash, @size, @now)`,
    { no: row.no, version: values.version, hash: values.hash, size: values.size, now: values.now },
  );
  return row;
}

/** Removes a version, and its content when no other snapshot has it. */
function prune({ db }: Engine, fileNo: number, version: number): void {
  const old = db.get<{ content_hash: string }>(
    'SELECT content_hash FROM snapshots WHERE file_no = ? AND version = ?',
    fileNo,
    version,
  );
  if (!old) return;
  db.run('DELETE FROM snapshots WHERE file_no = ? AND version = ?', fileNo, version);
  db.run(
    `DELETE FROM file_contents WHERE content_hash = @hash
       AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_hash = @hash)`,
    { hash: old.content_hash },
  );
}

/** Gives a file another path, inside a write unit. Undefined as WatchStore.rename. */
export function renameFile({ db }: Engine, characterNo: number, from: string, to: string): FileRecord | undefined {
  const row = fileAt(db, characterNo, from);
  if (!row || row.pieces_dropped === 1 || fileAt(db, characterNo, to)) return undefined;
  db.run('UPDATE files SET path = ?, missing_since = NULL WHERE no = ?', to, row.no);
  return toFileRecord({ ...row, path: to, missing_since: null });
}

/** Marks a file as missing, inside a write unit; with `dropMemories` its pieces are dropped. `wins`: as of `NewSnapshot`. */
export function markMissing(
  engine: Engine,
  characterNo: number,
  path: string,
  dropMemories: boolean,
  by: Recorder,
  wins = false,
): FileRecord | undefined {
  const { db } = engine;
  const row = fileAt(db, characterNo, path);
  if (!row) return undefined;
  const { missingSince, vanish } = decideMissing(toStandingRow(row), dropMemories, by.now);
  db.run('UPDATE files SET missing_since = ? WHERE no = ?', missingSince, row.no);
  if (vanish) {
    const pieces = new Pieces(engine, row, by, wins);
    pieces.apply(
      pieces.known.map((known) => ({ kind: 'vanish', known })),
      false,
    );
    db.run('UPDATE files SET pieces_dropped = 1 WHERE no = ?', row.no);
  }
  return toFileRecord({ ...row, missing_since: missingSince });
}

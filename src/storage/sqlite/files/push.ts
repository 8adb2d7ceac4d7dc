import { type FileRecord, keptVersions, type PushResult, requireBase, requireInterval } from '../../../domain/file.ts';
import type {
  NewPiece,
  NewSnapshot,
  PieceChange,
  PieceIdentity,
  SnapshotIdentity,
} from '../../../domain/file-store.ts';
import type { Author } from '../../../domain/store.ts';
import type { Engine } from '../engine.ts';
import type { Staged } from '../staging/staging.ts';
import type { Arrival } from '../staging/write.ts';
import { knownPieces, Pieces } from './pieces.ts';
import { type FileRow, fileAt, toFileRecord } from './rows.ts';

export type Reconcile = (known: readonly PieceIdentity[], next: readonly NewPiece[]) => PieceChange[];

/** The memories that a snapshot adds, as the file stands now; none when they wait for extraction. */
export function arrivalsOf(
  { db }: Engine,
  characterNo: number,
  { path, pieces, capture }: NewSnapshot,
  reconcile: Reconcile,
): Arrival[] {
  if (capture) return [];
  const stored = fileAt(db, characterNo, path);
  const changes = reconcile(stored ? knownPieces(db, stored.no) : [], pieces);
  return changes.flatMap((change) =>
    change.kind === 'add' ? [{ memory: change.piece.memory, piece: change.piece }] : [],
  );
}

/** Takes note that a file is as it is stored, inside a write unit; undefined when it is not. Errors as FileStore.confirm. */
export function confirmSnapshot(engine: Engine, characterNo: number, given: SnapshotIdentity): PushResult | undefined {
  const { path, baseVersion, contentHash } = given;
  const stored = fileAt(engine.db, characterNo, path);
  requireBase(path, baseVersion, stored?.version ?? 0);
  if (stored?.content_hash !== contentHash || stored.pieces_dropped) return undefined;
  return { ...refreshed(engine, stored, given), changed: false, memoriesAdded: 0, memoriesRemoved: 0 };
}

/** Stores a snapshot and what it changes, inside a write unit. Errors as FileStore.push. */
export function pushSnapshot(
  engine: Engine,
  characterNo: number,
  snapshot: NewSnapshot,
  reconcile: Reconcile,
  by: Author,
  staged: Staged | undefined,
): PushResult {
  const confirmed = confirmSnapshot(engine, characterNo, snapshot);
  if (confirmed) return confirmed;
  const stored = fileAt(engine.db, characterNo, snapshot.path);
  if (stored) requireInterval(snapshot.interval, snapshot.path, stored.captured_at, by.now);
  const row = recordVersion(engine, characterNo, stored, snapshot, by.now);
  const pieces = new Pieces(engine, row, by);
  const { added, removed } = pieces.apply(reconcile(pieces.known, snapshot.pieces), snapshot.capture, staged);
  return { ...toFileRecord(row), changed: true, memoriesAdded: added, memoriesRemoved: removed };
}

/** The file is where it was and as it was: only its label and that it is there may be news. */
function refreshed({ db }: Engine, row: FileRow, given: SnapshotIdentity): FileRecord {
  const label = given.label ?? row.label;
  if (label !== row.label || row.missing_since !== null) {
    db.run('UPDATE files SET label = ?, missing_since = NULL WHERE no = ?', label, row.no);
  }
  return toFileRecord({ ...row, label, missing_since: null });
}

function recordVersion(
  { db }: Engine,
  characterNo: number,
  stored: FileRow | undefined,
  { fileId, path, label: given, content, contentHash }: NewSnapshot,
  now: number,
): FileRow {
  const label = given ?? stored?.label ?? null;
  const values = { label, hash: contentHash, size: content.byteLength, now };
  if (stored) {
    db.run(
      `UPDATE files SET label = @label, version = version + 1, content_hash = @hash, size_bytes = @size,
         captured_at = @now, missing_since = NULL, pieces_dropped = 0 WHERE no = @no`,
      { ...values, no: stored.no },
    );
  } else {
    db.run(
      `INSERT INTO files (id, character_no, path, label, version, content_hash, size_bytes, captured_at)
       VALUES (@fileId, @characterNo, @path, @label, 1, @hash, @size, @now)`,
      { ...values, fileId, characterNo, path },
    );
  }
  db.run('INSERT OR IGNORE INTO file_contents (content_hash, bytes) VALUES (?, ?)', contentHash, content);
  const row = fileAt(db, characterNo, path);
  if (!row) throw new Error(`file ${path} was not stored`);
  db.run(
    'INSERT INTO snapshots (file_no, version, content_hash, size_bytes, captured_at) VALUES (?, ?, ?, ?, ?)',
    row.no,
    row.version,
    contentHash,
    content.byteLength,
    now,
  );
  prune({ db }, row);
  return row;
}

/** Removes the version that is one too many, and its content when no other snapshot has it. */
function prune({ db }: Pick<Engine, 'db'>, { no, version }: FileRow): void {
  const oldest = version - keptVersions;
  const old = db.get<{ content_hash: string }>(
    'SELECT content_hash FROM snapshots WHERE file_no = ? AND version = ?',
    no,
    oldest,
  );
  if (!old) return;
  db.run('DELETE FROM snapshots WHERE file_no = ? AND version = ?', no, oldest);
  db.run(
    `DELETE FROM file_contents WHERE content_hash = @hash
       AND NOT EXISTS (SELECT 1 FROM snapshots WHERE content_hash = @hash)`,
    { hash: old.content_hash },
  );
}

/** Marks a file as gone, inside a write unit; with `dropMemories` its pieces vanish. */
export function markMissing(
  engine: Engine,
  characterNo: number,
  path: string,
  dropMemories: boolean,
  by: Author,
): FileRecord | undefined {
  const { db } = engine;
  const row = fileAt(db, characterNo, path);
  if (!row) return undefined;
  const since = row.missing_since ?? by.now;
  db.run('UPDATE files SET missing_since = ? WHERE no = ?', since, row.no);
  if (dropMemories && !row.pieces_dropped) {
    const pieces = new Pieces(engine, row, by);
    pieces.apply(
      pieces.known.map((known) => ({ kind: 'vanish', known })),
      false,
    );
    db.run('UPDATE files SET pieces_dropped = 1 WHERE no = ?', row.no);
  }
  return toFileRecord({ ...row, missing_since: since });
}

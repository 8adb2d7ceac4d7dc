import { yieldToOthers } from '../../../base/pace.ts';
import { eventOfImport, eventOfPush } from '../../../domain/event-rules.ts';
import { fileNotFound, type PushResult, type SyncStatus } from '../../../domain/file.ts';
import type { Author } from '../../../domain/memory.ts';
import type { Scope } from '../../../domain/principal.ts';
import { type FileStore, importCounts } from '../../../domain/stores/files.ts';
import { iso } from '../../../domain/text.ts';
import { contentKeys } from '../../../text/content-key.ts';
import { type FileRow, fileOrder, toFileRecord } from '../../rows/files.ts';
import { behind, orderOf, pageOf } from '../../rows/keyset.ts';
import { type Recorder, recording, writeMemoryAudit } from '../audit/record.ts';
import { type CharacterRow, characterRow, writableRow } from '../characters/character-rows.ts';
import type { Connection } from '../connection.ts';
import type { Engine } from '../engine.ts';
import { clearAbandoned } from '../memories/staging/clear.ts';
import { withStaged } from '../memories/staging.ts';
import { fileAt, fileRow, selectFiles } from './file-rows.ts';
import { applyImport, newKeys } from './import.ts';
import { confirmSnapshot, pushSnapshot, workOfSnapshot } from './push.ts';

/** Memories of a planned import that are looked up before other work gets a turn. */
const countedAtOnce = 2_000;

export function fileStore(engine: Engine): FileStore {
  const { db } = engine;
  /** The audit lines of a push that stored a new version. */
  const recordedPush = (
    scope: Scope,
    character: CharacterRow,
    by: Author,
    push: (recorder: Recorder, characterNo: number) => PushResult,
  ): PushResult => {
    const recorder = recording(by);
    const pushed = push(recorder, character.no);
    if (pushed.changed) {
      writeMemoryAudit(db, scope, recorder, character, { targetId: pushed.fileId, others: [eventOfPush(pushed)] });
    }
    return pushed;
  };
  return {
    confirm: (scope, characterId, snapshot) =>
      db.write(() => confirmSnapshot(engine, writableRow(db, scope, characterId).no, snapshot)),

    async push(scope, characterId, snapshot, reconcile, by) {
      const { no, work } = await db.read(() => {
        const character = writableRow(db, scope, characterId);
        return { no: character.no, work: workOfSnapshot(engine, character.no, snapshot, reconcile) };
      });
      return withStaged(engine, no, work, by, (staged) =>
        recordedPush(scope, writableRow(db, scope, characterId), by, (recorder, no) =>
          pushSnapshot(engine, no, snapshot, reconcile, recorder, staged),
        ),
      );
    },

    find: (scope, characterId, path) =>
      db.read(() => {
        const row = fileAt(db, characterRow(db, scope, characterId).no, path);
        return row && toFileRecord(row);
      }),

    get: (scope, fileId, version) => db.read(() => snapshot(db, fileRow(db, scope, fileId), version)),

    list: (scope, characterId, { page, limit, after }) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const isBehind = behind(fileOrder, after, () => '?');
        const found = db.all<FileRow & { place0: string }>(
          `${selectFiles} WHERE files.character_no = ? AND ${isBehind.sql} ORDER BY ${orderOf(fileOrder)} LIMIT ? OFFSET ?`,
          no,
          ...isBehind.values,
          limit + 1,
          page * limit,
        );
        const { rows, ...paged } = pageOf(
          found.map((row) => ({ ...row, place0: row.path })),
          fileOrder,
          limit,
        );
        return { files: rows.map(toFileRecord), total: totals(db, no).count, ...paged };
      }),

    status: (scope, characterId, limit) =>
      db.read(() => status(db, characterId, characterRow(db, scope, characterId).no, limit)),

    async importMemories(scope, characterId, given, by) {
      const { no } = await db.read(() => writableRow(db, scope, characterId));
      const arrivals = given.changes.flatMap((change) => (change.kind === 'add' ? [{ memory: change.memory }] : []));
      return withStaged(engine, no, { arrivals, vanished: 0 }, by, (staged) => {
        const character = writableRow(db, scope, characterId);
        const recorder = recording(by);
        const counts = applyImport(engine, character, given, recorder, staged);
        writeMemoryAudit(db, scope, recorder, character, { others: [eventOfImport(counts)] });
        return counts;
      });
    },

    async countImport(scope, characterId, categories, memories) {
      const keys = await contentKeys(memories);
      const keyed = memories.map((memory, i) => ({ ...memory, key: keys[i]! }));
      const [added, erased] = [new Map<string, string>(), new Map<string, string>()];
      for (let from = 0; from === 0 || from < keyed.length; from += countedAtOnce) {
        if (from > 0) await yieldToOthers();
        const some = keyed.slice(from, from + countedAtOnce);
        const found = await db.read(() => newKeys(engine, writableRow(db, scope, characterId).no, categories, some));
        for (const { id, key, isErased } of found) {
          const among = isErased ? erased : added;
          if (!among.has(key)) among.set(key, id);
        }
      }
      return { ...importCounts(memories.length, added.size, erased.size), ids: [...added.values()] };
    },

    clearAbandoned: (now) => clearAbandoned(engine, now),
  };
}

function snapshot(db: Connection, row: FileRow, version = row.version) {
  const found = db.get<Pick<FileRow, 'version' | 'content_hash' | 'size_bytes' | 'captured_at'> & { bytes: Buffer }>(
    `SELECT version, content_hash, size_bytes, captured_at, bytes
     FROM snapshots JOIN file_contents USING (content_hash) WHERE file_no = ? AND version = ?`,
    row.no,
    version,
  );
  if (!found) throw fileNotFound(`${row.id} in version ${version}`);
  const { bytes, ...fields } = found;
  return { ...toFileRecord({ ...row, ...fields }), bytes };
}

function totals(db: Connection, characterNo: number) {
  const row = db.get<{ count: number; bytes: number; latest: number | null }>(
    `SELECT count(*) AS count, coalesce(sum(size_bytes), 0) AS bytes, max(captured_at) AS latest
     FROM files WHERE character_no = ?`,
    characterNo,
  );
  return row ?? { count: 0, bytes: 0, latest: null };
}

function status(db: Connection, characterId: string, characterNo: number, limit: number): SyncStatus {
  const { count, bytes, latest } = totals(db, characterNo);
  const rows = db.all<FileRow>(
    `${selectFiles} WHERE files.character_no = ? ORDER BY files.captured_at DESC, files.no DESC LIMIT ?`,
    characterNo,
    limit,
  );
  return {
    characterId,
    totalFiles: count,
    totalSizeBytes: bytes,
    ...(latest !== null && { latestSyncAt: iso(latest) }),
    files: rows.map(toFileRecord),
    capture: captureStatus(db, characterNo),
  };
}

/** Waiting pieces and failures: one line a file, with its latest error. */
function captureStatus(db: Connection, characterNo: number): SyncStatus['capture'] {
  const waiting = `FROM captures JOIN pieces ON pieces.no = captures.piece_no JOIN files ON files.no = pieces.file_no
    WHERE files.character_no = ?`;
  const pending = db.get<{ count: number }>(`SELECT count(*) AS count ${waiting}`, characterNo)?.count ?? 0;
  const failed = db.all<{ path: string; error: string; attempts: number; due_at: number }>(
    `SELECT files.path, captures.error, max(captures.attempts) AS attempts, captures.due_at
     ${waiting} AND captures.error IS NOT NULL GROUP BY files.no ORDER BY files.path LIMIT 100`,
    characterNo,
  );
  return {
    pending,
    failed: failed.map(({ due_at: dueAt, ...fields }) => ({ ...fields, nextAttemptAt: iso(dueAt) })),
  };
}

import type { Memory } from '../../../../domain/memory.ts';
import type { Scope } from '../../../../domain/principal.ts';
import { iso } from '../../../../domain/text.ts';
import { below } from '../../../../storage/rows/files.ts';
import { recording, writeLine, writeMemoryAudit } from '../../../../storage/sqlite/audit/record.ts';
import { characterRow, writableRow } from '../../../../storage/sqlite/characters/character-rows.ts';
import type { Connection } from '../../../../storage/sqlite/connection.ts';
import type { Engine } from '../../../../storage/sqlite/engine.ts';
import { markMissing, renameFile } from '../../../../storage/sqlite/files/push.ts';
import { access, caller, isVisible } from '../../../../storage/sqlite/sharing/access.ts';
import type { Watch } from '../../domain/watch.ts';
import type { FileWithMemories, WatchStore } from '../store.ts';

/** Copies of one content that are looked at. */
const maxCopies = 20;

export function watchStore(engine: Engine): WatchStore {
  const { db } = engine;
  return {
    put: (scope, characterId, { path, kind, label, deleteMissing }, now) =>
      db.write(() => {
        const { no } = writableRow(db, scope, characterId);
        db.run(
          `INSERT INTO watches (character_no, path, kind, label, delete_missing, watched_since)
           VALUES (@no, @path, @kind, @label, @deleteMissing, @now)
           ON CONFLICT DO UPDATE SET kind = @kind, label = @label, delete_missing = @deleteMissing`,
          { no, path, kind, label: label ?? null, deleteMissing: deleteMissing ? 1 : 0, now },
        );
        const [stored] = watchRows(db, scope, characterId, path);
        if (!stored) throw new Error(`watch ${path} was not stored`);
        writeLine(db, scope, { character: { no } }, 'OK', now);
        return toWatch(stored);
      }),

    remove: (scope, path, characterId, now) =>
      db.write(() => {
        const removed = db.all<{ no: number }>(
          `DELETE FROM watches WHERE path = @path AND character_no IN
             (SELECT no FROM characters WHERE tenant_id = @tenantId AND (${access}) = 'WRITE' AND (@characterId IS NULL OR id = @characterId))
           RETURNING character_no AS no`,
          { ...caller(scope), path, characterId: characterId ?? null },
        );
        for (const character of removed) writeLine(db, scope, { character }, 'OK', now);
        return removed.length;
      }),

    list: (scope, characterId) => db.read(() => watchRows(db, scope, characterId).map(toWatch)),

    markMissing: (scope, characterId, path, dropMemories, by, wins) =>
      db.write(() => {
        const character = writableRow(db, scope, characterId);
        const recorder = recording(by);
        const marked = markMissing(engine, character.no, path, dropMemories, recorder, wins);
        if (marked) writeMemoryAudit(db, scope, recorder, character, { targetId: marked.fileId, others: [] });
        return marked;
      }),

    rename: (scope, characterId, from, to, by) =>
      db.write(() => {
        const character = writableRow(db, scope, characterId);
        const recorder = recording(by);
        const renamed = renameFile(engine, character.no, from, to);
        if (renamed) writeMemoryAudit(db, scope, recorder, character, { targetId: renamed.fileId, others: [] });
        return renamed;
      }),

    pathsWithContent: (scope, characterId, path, contentHash) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        // A content that is new is answered by its key, so that a folder of new files takes linear time.
        if (!db.get('SELECT 1 AS known FROM file_contents WHERE content_hash = ?', contentHash)) return [];
        return db
          .all<{ path: string }>(
            `SELECT path FROM files WHERE character_no = @no AND content_hash = @contentHash
               AND path >= @path AND path < @to AND (path = @path OR path >= @from) ORDER BY path LIMIT ${maxCopies}`,
            { no, ...bounds(path), contentHash },
          )
          .map((row) => row.path);
      }),

    filesBelow: (scope, characterId, path) =>
      db.read(() => filesWithMemories(db, characterRow(db, scope, characterId).no, path)),

    pathsBelow: (scope, characterId, path) =>
      db.read(() => {
        const { no } = characterRow(db, scope, characterId);
        const sql = `SELECT path FROM files WHERE ${isPresentBelow} ORDER BY path`;
        return db.all<{ path: string }>(sql, { no, ...bounds(path) }).map((row) => row.path);
      }),
  };
}

// The first bounds use the index; other names, such as "a-b", sort between a folder and its files.
const isPresentBelow = `files.character_no = @no AND missing_since IS NULL
  AND path >= @path AND path < @to AND (path = @path OR path >= @from)`;

function bounds(path: string) {
  const [from, to] = below(path);
  return { path, from, to };
}

interface LinkRow {
  path: string;
  content_hash: string;
  pieces: number;
  id: string | null;
  state: Memory['state'];
  revision: number;
  left_revision: number;
}

function filesWithMemories(db: Connection, no: number, path: string): FileWithMemories[] {
  const rows = db.all<LinkRow>(
    `SELECT path, content_hash, (SELECT count(*) FROM pieces AS one WHERE one.file_no = files.no) AS pieces,
       memories.id, memories.state, memories.revision, piece_memories.revision AS left_revision
     FROM files LEFT JOIN pieces ON pieces.file_no = files.no
     LEFT JOIN piece_memories ON piece_memories.piece_no = pieces.no
     LEFT JOIN memories ON memories.no = piece_memories.memory_no
     WHERE ${isPresentBelow} ORDER BY path, memories.no`,
    { no, ...bounds(path) },
  );
  const files = new Map<string, FileWithMemories>();
  for (const row of rows) {
    const file = files.get(row.path) ?? {
      path: row.path,
      contentHash: row.content_hash,
      pieces: row.pieces,
      memories: [],
    };
    files.set(row.path, file);
    const { id, state, revision, left_revision: left } = row;
    if (id !== null) file.memories.push({ id, state, revision, left });
  }
  return [...files.values()];
}

function watchRows(db: Connection, scope: Scope, characterId?: string, path?: string): WatchRow[] {
  return db.all<WatchRow>(
    `SELECT watches.*, characters.id AS character_id, count(files.no) FILTER (WHERE files.missing_since IS NULL) AS files,
       count(files.missing_since) AS missing,
       max(files.captured_at) FILTER (WHERE files.missing_since IS NULL) AS last_sync_at
     FROM watches
     JOIN characters ON characters.no = watches.character_no
     LEFT JOIN files ON files.character_no = watches.character_no
       AND (files.path = watches.path OR (files.path >= watches.path || '/' AND files.path < watches.path || '0'))
     WHERE characters.tenant_id = @tenantId AND characters.status = 'ACTIVE' AND ${isVisible}
       AND (@characterId IS NULL OR characters.id = @characterId) AND (@path IS NULL OR watches.path = @path)
     GROUP BY watches.character_no, watches.path ORDER BY watches.path`,
    { ...caller(scope), characterId: characterId ?? null, path: path ?? null },
  );
}

interface WatchRow {
  path: string;
  kind: Watch['kind'];
  label: string | null;
  delete_missing: number;
  watched_since: number | null;
  character_id: string;
  files: number;
  missing: number;
  last_sync_at: number | null;
}

function toWatch(row: WatchRow): Watch {
  return {
    path: row.path,
    kind: row.kind,
    characterId: row.character_id,
    ...(row.label !== null && { label: row.label }),
    deleteMissing: row.delete_missing === 1,
    files: row.files,
    ...(row.missing > 0 && { missing: row.missing }),
    ...(row.watched_since !== null && { watchedSince: iso(row.watched_since) }),
    ...(row.last_sync_at !== null && { lastSyncAt: iso(row.last_sync_at) }),
  };
}

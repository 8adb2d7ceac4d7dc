import type { Sqlite } from './handle.ts';

/** Brings a store from one version to the next, inside the transaction of opening. */
export type Migration = (sqlite: Sqlite) => void;

/** The step at index i leads from version i + 1 to i + 2; schema.sql always shows the latest version. */
export const migrations: readonly Migration[] = [
  // 2: captures know who works on them; memories know whether they were said; those that arrive together are staged;
  // the store has an id; tokens are reserved before a provider is asked.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE captures ADD COLUMN holder TEXT;
      ALTER TABLE memories ADD COLUMN said INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX captures_held ON captures (holder) WHERE holder IS NOT NULL;
      CREATE TABLE stagings (
        no            INTEGER PRIMARY KEY AUTOINCREMENT,
        character_no  INTEGER NOT NULL REFERENCES characters (no),
        first_segment INTEGER NOT NULL,
        until         INTEGER NOT NULL
      );
      CREATE TABLE staged_memories (
        staging_no  INTEGER NOT NULL REFERENCES stagings (no),
        position    INTEGER NOT NULL,
        id          TEXT NOT NULL,
        piece_key   TEXT,
        body_key    TEXT,
        category    TEXT,
        content     TEXT NOT NULL,
        content_key BLOB NOT NULL,
        salience    REAL NOT NULL,
        importance  TEXT NOT NULL,
        source_kind TEXT NOT NULL,
        source_file TEXT,
        session_id  TEXT,
        occurred_at INTEGER NOT NULL,
        is_indexed  INTEGER NOT NULL,
        PRIMARY KEY (staging_no, position)
      ) WITHOUT ROWID;
      CREATE TABLE staged_moves (
        staging_no  INTEGER NOT NULL REFERENCES stagings (no),
        position    INTEGER NOT NULL,
        piece_no    INTEGER NOT NULL,
        piece_key   TEXT NOT NULL,
        memory_no   INTEGER NOT NULL,
        revision    INTEGER NOT NULL,
        category    TEXT,
        content     TEXT NOT NULL,
        content_key BLOB NOT NULL,
        PRIMARY KEY (staging_no, position)
      ) WITHOUT ROWID;
      CREATE TABLE staged_segments (
        staging_no INTEGER NOT NULL REFERENCES stagings (no),
        segment    INTEGER NOT NULL,
        passages   BLOB NOT NULL,
        PRIMARY KEY (staging_no, segment)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE staged_terms (
        staging_no INTEGER NOT NULL REFERENCES stagings (no),
        term       TEXT NOT NULL,
        PRIMARY KEY (staging_no, term)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE store (
        id TEXT NOT NULL
      );
      INSERT INTO store (id) VALUES (lower(hex(randomblob(16))));
      CREATE TABLE ai_reservations (
        id        TEXT PRIMARY KEY,
        tenant_id TEXT NOT NULL,
        tokens    INTEGER NOT NULL,
        until     INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX ai_reservations_of_tenant ON ai_reservations (tenant_id);
    `),
];

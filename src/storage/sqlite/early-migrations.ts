import type { Database as Sqlite } from 'better-sqlite3';

/** Migrates a store from one version to the next, inside the transaction of opening. */
export type Migration = (sqlite: Sqlite) => void;

/** The steps to version 6. */
export const earlyMigrations: readonly Migration[] = [
  // 2: captures have a holder; memories record whether they were said; large imports are staged;
  // the store has an id; tokens are reserved before a call of a provider.
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
  // 3: captures may be turns of sessions, of which hooks keep notes; segments of the search index note which terms may
  // are in them; revisions know the member; members may be known to an identity provider; characters have owners and
  // may be private; people sign in to the dashboard; tenants may set up AI for themselves; the audit log, webhooks and
  // what they are to get.
  (sqlite) =>
    void sqlite.exec(`
      CREATE TABLE captures_of_all (
        no           INTEGER PRIMARY KEY,
        piece_no     INTEGER UNIQUE REFERENCES pieces (no),
        character_no INTEGER NOT NULL REFERENCES characters (no),
        speaker      TEXT,
        memory       TEXT NOT NULL,
        attempts     INTEGER NOT NULL DEFAULT 0,
        error        TEXT,
        due_at       INTEGER NOT NULL,
        holder       TEXT
      );
      INSERT INTO captures_of_all (piece_no, character_no, memory, attempts, error, due_at, holder)
        SELECT piece_no, character_no, memory, attempts, error, due_at, holder
        FROM captures JOIN pieces ON pieces.no = captures.piece_no JOIN files ON files.no = pieces.file_no;
      DROP TABLE captures;
      ALTER TABLE captures_of_all RENAME TO captures;
      CREATE INDEX captures_by_time ON captures (due_at);
      CREATE INDEX captures_held ON captures (holder) WHERE holder IS NOT NULL;
      CREATE TABLE hook_sessions (
        no           INTEGER PRIMARY KEY,
        tenant_id    TEXT NOT NULL REFERENCES tenants (id),
        host         TEXT NOT NULL,
        session      TEXT NOT NULL,
        character_no INTEGER NOT NULL REFERENCES characters (no),
        transcript   TEXT,
        position     INTEGER NOT NULL,
        head         TEXT NOT NULL,
        asked        TEXT,
        asked_at     INTEGER,
        seen_at      INTEGER NOT NULL,
        UNIQUE (tenant_id, host, session, character_no)
      );
      CREATE INDEX hook_sessions_by_time ON hook_sessions (seen_at);
      CREATE TABLE hook_items (
        session_no INTEGER NOT NULL REFERENCES hook_sessions (no),
        kind       TEXT NOT NULL,
        key        TEXT NOT NULL,
        PRIMARY KEY (session_no, kind, key)
      ) WITHOUT ROWID;
      CREATE TABLE hook_receipts (
        no           INTEGER PRIMARY KEY,
        tenant_id    TEXT NOT NULL REFERENCES tenants (id),
        at           INTEGER NOT NULL,
        host         TEXT NOT NULL,
        event        TEXT NOT NULL,
        character_no INTEGER REFERENCES characters (no),
        given        INTEGER NOT NULL,
        tokens       INTEGER NOT NULL,
        captured     INTEGER NOT NULL,
        left_out     TEXT NOT NULL
      );
      CREATE INDEX hook_receipts_of_tenant ON hook_receipts (tenant_id);
      ALTER TABLE search_segments ADD COLUMN filter BLOB;
      ALTER TABLE staged_segments ADD COLUMN filter BLOB;
      ALTER TABLE revisions ADD COLUMN member_id TEXT;
      ALTER TABLE members ADD COLUMN external_id TEXT;
      CREATE INDEX members_by_name ON members (tenant_id, name);
      CREATE INDEX members_by_external_id ON members (tenant_id, external_id) WHERE external_id IS NOT NULL;
      ALTER TABLE revisions ADD COLUMN character_no INTEGER;
      ALTER TABLE revisions ADD COLUMN author_kind TEXT;
      ALTER TABLE revisions ADD COLUMN verdict TEXT;
      UPDATE revisions SET character_no = (SELECT character_no FROM memories WHERE memories.no = memory_no);
      DROP INDEX memories_by_time;
      CREATE INDEX memories_by_time ON memories (character_no, state, occurred_at, no, source_kind);
      CREATE INDEX revisions_by_time ON revisions (character_no, created_at, memory_no, revision, change_type);
      ALTER TABLE characters ADD COLUMN visibility TEXT NOT NULL DEFAULT 'PUBLIC';
      ALTER TABLE characters ADD COLUMN owner_id TEXT NOT NULL DEFAULT 'local';
      UPDATE characters SET owner_id = coalesce((SELECT id FROM members
        WHERE members.tenant_id = characters.tenant_id AND role = 'OWNER' AND removed_at IS NULL
        ORDER BY created_at, id LIMIT 1), owner_id);
      CREATE TABLE shares (
        tenant_id    TEXT NOT NULL,
        member_id    TEXT NOT NULL,
        character_no INTEGER NOT NULL REFERENCES characters (no),
        access       TEXT NOT NULL,
        PRIMARY KEY (tenant_id, member_id, character_no)
      ) WITHOUT ROWID;
      CREATE INDEX shares_of_character ON shares (character_no);
      CREATE TABLE sessions (
        id           TEXT PRIMARY KEY,
        tenant_id    TEXT NOT NULL REFERENCES tenants (id),
        member_id    TEXT NOT NULL REFERENCES members (id),
        key_id       TEXT NOT NULL REFERENCES api_keys (id),
        hash         BLOB NOT NULL,
        hash_start   BLOB NOT NULL,
        user_agent   TEXT NOT NULL,
        created_at   INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL,
        expires_at   INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX sessions_by_hash ON sessions (hash_start);
      CREATE INDEX sessions_of_member ON sessions (tenant_id, member_id);
      CREATE INDEX sessions_by_end ON sessions (expires_at);
      CREATE TABLE recalls (
        no           INTEGER PRIMARY KEY,
        tenant_id    TEXT NOT NULL REFERENCES tenants (id),
        character_no INTEGER NOT NULL REFERENCES characters (no),
        at           INTEGER NOT NULL,
        made_by      TEXT NOT NULL,
        via          TEXT NOT NULL,
        kind         TEXT NOT NULL,
        query        TEXT NOT NULL,
        results      TEXT NOT NULL,
        given        INTEGER NOT NULL,
        rating       TEXT
      );
      CREATE INDEX recalls_by_time ON recalls (tenant_id, at, no);
      CREATE INDEX recalls_of_character ON recalls (character_no, at, no, given);
      CREATE TABLE ai_settings (
        tenant_id    TEXT PRIMARY KEY REFERENCES tenants (id),
        provider     TEXT NOT NULL,
        model        TEXT,
        base_url     TEXT,
        daily_tokens INTEGER,
        sealed_key   BLOB NOT NULL,
        changed_at   INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE TABLE audit_events (
        no           INTEGER PRIMARY KEY,
        tenant_id    TEXT NOT NULL,
        at           INTEGER NOT NULL,
        member_id    TEXT NOT NULL,
        name         TEXT NOT NULL,
        via          TEXT NOT NULL,
        key_id       TEXT,
        action       TEXT NOT NULL,
        character_no INTEGER,
        target_id    TEXT,
        outcome      TEXT NOT NULL,
        request_id   TEXT,
        address      TEXT,
        detail       TEXT
      );
      CREATE INDEX audit_by_time ON audit_events (tenant_id, at);
      CREATE TABLE webhooks (
        no              INTEGER PRIMARY KEY AUTOINCREMENT,
        id              TEXT NOT NULL UNIQUE,
        tenant_id       TEXT NOT NULL REFERENCES tenants (id),
        made_by         TEXT NOT NULL,
        url             TEXT NOT NULL,
        events          TEXT NOT NULL,
        character_ids   TEXT,
        description     TEXT,
        include_content INTEGER NOT NULL,
        status          TEXT NOT NULL,
        secret          TEXT NOT NULL,
        old_secret      TEXT,
        old_until       INTEGER,
        failing_since   INTEGER,
        created_at      INTEGER NOT NULL
      );
      CREATE INDEX webhooks_of_tenant ON webhooks (tenant_id);
      CREATE TABLE deliveries (
        no         INTEGER PRIMARY KEY AUTOINCREMENT,
        webhook_no INTEGER NOT NULL REFERENCES webhooks (no),
        event_id   TEXT NOT NULL,
        type       TEXT NOT NULL,
        body       TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        status     TEXT NOT NULL DEFAULT 'PENDING',
        attempts   TEXT NOT NULL DEFAULT '[]',
        failures   INTEGER NOT NULL DEFAULT 0,
        due_at     INTEGER,
        holder     TEXT
      );
      CREATE INDEX deliveries_of_webhook ON deliveries (webhook_no, created_at);
      CREATE INDEX deliveries_due ON deliveries (webhook_no, due_at) WHERE due_at IS NOT NULL;
      CREATE INDEX deliveries_held ON deliveries (webhook_no) WHERE holder IS NOT NULL;
      ALTER TABLE characters ADD COLUMN index_version INTEGER NOT NULL DEFAULT 0;
    `),
  // 4: an index of memories by file; watches record since when they exist.
  (sqlite) =>
    void sqlite.exec(`
      CREATE INDEX memories_of_file ON memories (character_no, source_file, state, occurred_at) WHERE source_file IS NOT NULL;
      ALTER TABLE watches ADD COLUMN watched_since INTEGER;
    `),
  // 5: changes are numbered; deliveries have their character; projects are identified by more than their
  // names.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE revisions ADD COLUMN change_no INTEGER;
      CREATE INDEX revisions_by_number ON revisions (change_no) WHERE change_no IS NOT NULL;
      ALTER TABLE deliveries ADD COLUMN character_no INTEGER;
      UPDATE deliveries SET character_no = (
        SELECT no FROM characters WHERE id = json_extract(body, '$.data.character.id'));
      CREATE TABLE projects (
        tenant_id    TEXT NOT NULL REFERENCES tenants (id),
        identity     TEXT NOT NULL,
        character_no INTEGER NOT NULL REFERENCES characters (no),
        folder       TEXT,
        is_told      INTEGER,
        PRIMARY KEY (tenant_id, identity, character_no)
      ) WITHOUT ROWID;
      CREATE INDEX projects_of_character ON projects (character_no);
      INSERT INTO projects (tenant_id, identity, character_no)
        SELECT tenant_id, 'name:' || name, no FROM characters WHERE tenant_id = 'local';
    `),
  // 6: the outcomes of captured turns are stored.
  (sqlite) =>
    void sqlite.exec(`
      CREATE TABLE captured_turns (
        no           INTEGER PRIMARY KEY,
        tenant_id    TEXT NOT NULL,
        character_no INTEGER NOT NULL REFERENCES characters (no),
        at           INTEGER NOT NULL,
        session      TEXT NOT NULL,
        speaker      TEXT NOT NULL,
        clauses      TEXT NOT NULL
      );
      CREATE INDEX captured_turns_of_tenant ON captured_turns (tenant_id);
      CREATE INDEX captured_turns_of_character ON captured_turns (character_no);
    `),
  // 7: deleted characters store their former status.
  (sqlite) => void sqlite.exec('ALTER TABLE characters ADD COLUMN status_before TEXT'),
];

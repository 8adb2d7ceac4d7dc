import type { Migration } from './early-migrations.ts';

/** The steps to versions 8 to 15. */
export const middleMigrations: readonly Migration[] = [
  // 8: calls with an idempotency key are stored for a day.
  (sqlite) =>
    void sqlite.exec(`
      CREATE TABLE idempotency_keys (
        no          INTEGER PRIMARY KEY,
        tenant_id   TEXT NOT NULL,
        member_id   TEXT NOT NULL,
        key         BLOB NOT NULL,
        fingerprint BLOB NOT NULL,
        holder      TEXT NOT NULL,
        until       INTEGER,
        changed     INTEGER NOT NULL DEFAULT 0,
        answer      BLOB,
        claimed_at  INTEGER NOT NULL,
        UNIQUE (tenant_id, member_id, key)
      );
      CREATE INDEX idempotency_keys_of_member ON idempotency_keys (tenant_id, member_id, claimed_at);
      CREATE INDEX idempotency_keys_by_time ON idempotency_keys (claimed_at);
    `),
  // 9: the model of a host may read a session when it is over.
  (sqlite) =>
    void sqlite.exec(`
      CREATE TABLE host_turns (
        no         INTEGER PRIMARY KEY,
        session_no INTEGER NOT NULL REFERENCES hook_sessions (no),
        speaker    TEXT NOT NULL,
        memory     TEXT NOT NULL,
        due_at     INTEGER NOT NULL
      );
      CREATE INDEX host_turns_of_session ON host_turns (session_no);
      CREATE INDEX host_turns_by_time ON host_turns (due_at);
      CREATE TABLE host_extractions (
        no           INTEGER PRIMARY KEY,
        tenant_id    TEXT NOT NULL REFERENCES tenants (id),
        character_no INTEGER NOT NULL REFERENCES characters (no),
        host         TEXT NOT NULL,
        session      TEXT NOT NULL,
        at           INTEGER NOT NULL,
        turns        INTEGER NOT NULL,
        kept         INTEGER,
        fault        TEXT
      );
      CREATE INDEX host_extractions_by_time ON host_extractions (tenant_id, at);
    `),
  // 10: revisions and recalls store their program; recalls store how they ended and a key of equal questions.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE revisions ADD COLUMN client TEXT;
      DROP INDEX revisions_by_time;
      CREATE INDEX revisions_by_time ON revisions (character_no, created_at, memory_no, revision, change_type, client);
      CREATE INDEX revisions_to_review ON revisions (character_no, created_at, memory_no, revision)
        WHERE author_kind = 'model' AND verdict IS NULL AND change_type IN ('UPDATED', 'DELETED');
      ALTER TABLE recalls ADD COLUMN best REAL;
      ALTER TABLE recalls ADD COLUMN question_key TEXT NOT NULL DEFAULT '';
      ALTER TABLE recalls ADD COLUMN is_order INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE recalls ADD COLUMN client TEXT;
      ALTER TABLE recalls ADD COLUMN tokens INTEGER;
      UPDATE recalls SET best = (SELECT max(value ->> 'relevance') FROM json_each(results)),
        question_key = lower(trim(query, ' ?.!')),
        is_order = kind = 'hook' AND query <> '' AND instr(query, '?') = 0,
        client = CASE WHEN kind = 'hook' THEN made_by END;
    `),
  // 11: changes of one batch are undone together.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE revisions ADD COLUMN batch TEXT;
      CREATE INDEX revisions_of_batch ON revisions (character_no, batch, memory_no, revision) WHERE batch IS NOT NULL;
    `),
  // 12: people's decisions on likely duplicates that are both right, and on questions that need no memory.
  (sqlite) =>
    void sqlite.exec(`
      CREATE TABLE kept_pairs (
        character_no INTEGER NOT NULL REFERENCES characters (no),
        lower_key    BLOB NOT NULL,
        higher_key   BLOB NOT NULL,
        PRIMARY KEY (character_no, lower_key, higher_key)
      ) WITHOUT ROWID;
      CREATE TABLE dismissed_questions (
        character_no INTEGER NOT NULL REFERENCES characters (no),
        question_key TEXT NOT NULL,
        PRIMARY KEY (character_no, question_key)
      ) WITHOUT ROWID;
    `),
  // 13: stores are replicated.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE revisions ADD COLUMN origin TEXT;
      ALTER TABLE revisions ADD COLUMN conflict INTEGER;
      CREATE INDEX revisions_in_order ON revisions (character_no, coalesce(change_no, 0), memory_no, revision);
      CREATE INDEX revisions_in_conflict ON revisions (character_no, created_at, memory_no, revision)
        WHERE conflict = 1 AND verdict IS NULL;
      CREATE TABLE merged_memories (
        character_no INTEGER NOT NULL REFERENCES characters (no),
        id           TEXT NOT NULL,
        into_id      TEXT NOT NULL,
        PRIMARY KEY (character_no, id)
      ) WITHOUT ROWID;
      CREATE TABLE connections (
        no            INTEGER PRIMARY KEY,
        url           TEXT NOT NULL UNIQUE,
        store_id      TEXT NOT NULL,
        member        TEXT NOT NULL,
        key_file      TEXT NOT NULL,
        connected_at  INTEGER NOT NULL,
        contacted_at  INTEGER,
        problem       TEXT,
        refused_since INTEGER
      );
      CREATE TABLE replicas (
        character_no  INTEGER PRIMARY KEY REFERENCES characters (no),
        connection_no INTEGER NOT NULL REFERENCES connections (no),
        remote_id     TEXT NOT NULL,
        position      TEXT,
        sent_no       INTEGER,
        base          TEXT,
        problem       TEXT,
        refused_since INTEGER,
        keeps         INTEGER NOT NULL DEFAULT 0
      );
      CREATE INDEX replicas_of_connection ON replicas (connection_no);
      CREATE TABLE replica_memories (
        memory_no INTEGER PRIMARY KEY REFERENCES memories (no),
        revision  INTEGER NOT NULL
      );
      CREATE TABLE replica_refusals (
        memory_no INTEGER PRIMARY KEY REFERENCES memories (no),
        reason    TEXT NOT NULL,
        at        INTEGER NOT NULL
      );
    `),
  // 14: memories are listed by importance and by their last change.
  (sqlite) =>
    void sqlite.exec(`
      CREATE INDEX memories_by_use ON memories (
        character_no, state, CASE importance WHEN 'CRITICAL' THEN 0 WHEN 'HIGH' THEN 1 WHEN 'NORMAL' THEN 2 WHEN 'LOW' THEN 3 END,
        salience DESC, occurred_at DESC, no DESC);
      CREATE INDEX memories_by_change ON memories (character_no, state, updated_at, no);
    `),
  // 15: memories that name a year are found, to tell which name a day that has passed.
  (sqlite) =>
    void sqlite.exec(`
      CREATE INDEX memories_with_year ON memories (character_no, state, occurred_at, no)
        WHERE state = 'ACTIVE' AND content GLOB '*20[0-9][0-9]*';
    `),
];

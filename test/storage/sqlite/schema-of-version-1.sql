-- The store of the agent memory service (SQLite), version 1.
-- Times are milliseconds since the epoch (UTC). `id` is the UUID of the interface; `no` is the small number that
-- other tables and the search index refer to. Memories and their revisions are never removed, only marked.

CREATE TABLE tenants (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  tier       TEXT NOT NULL,
  -- A downgrade waits for the end of the billing period.
  next_tier  TEXT,
  period_end INTEGER,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE members (
  id         TEXT PRIMARY KEY,
  tenant_id  TEXT NOT NULL REFERENCES tenants (id),
  name       TEXT NOT NULL,
  role       TEXT NOT NULL,
  status     TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- A removed member stays for the keys that name it.
  removed_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX members_once ON members (tenant_id, name) WHERE removed_at IS NULL;

CREATE TABLE api_keys (
  id           TEXT PRIMARY KEY,
  member_id    TEXT NOT NULL REFERENCES members (id),
  name         TEXT NOT NULL,
  hash         BLOB NOT NULL, -- SHA-256 of the key's text
  hash_start   BLOB NOT NULL, -- its first 8 bytes: found by these, compared in whole in constant time
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at   INTEGER
) WITHOUT ROWID;
CREATE INDEX api_keys_by_hash ON api_keys (hash_start);
CREATE INDEX api_keys_of_member ON api_keys (member_id);

CREATE TABLE characters (
  no              INTEGER PRIMARY KEY,
  id              TEXT NOT NULL UNIQUE,
  tenant_id       TEXT NOT NULL REFERENCES tenants (id),
  name            TEXT NOT NULL,
  -- The name without case: an alias must not equal any character's name.
  name_key        TEXT NOT NULL,
  status          TEXT NOT NULL,
  category_preset TEXT NOT NULL,
  external_id     TEXT,
  tags            TEXT NOT NULL, -- JSON list
  profile         TEXT NOT NULL, -- JSON object
  -- Kept in step by every write, so that lists can sort by them.
  memory_count    INTEGER NOT NULL DEFAULT 0,
  last_memory_at  INTEGER,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  UNIQUE (tenant_id, name)
);
CREATE INDEX characters_by_name_key ON characters (tenant_id, name_key);

CREATE TABLE aliases (
  tenant_id    TEXT NOT NULL,
  alias_key    TEXT NOT NULL, -- without case
  character_no INTEGER NOT NULL REFERENCES characters (no),
  position     INTEGER NOT NULL,
  alias        TEXT NOT NULL,
  source_hint  TEXT,
  PRIMARY KEY (tenant_id, alias_key)
) WITHOUT ROWID;
CREATE INDEX aliases_of_character ON aliases (character_no, position);

CREATE TABLE categories (
  no           INTEGER PRIMARY KEY,
  character_no INTEGER NOT NULL REFERENCES characters (no),
  name         TEXT NOT NULL,
  name_key     TEXT NOT NULL, -- without case
  description  TEXT NOT NULL,
  importance   TEXT NOT NULL,
  hints        TEXT NOT NULL, -- JSON list
  is_default   INTEGER NOT NULL,
  UNIQUE (character_no, name_key)
);

CREATE TABLE memories (
  no            INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE,
  character_no  INTEGER NOT NULL REFERENCES characters (no),
  category_no   INTEGER NOT NULL REFERENCES categories (no),
  content       TEXT NOT NULL,
  -- First 16 bytes of the SHA-256 of the content's identity (white space and composition folded).
  content_key   BLOB NOT NULL,
  salience      REAL NOT NULL,
  importance    TEXT NOT NULL,
  state         TEXT NOT NULL,
  revision      INTEGER NOT NULL,
  source_kind   TEXT NOT NULL,
  source_file   TEXT,
  session_id    TEXT,
  occurred_at   INTEGER NOT NULL,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  -- The analyser that the search index knows it by; older ones are indexed again in the background.
  index_version INTEGER NOT NULL,
  -- NULL: waits for an embedding; 1: has one; 0: the endpoint refuses its text.
  embedded      INTEGER
);
CREATE UNIQUE INDEX memories_once ON memories (character_no, content_key) WHERE state = 'ACTIVE';
CREATE INDEX memories_by_time ON memories (character_no, state, occurred_at);
CREATE INDEX memories_by_category ON memories (category_no, state, occurred_at);
CREATE INDEX memories_by_index_version ON memories (index_version) WHERE state = 'ACTIVE';
CREATE INDEX memories_to_embed ON memories (character_no) WHERE embedded IS NULL AND state = 'ACTIVE';

CREATE TABLE revisions (
  memory_no   INTEGER NOT NULL REFERENCES memories (no),
  revision    INTEGER NOT NULL,
  change_type TEXT NOT NULL,
  content     TEXT NOT NULL,
  category    TEXT NOT NULL, -- its name then; the category itself may be gone
  salience    REAL NOT NULL,
  importance  TEXT NOT NULL,
  changed_by  TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (memory_no, revision)
) WITHOUT ROWID;

-- The search index: for each character its passages, numbered in order of arrival, in segments of up to 512.
-- Keys begin with the character, so that neither a write nor a search depends on what other characters hold.

-- Memories written last, not yet in a segment: a write touches one row here instead of one for each of its terms.
CREATE TABLE search_recent (
  character_no INTEGER NOT NULL,
  memory_no INTEGER NOT NULL,
  passages BLOB NOT NULL, -- as in search_segments
  terms TEXT NOT NULL, -- see recent-memories.ts
  PRIMARY KEY (character_no, memory_no)
) STRICT, WITHOUT ROWID;

-- One record a passage (see passage-records.ts): memory, length, session, minute, fingerprint. Memory 0: retired.
CREATE TABLE search_segments (
  character_no INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  lowest_memory_no INTEGER NOT NULL,
  highest_memory_no INTEGER NOT NULL,
  passages BLOB NOT NULL,
  PRIMARY KEY (character_no, segment)
) STRICT, WITHOUT ROWID;

-- Where a term stands in a segment (see postings.ts): 16 bits an occurrence, passage and word position.
CREATE TABLE search_postings (
  character_no INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  term TEXT NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (character_no, segment, term)
) STRICT, WITHOUT ROWID;

-- Every term that ever came into a segment, for repairing words that the index does not know.
CREATE TABLE search_vocabulary (
  character_no INTEGER NOT NULL,
  term TEXT NOT NULL,
  PRIMARY KEY (character_no, term)
) STRICT, WITHOUT ROWID;
-- Typing errors at the beginning of a word: terms that end alike.
CREATE INDEX search_vocabulary_by_ending ON search_vocabulary (character_no, substr(term, -2));

-- What AI cost: counts by tenant and UTC day (such as 2026-01-31).
CREATE TABLE ai_usage (
  tenant_id     TEXT NOT NULL,
  day           TEXT NOT NULL,
  calls         INTEGER NOT NULL,
  input_tokens  INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, day)
) WITHOUT ROWID;

-- The model that all embeddings are of: one row, none before the first embedding.
CREATE TABLE embedding_model (
  name       TEXT NOT NULL,
  dimensions INTEGER NOT NULL
);

-- Vectors of active memories, see vectors/codec.ts. Beside them stands memory_bits, a table of sqlite-vec made with
-- the model, which finds candidates in large characters; it may lag behind by what embedding_removals lists.
CREATE TABLE embeddings (
  memory_no INTEGER PRIMARY KEY REFERENCES memories (no),
  vector    BLOB NOT NULL
);
CREATE TABLE embedding_removals (
  memory_no INTEGER PRIMARY KEY
);
-- Characters whose vectors are in memory_bits.
CREATE TABLE coarse_characters (
  character_no INTEGER PRIMARY KEY REFERENCES characters (no)
);

-- Work that one process at a time does for all: who has the right to it, and until when.
CREATE TABLE leases (
  name   TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until  INTEGER NOT NULL
) WITHOUT ROWID;

-- Files that were pushed. The latest version stands here too; all kept ones are in snapshots.
CREATE TABLE files (
  no            INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE,
  character_no  INTEGER NOT NULL REFERENCES characters (no),
  path          TEXT NOT NULL,
  label         TEXT,
  version       INTEGER NOT NULL,
  content_hash  TEXT NOT NULL, -- SHA-256, hexadecimal
  size_bytes    INTEGER NOT NULL,
  captured_at   INTEGER NOT NULL,
  -- Since when it is gone from the disk, and whether its pieces went with it.
  missing_since  INTEGER,
  pieces_dropped INTEGER NOT NULL DEFAULT 0,
  UNIQUE (character_no, path)
);
CREATE INDEX files_by_time ON files (character_no, captured_at);

CREATE TABLE snapshots (
  file_no      INTEGER NOT NULL REFERENCES files (no),
  version      INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  size_bytes   INTEGER NOT NULL,
  captured_at  INTEGER NOT NULL,
  PRIMARY KEY (file_no, version)
) WITHOUT ROWID;
CREATE INDEX snapshots_by_content ON snapshots (content_hash);

-- Each content once, however many snapshots have it; removed with the last of them.
CREATE TABLE file_contents (
  content_hash TEXT PRIMARY KEY,
  bytes        BLOB NOT NULL
);

-- The statements of each file's latest version: where each stands (key) and what it says alone (body_key).
CREATE TABLE pieces (
  no       INTEGER PRIMARY KEY,
  file_no  INTEGER NOT NULL REFERENCES files (no),
  key      TEXT NOT NULL,
  body_key TEXT NOT NULL,
  UNIQUE (file_no, key)
);

-- The memories of a piece and the revision in which the sync left them; a later one tells that somebody edited them.
CREATE TABLE piece_memories (
  piece_no  INTEGER NOT NULL REFERENCES pieces (no),
  memory_no INTEGER NOT NULL REFERENCES memories (no),
  revision  INTEGER NOT NULL,
  PRIMARY KEY (piece_no, memory_no)
) WITHOUT ROWID;
CREATE INDEX piece_memories_by_memory ON piece_memories (memory_no);

-- Pieces that wait for extraction.
CREATE TABLE captures (
  piece_no INTEGER PRIMARY KEY REFERENCES pieces (no),
  memory   TEXT NOT NULL, -- what it would be stored as without extraction, JSON
  attempts INTEGER NOT NULL DEFAULT 0,
  error    TEXT,
  -- When it may be taken; while a process works on it, until when nobody else takes it.
  due_at   INTEGER NOT NULL
);
CREATE INDEX captures_by_time ON captures (due_at);

-- Files and folders of this machine that are watched.
CREATE TABLE watches (
  character_no   INTEGER NOT NULL REFERENCES characters (no),
  path           TEXT NOT NULL,
  kind           TEXT NOT NULL,
  label          TEXT,
  delete_missing INTEGER NOT NULL,
  PRIMARY KEY (character_no, path)
) WITHOUT ROWID;

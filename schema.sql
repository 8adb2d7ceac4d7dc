-- The store of the agent memory service (SQLite), version 15.
-- Times are milliseconds since the epoch (UTC). `id` is the UUID of the interface; `no` is the small number that
-- other tables and the search index refer to. Memories and their revisions are only marked, and removed by an erasure alone.

-- One row: the identity of the store. A copy has the same.
CREATE TABLE store (
  id TEXT NOT NULL
);
INSERT INTO store (id) VALUES (lower(hex(randomblob(16))));

CREATE TABLE tenants (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  tier       TEXT NOT NULL,
  -- A pending downgrade waits for the end of the billing period.
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
  -- A removed member stays for the keys that refer to it.
  removed_at INTEGER,
  -- Its id at an identity provider.
  external_id TEXT
) WITHOUT ROWID;
CREATE UNIQUE INDEX members_once ON members (tenant_id, name) WHERE removed_at IS NULL;
-- Also of removed members: they are refused, not treated as unknown.
CREATE INDEX members_by_name ON members (tenant_id, name);
CREATE INDEX members_by_external_id ON members (tenant_id, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE api_keys (
  id           TEXT PRIMARY KEY,
  member_id    TEXT NOT NULL REFERENCES members (id),
  name         TEXT NOT NULL,
  hash         BLOB NOT NULL, -- SHA-256 of the key's text
  hash_start   BLOB NOT NULL, -- its first 8 bytes: the look-up uses these, then compares the whole in constant time
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at   INTEGER,
  expires_at   INTEGER,
  access       TEXT NOT NULL DEFAULT 'WRITE', -- READ or WRITE
  characters   TEXT -- JSON list of ids; NULL: no limit
) WITHOUT ROWID;
CREATE INDEX api_keys_by_hash ON api_keys (hash_start);
CREATE INDEX api_keys_of_member ON api_keys (member_id);

-- Sessions of the dashboard.
CREATE TABLE sessions (
  id           TEXT PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id),
  member_id    TEXT NOT NULL REFERENCES members (id),
  key_id       TEXT REFERENCES api_keys (id), -- the key that was exchanged for it; NULL: a link or a passkey opened it
  passkey_id   TEXT, -- the passkey that opened it
  hash         BLOB NOT NULL, -- SHA-256 of the session's token
  hash_start   BLOB NOT NULL, -- its first 8 bytes, as for keys
  user_agent   TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_hash ON sessions (hash_start);
CREATE INDEX sessions_of_member ON sessions (tenant_id, member_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- Passkeys (WebAuthn) of members.
CREATE TABLE passkeys (
  id           TEXT PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id),
  member_id    TEXT NOT NULL REFERENCES members (id),
  name         TEXT NOT NULL,
  credential   BLOB NOT NULL, -- what the authenticator calls it
  public_key   BLOB NOT NULL, -- SubjectPublicKeyInfo (DER)
  counter      INTEGER NOT NULL,
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential);
CREATE INDEX passkeys_of_member ON passkeys (tenant_id, member_id);

CREATE TABLE passkey_challenges (
  challenge  BLOB PRIMARY KEY, -- SHA-256 of the ticket that the asking page has
  member_id  TEXT, -- who adds a passkey; NULL: somebody signs in
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);

-- Links that sign a member in to the dashboard once.
CREATE TABLE sign_in_links (
  member_id  TEXT PRIMARY KEY REFERENCES members (id),
  maker_id   TEXT NOT NULL, -- the member who made it; local: the person who runs the server
  hash       BLOB NOT NULL, -- SHA-256 of its secret
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX sign_in_links_by_hash ON sign_in_links (hash);
CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);

-- What members have allowed clients (OAuth); a grant that has ended is gone.
CREATE TABLE grants (
  id           TEXT PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id),
  member_id    TEXT NOT NULL REFERENCES members (id),
  client_id    TEXT NOT NULL,
  client_name  TEXT NOT NULL,
  access       TEXT NOT NULL, -- READ or WRITE
  characters   TEXT, -- JSON list of ids; NULL: no limit
  resource     TEXT NOT NULL, -- the address that its tokens are for
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at   INTEGER NOT NULL -- that of its last token
) WITHOUT ROWID;
CREATE INDEX grants_of_member ON grants (member_id);
CREATE INDEX grants_of_tenant ON grants (tenant_id);
CREATE INDEX grants_by_end ON grants (expires_at);

CREATE TABLE grant_tokens (
  hash       BLOB PRIMARY KEY, -- SHA-256 of the token
  grant_id   TEXT NOT NULL REFERENCES grants (id),
  kind       TEXT NOT NULL, -- code, access or refresh
  proof      TEXT, -- of a code: what its exchange must show, JSON
  expires_at INTEGER NOT NULL,
  used_at    INTEGER -- of codes and refresh tokens, which are good for one use
) WITHOUT ROWID;
CREATE INDEX grant_tokens_of_grant ON grant_tokens (grant_id);
CREATE INDEX grant_tokens_by_end ON grant_tokens (expires_at);

CREATE TABLE characters (
  no              INTEGER PRIMARY KEY,
  id              TEXT NOT NULL UNIQUE,
  tenant_id       TEXT NOT NULL REFERENCES tenants (id),
  name            TEXT NOT NULL,
  -- The name without case: an alias must not equal any character's name.
  name_key        TEXT NOT NULL,
  status          TEXT NOT NULL,
  -- The status before a deletion.
  status_before   TEXT,
  category_preset TEXT NOT NULL,
  external_id     TEXT,
  tags            TEXT NOT NULL, -- JSON list
  profile         TEXT NOT NULL, -- JSON object
  -- Updated by every write, so that lists can sort by them.
  memory_count    INTEGER NOT NULL DEFAULT 0,
  last_memory_at  INTEGER,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  visibility      TEXT NOT NULL DEFAULT 'PUBLIC',
  -- The member who made it or received it; may be no member, as in revisions.
  owner_id        TEXT NOT NULL DEFAULT 'local',
  -- Rises with every write to the character's search index: a cached index is valid for one version.
  index_version   INTEGER NOT NULL DEFAULT 0,
  -- The same for the embeddings of its memories.
  vectors_version INTEGER NOT NULL DEFAULT 0,
  UNIQUE (tenant_id, name)
);
CREATE INDEX characters_by_name_key ON characters (tenant_id, name_key);
-- Not unique: earlier releases allowed several of one id.
CREATE INDEX characters_by_external_id ON characters (tenant_id, external_id) WHERE external_id IS NOT NULL;

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

-- The members with whom a private character is shared, besides its owner.
CREATE TABLE shares (
  tenant_id    TEXT NOT NULL,
  member_id    TEXT NOT NULL,
  character_no INTEGER NOT NULL REFERENCES characters (no),
  access       TEXT NOT NULL, -- READ or WRITE
  PRIMARY KEY (tenant_id, member_id, character_no)
) WITHOUT ROWID;
CREATE INDEX shares_of_character ON shares (character_no);

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
  -- One that has moved to another character is a deleted memory in this one, and has its id there.
  id            TEXT NOT NULL,
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
  -- 1: a message of a conversation that the caller named.
  said          INTEGER NOT NULL DEFAULT 0,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  valid_until   INTEGER, -- from then on it no longer holds
  superseded_by TEXT, -- the id of the memory that says what holds instead; counts while that is active
  tags          TEXT, -- JSON list; NULL: none
  metadata      TEXT, -- JSON object of texts and numbers; NULL: none
  -- What it does to other memories is judged: 3: it may end them; 2: a person is asked; 1: as 2, of talk; 0: no more.
  to_judge      INTEGER NOT NULL DEFAULT 1,
  -- Its revision when it was compared with those that are alike: it waits while this is another one.
  compared      INTEGER,
  -- The version of the analyser that indexed it; older ones are reindexed in the background.
  index_version INTEGER NOT NULL,
  -- NULL: waits for an embedding; 1: has one; 0: the endpoint refuses its text.
  embedded      INTEGER
);
CREATE UNIQUE INDEX memories_by_id ON memories (id, character_no);
CREATE UNIQUE INDEX memories_once ON memories (character_no, content_key) WHERE state = 'ACTIVE';
CREATE INDEX memories_by_time ON memories (character_no, state, occurred_at, no, source_kind);
CREATE INDEX memories_by_category ON memories (category_no, state, occurred_at);
-- Lists by importance and by the last change.
CREATE INDEX memories_by_use ON memories (
  character_no, state, CASE importance WHEN 'CRITICAL' THEN 0 WHEN 'HIGH' THEN 1 WHEN 'NORMAL' THEN 2 WHEN 'LOW' THEN 3 END,
  salience DESC, occurred_at DESC, no DESC);
CREATE INDEX memories_by_change ON memories (character_no, state, updated_at, no);
-- Memories that may name a day of the future.
CREATE INDEX memories_with_year ON memories (character_no, state, occurred_at, no)
  WHERE state = 'ACTIVE' AND content GLOB '*20[0-9][0-9]*';
CREATE INDEX memories_of_file ON memories (character_no, source_file, state, occurred_at) WHERE source_file IS NOT NULL;
CREATE INDEX memories_superseded ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX memories_to_judge ON memories (to_judge, updated_at, no) WHERE to_judge > 0 AND state = 'ACTIVE';
-- Messages of imported chats come last.
CREATE INDEX memories_to_compare ON memories ((source_kind <> 'import' OR session_id IS NULL), character_no, updated_at, no)
  WHERE state = 'ACTIVE' AND compared IS NOT revision;
CREATE INDEX memories_by_index_version ON memories (index_version) WHERE state = 'ACTIVE';
CREATE INDEX memories_to_embed ON memories (character_no) WHERE embedded IS NULL AND state = 'ACTIVE';

CREATE TABLE revisions (
  memory_no   INTEGER NOT NULL REFERENCES memories (no),
  revision    INTEGER NOT NULL,
  change_type TEXT NOT NULL,
  content     TEXT NOT NULL,
  category    TEXT NOT NULL, -- the name at that time; the category itself may have been deleted
  salience    REAL NOT NULL,
  importance  TEXT NOT NULL,
  changed_by  TEXT NOT NULL, -- the name at that time
  created_at  INTEGER NOT NULL,
  member_id   TEXT, -- may be no member: the local owner, or the unknown subject of a token
  character_no INTEGER, -- of the memory
  author_kind TEXT, -- model, user, file or system; NULL: written before this was recorded
  client      TEXT, -- the program that made the change: a host, or a key's name
  verdict     TEXT, -- a person's verdict after review: kept or undone
  -- Rises with every statement that changes memories, independent of the clock. NULL: older than version 5.
  change_no   INTEGER,
  batch       TEXT, -- the batch of the change: all of it can be undone at once
  origin      TEXT, -- the change of a replica that it came as
  valid_until INTEGER,
  superseded_by TEXT,
  tags        TEXT,
  metadata    TEXT,
  conflict    INTEGER, -- 1: merged with changes that said something else
  words_of    TEXT, -- user, agent, other, document:NAME or member:NAME; NULL: the author's own
  moved       TEXT, -- the id of the character that it moved to, or came from, by this change
  PRIMARY KEY (memory_no, revision)
) WITHOUT ROWID;
CREATE INDEX revisions_by_time ON revisions (character_no, created_at, memory_no, revision, change_type, client);
-- Edits of models without review.
CREATE INDEX revisions_to_review ON revisions (character_no, created_at, memory_no, revision)
  WHERE author_kind = 'model' AND verdict IS NULL AND change_type IN ('UPDATED', 'DELETED', 'ENDED');
CREATE INDEX revisions_of_batch ON revisions (character_no, batch, memory_no, revision) WHERE batch IS NOT NULL;
CREATE INDEX revisions_by_number ON revisions (change_no) WHERE change_no IS NOT NULL;
CREATE INDEX revisions_in_order ON revisions (character_no, coalesce(change_no, 0), memory_no, revision);
CREATE INDEX revisions_in_conflict ON revisions (character_no, created_at, memory_no, revision)
  WHERE conflict = 1 AND verdict IS NULL;

-- Memories that were deleted as the second one of a text, and which has it: the id of each leads to the other.
CREATE TABLE merged_memories (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  id           TEXT NOT NULL,
  into_id      TEXT NOT NULL,
  PRIMARY KEY (character_no, id)
) WITHOUT ROWID;

-- Servers, other machines and shared folders that characters of this store are replicated with. The key, the passphrase or the
-- command that reaches it is in a file of its own.
CREATE TABLE connections (
  no            INTEGER PRIMARY KEY,
  url           TEXT NOT NULL UNIQUE,
  store_id      TEXT NOT NULL, -- the server's: another one at this address is refused
  member        TEXT NOT NULL, -- whom the key is of, by name
  key_file      TEXT NOT NULL,
  connected_at  INTEGER NOT NULL,
  contacted_at  INTEGER, -- when the server answered last
  problem       TEXT, -- why the last exchange failed
  refused_since INTEGER -- since when the server lets the member in no more
);

CREATE TABLE replicas (
  character_no  INTEGER PRIMARY KEY REFERENCES characters (no),
  connection_no INTEGER NOT NULL REFERENCES connections (no),
  remote_id     TEXT NOT NULL, -- the character at the server
  position      TEXT, -- up to which of the server's changes it has all; NULL: none yet
  sent_no       INTEGER, -- no change up to this number waits; NULL: any may
  base          TEXT, -- the character beside its memories as both sides had it last, JSON
  problem       TEXT,
  refused_since INTEGER,
  keeps         INTEGER NOT NULL DEFAULT 0, -- 1: it stays when the server shares it no more
  recalls_no    INTEGER, -- up to which recall the server has the counts; NULL: of none
  erased_no     INTEGER NOT NULL DEFAULT 0, -- up to which of the server's erasures it has all
  told_no       INTEGER NOT NULL DEFAULT 0 -- up to which of its own the server has all
);
CREATE INDEX replicas_of_connection ON replicas (connection_no);

-- Up to which revision a memory is as at the server; later ones wait.
CREATE TABLE replica_memories (
  memory_no INTEGER PRIMARY KEY REFERENCES memories (no),
  revision  INTEGER NOT NULL
);

-- Memories with a change that the server did not take.
CREATE TABLE replica_refusals (
  memory_no INTEGER PRIMARY KEY REFERENCES memories (no),
  reason    TEXT NOT NULL,
  at        INTEGER NOT NULL
);
CREATE INDEX replica_refusals_by_time ON replica_refusals (at);

-- Characters whose order of changes this store decides in a shared folder; the connection then has the id of this store.
CREATE TABLE decided_characters (
  character_no  INTEGER PRIMARY KEY REFERENCES characters (no),
  connection_no INTEGER NOT NULL REFERENCES connections (no)
);
CREATE INDEX decided_of_connection ON decided_characters (connection_no);

-- The numbers of the last bundles that were read from and written for another store in a shared folder.
-- One with a lower number does nothing.
CREATE TABLE bundles (
  connection_no  INTEGER NOT NULL REFERENCES connections (no),
  store_id       TEXT NOT NULL,
  read_number    INTEGER NOT NULL,
  written_number INTEGER NOT NULL,
  machine        TEXT, -- of the other store
  heard_at       INTEGER, -- when it was read last
  PRIMARY KEY (connection_no, store_id)
) WITHOUT ROWID;

-- Pairs of texts that a person judged to be both right, by their content keys: no duplicates as long as both texts stay.
CREATE TABLE kept_pairs (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  lower_key    BLOB NOT NULL,
  higher_key   BLOB NOT NULL,
  batch        TEXT, -- of the answer: all of it can be taken back at once. NULL: older than version 35
  kept_at      INTEGER,
  kept_by      TEXT, -- the name at that time
  client       TEXT,
  older_no     INTEGER, -- of a linked pair the number of the memory that may be outdated
  PRIMARY KEY (character_no, lower_key, higher_key)
) WITHOUT ROWID;
CREATE INDEX kept_pairs_of_batch ON kept_pairs (character_no, batch) WHERE batch IS NOT NULL;

-- Memories that say about the same, or contradict each other; shown while both are as they were compared.
CREATE TABLE alike_pairs (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  one_no       INTEGER NOT NULL, -- the lower number
  other_no     INTEGER NOT NULL,
  kind         TEXT NOT NULL,
  likeness     INTEGER NOT NULL, -- thousandths
  PRIMARY KEY (character_no, one_no, other_no)
) WITHOUT ROWID;
CREATE INDEX alike_pairs_by_likeness ON alike_pairs (character_no, likeness, one_no, other_no);
CREATE INDEX alike_pairs_of_other ON alike_pairs (character_no, other_no);

-- Memories of which the newer one may say what holds instead; a person decides.
CREATE TABLE memory_links (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  older_no     INTEGER NOT NULL,
  newer_no     INTEGER NOT NULL,
  at           INTEGER NOT NULL,
  PRIMARY KEY (character_no, older_no, newer_no)
) WITHOUT ROWID;

-- Memories that the user asked to forget; a person decides.
CREATE TABLE forget_requests (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  memory_no    INTEGER NOT NULL,
  what         TEXT NOT NULL, -- as it was said
  at           INTEGER NOT NULL,
  PRIMARY KEY (character_no, memory_no)
) WITHOUT ROWID;

-- Texts that were erased for good. An erasure is recorded with the unit that removes the memories; its further steps (index,
-- logs, free pages) go on after a crash. Nothing here holds a text, but for erasing_texts, which is emptied at the end.
CREATE TABLE erasure_secrets (
  tenant_id TEXT PRIMARY KEY REFERENCES tenants (id),
  secret    BLOB NOT NULL -- the key of the digests in erased_texts
) WITHOUT ROWID;

CREATE TABLE erasures (
  id           TEXT PRIMARY KEY,
  character_no INTEGER NOT NULL REFERENCES characters (no),
  at           INTEGER NOT NULL,
  member_id    TEXT NOT NULL, -- as in revisions
  erased_by    TEXT NOT NULL, -- the name at that time
  memories     INTEGER NOT NULL,
  removed      TEXT NOT NULL, -- what else was removed: kind → count, JSON
  step         INTEGER NOT NULL, -- the next one, see src/domain/erasure.ts
  done_at      INTEGER, -- NULL: steps remain
  change_no    INTEGER -- as in revisions: numbers of removed ones are not given again
) WITHOUT ROWID;
CREATE INDEX erasures_of_character ON erasures (character_no, at);
CREATE INDEX erasures_to_do ON erasures (at) WHERE done_at IS NULL;
CREATE INDEX erasures_by_number ON erasures (change_no) WHERE change_no IS NOT NULL;

-- The tombstones: each text that an erased memory had, as a keyed digest.
CREATE TABLE erased_texts (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  digest       BLOB NOT NULL,
  memory_id    TEXT NOT NULL,
  erasure_id   TEXT NOT NULL REFERENCES erasures (id),
  PRIMARY KEY (character_no, digest, memory_id)
) WITHOUT ROWID;
CREATE INDEX erased_memories ON erased_texts (character_no, memory_id);

-- What the steps of an erasure look for.
CREATE TABLE erasing_texts (
  erasure_id TEXT NOT NULL REFERENCES erasures (id),
  memory_id  TEXT NOT NULL, -- empty: words that the caller named; file: the id of a file that memories came from
  position   INTEGER NOT NULL,
  content    TEXT NOT NULL,
  PRIMARY KEY (erasure_id, memory_id, position)
) WITHOUT ROWID;

-- How far the replicas of a character have confirmed its erasures; 0: one that knows of none.
CREATE TABLE erasure_replicas (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  replica      TEXT NOT NULL, -- the id of its store
  erased_no    INTEGER NOT NULL, -- erasures.change_no
  seen_at      INTEGER NOT NULL, -- when that became so
  PRIMARY KEY (character_no, replica)
) WITHOUT ROWID;

-- Backups that were made of this store: they still hold what was erased later.
CREATE TABLE backups (
  file TEXT PRIMARY KEY, -- path
  at   INTEGER NOT NULL
) WITHOUT ROWID;

-- Memories that hooks leave out, or give although they read as orders: in the revision that was trusted, else 0.
CREATE TABLE muted_memories (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  memory_no    INTEGER NOT NULL,
  trusted      INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (character_no, memory_no)
) WITHOUT ROWID;

-- Memories that a person called wrong for a question, by the beginning of recalls.question_key: hooks leave them out for it.
CREATE TABLE wrong_answers (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  question_key TEXT NOT NULL,
  memory_no    INTEGER NOT NULL,
  PRIMARY KEY (character_no, question_key, memory_no)
) WITHOUT ROWID;

-- The search index: for each character its passages, numbered in order of arrival, in segments of up to 512.
-- Keys begin with the character, so that the cost of a write or a search does not depend on other characters.

-- The latest memories, not yet in a segment: a write touches one row here instead of one for each of its terms.
CREATE TABLE search_recent (
  character_no INTEGER NOT NULL,
  memory_no INTEGER NOT NULL,
  passages BLOB NOT NULL, -- as in search_segments
  terms TEXT NOT NULL, -- see src/search/index/recent-memories.ts
  PRIMARY KEY (character_no, memory_no)
) STRICT, WITHOUT ROWID;

-- One record a passage (see src/search/index/passage-records.ts): memory, length, session, minute and traits.
-- Memory 0: retired.
CREATE TABLE search_segments (
  character_no INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  lowest_memory_no INTEGER NOT NULL,
  highest_memory_no INTEGER NOT NULL,
  passages BLOB NOT NULL,
  filter BLOB, -- a Bloom filter of its terms (see src/search/index/term-filter.ts); NULL: any term may be in it
  PRIMARY KEY (character_no, segment)
) STRICT, WITHOUT ROWID;

-- The postings of a term in a segment (see src/search/index/postings.ts): 16 bits an occurrence, passage and word position.
CREATE TABLE search_postings (
  character_no INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  term TEXT NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (character_no, segment, term)
) STRICT, WITHOUT ROWID;

-- Every term that was ever in a segment, for correcting misspelt words.
CREATE TABLE search_vocabulary (
  character_no INTEGER NOT NULL,
  term TEXT NOT NULL,
  PRIMARY KEY (character_no, term)
) STRICT, WITHOUT ROWID;
-- Terms reversed, for typing errors at the beginning of a word.
CREATE INDEX search_vocabulary_by_ending ON search_vocabulary (character_no, substr(term, -2));

-- Usage of AI: counts by tenant and UTC day (such as 2026-01-31).
CREATE TABLE ai_usage (
  tenant_id     TEXT NOT NULL,
  day           TEXT NOT NULL,
  calls         INTEGER NOT NULL,
  input_tokens  INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, day)
) WITHOUT ROWID;

-- Tokens reserved for running calls of a provider: the estimate, until the call is counted in ai_usage.
CREATE TABLE ai_reservations (
  id        TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  tokens    INTEGER NOT NULL,
  -- When it expires: the process that made it must be dead.
  until     INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX ai_reservations_of_tenant ON ai_reservations (tenant_id);

-- A tenant's own AI settings, which replace those of the environment.
CREATE TABLE ai_settings (
  tenant_id    TEXT PRIMARY KEY REFERENCES tenants (id),
  provider     TEXT NOT NULL,
  model        TEXT,
  base_url     TEXT,
  daily_tokens INTEGER,
  sealed_key   BLOB NOT NULL, -- see service/tenancy/seal.ts: readable only with SERVICE_SECRET_KEY
  changed_at   INTEGER NOT NULL
) WITHOUT ROWID;

-- The model that all embeddings are of: one row, none before the first embedding.
CREATE TABLE embedding_model (
  name       TEXT NOT NULL,
  dimensions INTEGER NOT NULL
);

-- Vectors of active memories, see embeddings/codec.ts. The table memory_bits of sqlite-vec, made with the model, finds
-- candidates in large characters; it may lag behind by the rows of embedding_removals.
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

-- Leases of work that one process does for all: the holder and the end of the lease.
CREATE TABLE leases (
  name   TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until  INTEGER NOT NULL
) WITHOUT ROWID;

-- Files that were pushed, with their latest version; all stored versions are in snapshots.
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
  -- Since when it is missing from the disk, and whether its pieces were dropped.
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

-- Each content once, for any number of snapshots; removed with the last of them.
CREATE TABLE file_contents (
  content_hash TEXT PRIMARY KEY,
  bytes        BLOB NOT NULL
);

-- The statements of each file's latest version: in context (key) and alone (body_key).
CREATE TABLE pieces (
  no       INTEGER PRIMARY KEY,
  file_no  INTEGER NOT NULL REFERENCES files (no),
  key      TEXT NOT NULL,
  body_key TEXT NOT NULL,
  UNIQUE (file_no, key)
);

-- The memories of a piece and the revision that the sync wrote; a later revision means that somebody edited them.
CREATE TABLE piece_memories (
  piece_no  INTEGER NOT NULL REFERENCES pieces (no),
  memory_no INTEGER NOT NULL REFERENCES memories (no),
  revision  INTEGER NOT NULL,
  PRIMARY KEY (piece_no, memory_no)
) WITHOUT ROWID;
CREATE INDEX piece_memories_by_memory ON piece_memories (memory_no);

-- The queue of extraction: pieces of files, and turns of sessions that hooks captured.
CREATE TABLE captures (
  no           INTEGER PRIMARY KEY,
  -- NULL: a turn of a session.
  piece_no     INTEGER UNIQUE REFERENCES pieces (no),
  character_no INTEGER NOT NULL REFERENCES characters (no),
  -- The speaker of the turn: user or assistant.
  speaker      TEXT,
  memory       TEXT NOT NULL, -- the memory that it would be without extraction, JSON
  attempts     INTEGER NOT NULL DEFAULT 0,
  error        TEXT,
  -- When it is due; while a process works on it, the end of the lease.
  due_at       INTEGER NOT NULL,
  -- The process that works on it.
  holder       TEXT
);
CREATE INDEX captures_by_time ON captures (due_at);
CREATE INDEX captures_held ON captures (holder) WHERE holder IS NOT NULL;

-- Sessions of hosts whose hooks run here, with the cursor of their transcripts for a character, and their last
-- answered question.
CREATE TABLE hook_sessions (
  no           INTEGER PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id),
  host         TEXT NOT NULL,
  session      TEXT NOT NULL, -- the host's id of it
  character_no INTEGER NOT NULL REFERENCES characters (no),
  transcript   TEXT, -- path; NULL: nothing has been read
  position     INTEGER NOT NULL, -- bytes, or turns where the host passes them
  head         TEXT NOT NULL, -- hash of the transcript's beginning
  asked        TEXT, -- hash of the last answered question; NULL: none since the model's context was made again
  asked_at     INTEGER,
  seen_at      INTEGER NOT NULL,
  UNIQUE (tenant_id, host, session, character_no)
);
CREATE INDEX hook_sessions_by_time ON hook_sessions (seen_at);

-- Which character is the memory of which project of this machine: see src/domain/project-rules.ts.
CREATE TABLE projects (
  tenant_id    TEXT NOT NULL REFERENCES tenants (id),
  -- remote:HASH, place:HASH, root:COMMIT; name:NAME for the memory that versions before 5 kept under a folder's name.
  identity     TEXT NOT NULL,
  character_no INTEGER NOT NULL REFERENCES characters (no),
  folder       TEXT, -- of a place; of a name: the folder that has it now, NULL: none yet
  is_told      INTEGER, -- of a name: whether the user was informed
  PRIMARY KEY (tenant_id, identity, character_no)
) WITHOUT ROWID;
CREATE INDEX projects_of_character ON projects (character_no);

-- The memories that a session's model was given, and the turns that were captured.
CREATE TABLE hook_items (
  session_no INTEGER NOT NULL REFERENCES hook_sessions (no),
  kind       TEXT NOT NULL, -- given, captured, said or begun
  key        TEXT NOT NULL, -- a memory's id, or the hash of a turn
  PRIMARY KEY (session_no, kind, key)
) WITHOUT ROWID;
-- Turns that were captured of any session.
CREATE INDEX hook_items_said ON hook_items (key) WHERE kind = 'said';

-- The latest runs of hooks.
CREATE TABLE hook_receipts (
  no           INTEGER PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id),
  at           INTEGER NOT NULL,
  host         TEXT NOT NULL,
  event        TEXT NOT NULL,
  character_no INTEGER REFERENCES characters (no),
  given        INTEGER NOT NULL, -- memories given
  tokens       INTEGER NOT NULL,
  captured     INTEGER NOT NULL, -- turns captured
  left_out     TEXT NOT NULL -- reason → count, JSON
);
CREATE INDEX hook_receipts_of_tenant ON hook_receipts (tenant_id);

-- The outcomes of the latest captured turns, clause by clause.
CREATE TABLE captured_turns (
  no           INTEGER PRIMARY KEY,
  tenant_id    TEXT NOT NULL,
  character_no INTEGER NOT NULL REFERENCES characters (no),
  at           INTEGER NOT NULL,
  session      TEXT NOT NULL, -- the host's id of it
  speaker      TEXT NOT NULL,
  clauses      TEXT NOT NULL -- JSON list, see src/domain/captured-clause.ts
);
CREATE INDEX captured_turns_of_tenant ON captured_turns (tenant_id);
CREATE INDEX captured_turns_of_character ON captured_turns (character_no);

-- Turns that wait for the end of their session, when the model of their host reads them.
CREATE TABLE host_turns (
  no         INTEGER PRIMARY KEY,
  session_no INTEGER NOT NULL REFERENCES hook_sessions (no),
  speaker    TEXT NOT NULL,
  memory     TEXT NOT NULL, -- the memory that it would be without extraction, and lines of rule files, JSON
  due_at     INTEGER NOT NULL -- when the session counts as over, the same for all its turns
);
CREATE INDEX host_turns_of_session ON host_turns (session_no);
CREATE INDEX host_turns_by_time ON host_turns (due_at);

-- The latest sessions that the model of their host read.
CREATE TABLE host_extractions (
  no           INTEGER PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id),
  character_no INTEGER NOT NULL REFERENCES characters (no),
  host         TEXT NOT NULL,
  session      TEXT NOT NULL,
  at           INTEGER NOT NULL,
  turns        INTEGER NOT NULL,
  kept         INTEGER, -- memories; NULL: running, or failed
  fault        TEXT -- the reason of a failure
);
CREATE INDEX host_extractions_by_time ON host_extractions (tenant_id, at);

-- The queries of agents with their results, for people to look at; deleted after some weeks.
CREATE TABLE recalls (
  no           INTEGER PRIMARY KEY,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id),
  character_no INTEGER NOT NULL REFERENCES characters (no),
  at           INTEGER NOT NULL,
  made_by      TEXT NOT NULL, -- the caller, by name
  via          TEXT NOT NULL,
  kind         TEXT NOT NULL, -- search, context or hook
  query        TEXT NOT NULL, -- empty: no query
  results      TEXT NOT NULL, -- memories with relevance and rating, JSON
  given        INTEGER NOT NULL, -- how many
  rating       TEXT,
  best         REAL, -- the relevance of the best; NULL: without a query
  question_key TEXT NOT NULL DEFAULT '', -- equal for equal questions
  is_order     INTEGER NOT NULL DEFAULT 0, -- 1: an order to the agent that a hook searched for
  client       TEXT, -- the program that asked: a host, or a key's name
  tokens       INTEGER -- tokens of the answer, by estimate
);
CREATE INDEX recalls_by_time ON recalls (tenant_id, at, no);
CREATE INDEX recalls_of_character ON recalls (character_no, at, no, given);

-- How often replicas recalled memories; deleted as recalls are.
CREATE TABLE recall_counts (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  day          INTEGER NOT NULL, -- since 1970, in UTC
  memory_id    TEXT NOT NULL,
  replica      TEXT NOT NULL, -- the id of its store
  times        INTEGER NOT NULL,
  PRIMARY KEY (character_no, day, memory_id, replica)
) WITHOUT ROWID;

-- Questions that need no memory, by the beginning of recalls.question_key: they are never gaps.
CREATE TABLE dismissed_questions (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  question_key TEXT NOT NULL,
  PRIMARY KEY (character_no, question_key)
) WITHOUT ROWID;

-- Names of people and things that a person joined: the alias counts as the name.
CREATE TABLE joined_names (
  character_no INTEGER NOT NULL REFERENCES characters (no),
  alias_key    TEXT NOT NULL, -- in lower case
  alias        TEXT NOT NULL,
  name         TEXT NOT NULL,
  PRIMARY KEY (character_no, alias_key)
) WITHOUT ROWID;

-- Files and folders of this machine that are watched.
CREATE TABLE watches (
  character_no   INTEGER NOT NULL REFERENCES characters (no),
  path           TEXT NOT NULL,
  kind           TEXT NOT NULL,
  label          TEXT,
  delete_missing INTEGER NOT NULL,
  watched_since  INTEGER, -- NULL: written before this was recorded
  PRIMARY KEY (character_no, path)
) WITHOUT ROWID;

-- Large imports are written here first, in short units, and become memories in one step (memories/staging/). Rows of a
-- process that died are deleted by another one after the lease.
CREATE TABLE stagings (
  no            INTEGER PRIMARY KEY AUTOINCREMENT,
  character_no  INTEGER NOT NULL REFERENCES characters (no),
  -- Its segments of the search index are numbered from here on; no search reads them before that step.
  first_segment INTEGER NOT NULL,
  until         INTEGER NOT NULL
);

CREATE TABLE staged_memories (
  staging_no  INTEGER NOT NULL REFERENCES stagings (no),
  position    INTEGER NOT NULL, -- 1, 2, …: the number of the memory in the staged segments
  id          TEXT NOT NULL,
  piece_key   TEXT, -- of a file's piece, as in pieces
  body_key    TEXT,
  category    TEXT, -- its name without case; NULL: the default one
  content     TEXT NOT NULL,
  content_key BLOB NOT NULL,
  salience    REAL NOT NULL,
  importance  TEXT NOT NULL,
  source_kind TEXT NOT NULL,
  source_file TEXT,
  session_id  TEXT,
  occurred_at INTEGER NOT NULL,
  valid_until INTEGER,
  superseded_by TEXT,
  tags        TEXT,
  metadata    TEXT,
  words_of    TEXT,
  is_indexed  INTEGER NOT NULL, -- 0: its text was stored before
  PRIMARY KEY (staging_no, position)
) WITHOUT ROWID;

-- Pieces of a file that move, and the memories that follow them.
CREATE TABLE staged_moves (
  staging_no  INTEGER NOT NULL REFERENCES stagings (no),
  position    INTEGER NOT NULL, -- after those of staged_memories
  piece_no    INTEGER NOT NULL,
  piece_key   TEXT NOT NULL, -- of the new place
  memory_no   INTEGER NOT NULL,
  revision    INTEGER NOT NULL, -- of the memory; another revision does not move
  category    TEXT, -- its name without case; NULL: unchanged
  content     TEXT NOT NULL,
  content_key BLOB NOT NULL,
  PRIMARY KEY (staging_no, position)
) WITHOUT ROWID;

-- As search_segments; the postings of these segments are in search_postings. Segments without a living memory after
-- the step wait here to be removed.
CREATE TABLE staged_segments (
  staging_no INTEGER NOT NULL REFERENCES stagings (no),
  segment    INTEGER NOT NULL,
  passages   BLOB NOT NULL,
  filter     BLOB,
  PRIMARY KEY (staging_no, segment)
) STRICT, WITHOUT ROWID;

-- The words for search_vocabulary.
CREATE TABLE staged_terms (
  staging_no INTEGER NOT NULL REFERENCES stagings (no),
  term       TEXT NOT NULL,
  PRIMARY KEY (staging_no, term)
) STRICT, WITHOUT ROWID;

-- The audit log: a row for every change, every refused permission and every export. Rows are inserted, and deleted when
-- they are old, never changed. They hold ids and names of fields, never values.
CREATE TABLE audit_events (
  no           INTEGER PRIMARY KEY,
  tenant_id    TEXT NOT NULL,
  at           INTEGER NOT NULL,
  member_id    TEXT NOT NULL, -- may be no member: the service, or the unknown subject of a token
  name         TEXT NOT NULL, -- the name at that time
  via          TEXT NOT NULL,
  key_id       TEXT,
  action       TEXT NOT NULL, -- the operation's name
  character_no INTEGER,
  target_id    TEXT,
  outcome      TEXT NOT NULL, -- OK or the error's type
  request_id   TEXT,
  address      TEXT,
  detail       TEXT -- names of the fields that were given, JSON list
);
CREATE INDEX audit_by_time ON audit_events (tenant_id, at);

CREATE TABLE webhooks (
  no              INTEGER PRIMARY KEY AUTOINCREMENT,
  id              TEXT NOT NULL UNIQUE,
  tenant_id       TEXT NOT NULL REFERENCES tenants (id),
  made_by         TEXT NOT NULL, -- the member whose access limits the events
  url             TEXT NOT NULL,
  events          TEXT NOT NULL, -- types, or *; JSON list
  character_ids   TEXT, -- JSON list; NULL: of all characters
  description     TEXT,
  include_content INTEGER NOT NULL,
  status          TEXT NOT NULL,
  secret          TEXT NOT NULL,
  old_secret      TEXT, -- the former secret, which also signs until old_until
  old_until       INTEGER,
  failing_since   INTEGER, -- the first of the failures since the last success
  created_at      INTEGER NOT NULL
);
CREATE INDEX webhooks_of_tenant ON webhooks (tenant_id);

-- The outbox: events for webhooks, written in the unit of their change.
CREATE TABLE deliveries (
  no         INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_no INTEGER NOT NULL REFERENCES webhooks (no),
  event_id   TEXT NOT NULL, -- the same for every webhook
  type       TEXT NOT NULL,
  body       TEXT NOT NULL, -- the body, JSON
  created_at INTEGER NOT NULL,
  status     TEXT NOT NULL DEFAULT 'PENDING',
  attempts   TEXT NOT NULL DEFAULT '[]', -- the latest, JSON list
  failures   INTEGER NOT NULL DEFAULT 0, -- since it was first or again made due
  -- When it is due; while a process sends it, the end of the lease; NULL: finished.
  due_at     INTEGER,
  holder     TEXT, -- the process that sends it
  character_no INTEGER -- the character of the event: members without access do not get it
);
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_no, created_at);
CREATE INDEX deliveries_due ON deliveries (webhook_no, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_held ON deliveries (webhook_no) WHERE holder IS NOT NULL;

-- The calls of the last day with an idempotency key. The key is stored as a digest; the answer is encrypted with the key
-- itself, which only the caller has.
CREATE TABLE idempotency_keys (
  no          INTEGER PRIMARY KEY,
  tenant_id   TEXT NOT NULL,
  member_id   TEXT NOT NULL,
  key         BLOB NOT NULL,
  fingerprint BLOB NOT NULL, -- of the call
  holder      TEXT NOT NULL, -- the process that runs it
  until       INTEGER, -- the end of the lease; NULL: the call is done
  changed     INTEGER NOT NULL DEFAULT 0, -- set by the unit of a change
  answer      BLOB, -- NULL when done: too large to store
  claimed_at  INTEGER NOT NULL,
  UNIQUE (tenant_id, member_id, key)
);
CREATE INDEX idempotency_keys_of_member ON idempotency_keys (tenant_id, member_id, claimed_at);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (claimed_at);

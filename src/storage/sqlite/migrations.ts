import { earlyMigrations, type Migration } from './early-migrations.ts';
import { middleMigrations } from './middle-migrations.ts';

/** The step at index i leads from version i + 1 to i + 2; schema.sql always shows the latest version. */
export const migrations: readonly Migration[] = [
  ...earlyMigrations,
  ...middleMigrations,
  // 16: members allow clients in.
  (sqlite) =>
    void sqlite.exec(`
      CREATE TABLE grants (
        id           TEXT PRIMARY KEY,
        tenant_id    TEXT NOT NULL REFERENCES tenants (id),
        member_id    TEXT NOT NULL REFERENCES members (id),
        client_id    TEXT NOT NULL,
        client_name  TEXT NOT NULL,
        access       TEXT NOT NULL,
        characters   TEXT,
        resource     TEXT NOT NULL,
        created_at   INTEGER NOT NULL,
        last_used_at INTEGER,
        expires_at   INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX grants_of_member ON grants (member_id);
      CREATE INDEX grants_of_tenant ON grants (tenant_id);
      CREATE INDEX grants_by_end ON grants (expires_at);

      CREATE TABLE grant_tokens (
        hash       BLOB PRIMARY KEY,
        grant_id   TEXT NOT NULL REFERENCES grants (id),
        kind       TEXT NOT NULL,
        proof      TEXT,
        expires_at INTEGER NOT NULL,
        used_at    INTEGER
      ) WITHOUT ROWID;
      CREATE INDEX grant_tokens_of_grant ON grant_tokens (grant_id);
      CREATE INDEX grant_tokens_by_end ON grant_tokens (expires_at);
    `),
  // 17: links sign members in, so a session may have no key.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE sessions RENAME TO old_sessions;
      CREATE TABLE sessions (
        id           TEXT PRIMARY KEY,
        tenant_id    TEXT NOT NULL REFERENCES tenants (id),
        member_id    TEXT NOT NULL REFERENCES members (id),
        key_id       TEXT REFERENCES api_keys (id),
        hash         BLOB NOT NULL,
        hash_start   BLOB NOT NULL,
        user_agent   TEXT NOT NULL,
        created_at   INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL,
        expires_at   INTEGER NOT NULL
      ) WITHOUT ROWID;
      INSERT INTO sessions SELECT * FROM old_sessions;
      DROP TABLE old_sessions;
      CREATE INDEX sessions_by_hash ON sessions (hash_start);
      CREATE INDEX sessions_of_member ON sessions (tenant_id, member_id);
      CREATE INDEX sessions_by_end ON sessions (expires_at);

      CREATE TABLE sign_in_links (
        member_id  TEXT PRIMARY KEY REFERENCES members (id),
        maker_id   TEXT NOT NULL,
        hash       BLOB NOT NULL,
        expires_at INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE UNIQUE INDEX sign_in_links_by_hash ON sign_in_links (hash);
      CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);
    `),
  // 18: of refused changes, those that may be sent again are found.
  (sqlite) => void sqlite.exec('CREATE INDEX replica_refusals_by_time ON replica_refusals (at);'),
  // 19: shared folders connect stores.
  (sqlite) =>
    void sqlite.exec(`
      CREATE TABLE decided_characters (
        character_no  INTEGER PRIMARY KEY REFERENCES characters (no),
        connection_no INTEGER NOT NULL REFERENCES connections (no)
      );
      CREATE INDEX decided_of_connection ON decided_characters (connection_no);
      CREATE TABLE bundles (
        connection_no  INTEGER NOT NULL REFERENCES connections (no),
        store_id       TEXT NOT NULL,
        read_number    INTEGER NOT NULL,
        written_number INTEGER NOT NULL,
        PRIMARY KEY (connection_no, store_id)
      ) WITHOUT ROWID;
    `),
  // 20: members have passkeys.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE sessions ADD COLUMN passkey_id TEXT;
      CREATE TABLE passkeys (
        id           TEXT PRIMARY KEY,
        tenant_id    TEXT NOT NULL REFERENCES tenants (id),
        member_id    TEXT NOT NULL REFERENCES members (id),
        name         TEXT NOT NULL,
        credential   BLOB NOT NULL,
        public_key   BLOB NOT NULL,
        counter      INTEGER NOT NULL,
        created_at   INTEGER NOT NULL,
        last_used_at INTEGER
      ) WITHOUT ROWID;
      CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential);
      CREATE INDEX passkeys_of_member ON passkeys (tenant_id, member_id);
      CREATE TABLE passkey_challenges (
        challenge  BLOB PRIMARY KEY,
        member_id  TEXT,
        expires_at INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
    `),
  // 21: replicas report how often they recalled memories.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE replicas ADD COLUMN recalls_no INTEGER;
      CREATE TABLE recall_counts (
        character_no INTEGER NOT NULL REFERENCES characters (no),
        day          INTEGER NOT NULL,
        memory_id    TEXT NOT NULL,
        replica      TEXT NOT NULL,
        times        INTEGER NOT NULL,
        PRIMARY KEY (character_no, day, memory_id, replica)
      ) WITHOUT ROWID;
    `),
  // 22: turns are known in every session that has a copy of them.
  (sqlite) => void sqlite.exec("CREATE INDEX hook_items_said ON hook_items (key) WHERE kind = 'said';"),
  // 23: memories end, and replace each other.
  (sqlite) => {
    for (const table of ['memories', 'revisions', 'staged_memories'])
      sqlite.exec(
        `ALTER TABLE ${table} ADD COLUMN valid_until INTEGER; ALTER TABLE ${table} ADD COLUMN superseded_by TEXT;`,
      );
    sqlite.exec(`DROP INDEX revisions_to_review; ALTER TABLE memories ADD COLUMN to_judge INTEGER NOT NULL DEFAULT 1;
      CREATE INDEX revisions_to_review ON revisions (character_no, created_at, memory_no, revision)
        WHERE author_kind = 'model' AND verdict IS NULL AND change_type IN ('UPDATED', 'DELETED', 'ENDED');
      CREATE INDEX memories_superseded ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
      CREATE INDEX memories_to_judge ON memories (to_judge, updated_at, no) WHERE to_judge > 0 AND state = 'ACTIVE';
      CREATE TABLE memory_links (character_no INTEGER NOT NULL REFERENCES characters (no), older_no INTEGER NOT NULL,
        newer_no INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (character_no, older_no, newer_no)) WITHOUT ROWID;
      CREATE TABLE forget_requests (character_no INTEGER NOT NULL REFERENCES characters (no), memory_no INTEGER NOT NULL,
        what TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (character_no, memory_no)) WITHOUT ROWID;`);
  },
  // 24: cached vectors are valid for one version.
  (sqlite) => void sqlite.exec('ALTER TABLE characters ADD COLUMN vectors_version INTEGER NOT NULL DEFAULT 0'),
  // 25: revisions say whose words a text is: of files, and of captures as far as their receipts are stored.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE revisions ADD COLUMN words_of TEXT;
      ALTER TABLE staged_memories ADD COLUMN words_of TEXT;
      UPDATE revisions SET words_of = 'user' FROM (
        SELECT memories.no FROM captured_turns CROSS JOIN json_each(clauses)
        CROSS JOIN memories ON memories.id = value ->> 'memoryId'
        WHERE speaker = 'user' AND value ->> 'outcome' = 'kept') AS said
      WHERE revisions.memory_no = said.no AND author_kind = 'model' AND changed_by = 'auto-capture';
      UPDATE revisions SET words_of = 'document:' || replace(files.path, rtrim(files.path, replace(files.path, '/', '')), '')
      FROM memories CROSS JOIN files ON files.id = memories.source_file
      WHERE memories.source_file IS NOT NULL AND revisions.memory_no = memories.no AND revisions.revision = 1;
    `),
  // 26: memories move to other characters and keep their ids: each is unique in its character alone.
  (sqlite) => {
    sqlite.exec('ALTER TABLE revisions ADD COLUMN moved TEXT');
    const select = 'SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type = ? AND sql IS NOT NULL';
    const [table, indexes] = ['table', 'index'].map((type) => sqlite.prepare(select).pluck().all('memories', type));
    const made = `${table}`.replace('memories', 'moved_memories').replace('TEXT NOT NULL UNIQUE', 'TEXT NOT NULL');
    // In place of `memories`, so that references to it stay.
    sqlite.exec(`${made};
      INSERT INTO moved_memories SELECT * FROM memories;
      DROP TABLE memories;
      ALTER TABLE moved_memories RENAME TO memories;
      CREATE UNIQUE INDEX memories_by_id ON memories (id, character_no);
      ${indexes?.join(';')}`);
  },
  // 27: characters are looked up by their external ids.
  (sqlite) =>
    void sqlite.exec(`CREATE INDEX characters_by_external_id ON characters (tenant_id, external_id)
      WHERE external_id IS NOT NULL`),
  // 28: keys end, and have a scope.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE api_keys ADD COLUMN expires_at INTEGER;
      ALTER TABLE api_keys ADD COLUMN access TEXT NOT NULL DEFAULT 'WRITE';
      ALTER TABLE api_keys ADD COLUMN characters TEXT;
    `),
  // 29: texts are erased for good.
  (sqlite) =>
    void sqlite.exec(`
      CREATE TABLE erasure_secrets (tenant_id TEXT PRIMARY KEY REFERENCES tenants (id), secret BLOB NOT NULL) WITHOUT
        ROWID;
      CREATE TABLE erasures (id TEXT PRIMARY KEY, character_no INTEGER NOT NULL REFERENCES characters (no), at INTEGER
        NOT NULL, member_id TEXT NOT NULL, erased_by TEXT NOT NULL, memories INTEGER NOT NULL, removed TEXT NOT NULL,
        step INTEGER NOT NULL, done_at INTEGER, change_no INTEGER) WITHOUT ROWID;
      CREATE INDEX erasures_of_character ON erasures (character_no, at);
      CREATE INDEX erasures_to_do ON erasures (at) WHERE done_at IS NULL;
      CREATE INDEX erasures_by_number ON erasures (change_no) WHERE change_no IS NOT NULL;
      CREATE TABLE erased_texts (character_no INTEGER NOT NULL REFERENCES characters (no), digest BLOB NOT NULL,
        memory_id TEXT NOT NULL, erasure_id TEXT NOT NULL REFERENCES erasures (id), PRIMARY KEY (character_no, digest,
        memory_id)) WITHOUT ROWID;
      CREATE INDEX erased_memories ON erased_texts (character_no, memory_id);
      CREATE TABLE erasing_texts (erasure_id TEXT NOT NULL REFERENCES erasures (id), memory_id TEXT NOT NULL, position
        INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (erasure_id, memory_id, position)) WITHOUT ROWID;
      CREATE TABLE erasure_replicas (character_no INTEGER NOT NULL REFERENCES characters (no), replica TEXT NOT NULL,
        erased_no INTEGER NOT NULL, seen_at INTEGER NOT NULL, PRIMARY KEY (character_no, replica)) WITHOUT ROWID;
      ALTER TABLE replicas ADD COLUMN erased_no INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE replicas ADD COLUMN told_no INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE backups (file TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    `),
  // 30: hooks leave memories out.
  (sqlite) =>
    void sqlite.exec(`CREATE TABLE muted_memories (character_no INTEGER NOT NULL REFERENCES characters (no),
      memory_no INTEGER NOT NULL, PRIMARY KEY (character_no, memory_no)) WITHOUT ROWID;`),
  // 31: memories have tags and metadata.
  (sqlite) => {
    for (const table of ['memories', 'revisions', 'staged_memories'])
      sqlite.exec(`ALTER TABLE ${table} ADD COLUMN tags TEXT; ALTER TABLE ${table} ADD COLUMN metadata TEXT;`);
  },
  // 32: pairs of memories that are alike are stored, and names that a person joined.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE memories ADD COLUMN compared INTEGER;
      CREATE INDEX memories_to_compare ON memories (character_no, updated_at, no)
        WHERE state = 'ACTIVE' AND compared IS NOT revision;
      CREATE TABLE alike_pairs (character_no INTEGER NOT NULL REFERENCES characters (no), one_no INTEGER NOT NULL,
        other_no INTEGER NOT NULL, kind TEXT NOT NULL, likeness INTEGER NOT NULL,
        PRIMARY KEY (character_no, one_no, other_no)) WITHOUT ROWID;
      CREATE INDEX alike_pairs_by_likeness ON alike_pairs (character_no, likeness, one_no, other_no);
      CREATE INDEX alike_pairs_of_other ON alike_pairs (character_no, other_no);
      CREATE TABLE joined_names (character_no INTEGER NOT NULL REFERENCES characters (no), alias_key TEXT NOT NULL,
        alias TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (character_no, alias_key)) WITHOUT ROWID;
    `),
  // 33: hooks give memories that a user trusts.
  (sqlite) => void sqlite.exec('ALTER TABLE muted_memories ADD COLUMN trusted INTEGER NOT NULL DEFAULT 0'),
  // 34: hooks leave out what was wrong for a question; messages of imported chats are compared last.
  (sqlite) =>
    void sqlite.exec(`
      CREATE TABLE wrong_answers (character_no INTEGER NOT NULL REFERENCES characters (no), question_key TEXT NOT NULL,
        memory_no INTEGER NOT NULL, PRIMARY KEY (character_no, question_key, memory_no)) WITHOUT ROWID;
      DROP INDEX memories_to_compare;
      CREATE INDEX memories_to_compare ON memories
        ((source_kind <> 'import' OR session_id IS NULL), character_no, updated_at, no)
        WHERE state = 'ACTIVE' AND compared IS NOT revision;
    `),
  // 35: answers that keep both memories of pairs are batches.
  (sqlite) =>
    void sqlite.exec(`
      ALTER TABLE kept_pairs ADD COLUMN batch TEXT;
      ALTER TABLE kept_pairs ADD COLUMN kept_at INTEGER;
      ALTER TABLE kept_pairs ADD COLUMN kept_by TEXT;
      ALTER TABLE kept_pairs ADD COLUMN client TEXT;
      ALTER TABLE kept_pairs ADD COLUMN older_no INTEGER;
      CREATE INDEX kept_pairs_of_batch ON kept_pairs (character_no, batch) WHERE batch IS NOT NULL;
    `),
  // 36: which machines a shared folder has.
  (sqlite) =>
    void sqlite.exec('ALTER TABLE bundles ADD COLUMN machine TEXT; ALTER TABLE bundles ADD COLUMN heard_at INTEGER'),
];

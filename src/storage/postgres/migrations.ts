import { earlyMigrations, type Migration } from './early-migrations.ts';

/** The step at index i leads from version i + 1 to i + 2; schema.sql always shows the latest version. */
export const migrations: readonly Migration[] = [
  ...earlyMigrations,
  // 12: members can grant clients access (OAuth).
  async (session) => {
    await session.script(`
      CREATE TABLE grants (
        id           text COLLATE "C" PRIMARY KEY,
        tenant_no    integer NOT NULL,
        member_id    text COLLATE "C" NOT NULL REFERENCES members (id),
        client_id    text NOT NULL,
        client_name  text NOT NULL,
        access       text NOT NULL,
        characters   text,
        resource     text NOT NULL,
        created_at   bigint NOT NULL,
        last_used_at bigint,
        expires_at   bigint NOT NULL
      );
      CREATE INDEX grants_of_member ON grants (member_id);
      CREATE INDEX grants_of_tenant ON grants (tenant_no);
      CREATE INDEX grants_by_end ON grants (expires_at);

      CREATE TABLE grant_tokens (
        hash       bytea PRIMARY KEY,
        grant_id   text COLLATE "C" NOT NULL REFERENCES grants (id),
        kind       text NOT NULL,
        proof      text,
        expires_at bigint NOT NULL,
        used_at    bigint
      );
      CREATE INDEX grant_tokens_of_grant ON grant_tokens (grant_id);
      CREATE INDEX grant_tokens_by_end ON grant_tokens (expires_at);
    `);
  },
  // 13: links sign members in, so a session may have no key; nodes of the old version don't know such sessions.
  async (session) => {
    await session.script(`
      ALTER TABLE sessions ALTER COLUMN key_id DROP NOT NULL;
      CREATE TABLE sign_in_links (
        member_id  text COLLATE "C" PRIMARY KEY REFERENCES members (id),
        tenant_no  integer NOT NULL,
        maker_id   text COLLATE "C" NOT NULL,
        hash       bytea NOT NULL,
        expires_at bigint NOT NULL
      );
      CREATE UNIQUE INDEX sign_in_links_by_hash ON sign_in_links (hash);
      CREATE INDEX sign_in_links_by_end ON sign_in_links (expires_at);
    `);
  },
  // 14: members have passkeys.
  async (session) => {
    await session.script(`
      ALTER TABLE sessions ADD COLUMN passkey_id text COLLATE "C";
      CREATE TABLE passkeys (
        id           text COLLATE "C" PRIMARY KEY,
        tenant_no    integer NOT NULL,
        member_id    text COLLATE "C" NOT NULL REFERENCES members (id),
        name         text NOT NULL,
        credential   bytea NOT NULL,
        public_key   bytea NOT NULL,
        counter      bigint NOT NULL,
        created_at   bigint NOT NULL,
        last_used_at bigint
      );
      CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential);
      CREATE INDEX passkeys_of_member ON passkeys (tenant_no, member_id);
      CREATE TABLE passkey_challenges (
        challenge  bytea PRIMARY KEY,
        member_id  text COLLATE "C",
        expires_at bigint NOT NULL
      );
      CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
    `);
  },
  // 15: replicas report how often they recalled memories.
  async (session) => {
    await session.script(`
      CREATE TABLE recall_counts (
        character_no bigint NOT NULL,
        day          integer NOT NULL,
        memory_id    uuid NOT NULL,
        replica      text COLLATE "C" NOT NULL,
        times        integer NOT NULL,
        PRIMARY KEY (character_no, day, memory_id, replica)
      );
    `);
  },
  // 16: memories end, and replace each other.
  async (session) => {
    await session.script(`
      ALTER TABLE memories ADD COLUMN valid_until bigint, ADD COLUMN superseded_by uuid;
      ALTER TABLE revisions ADD COLUMN valid_until bigint, ADD COLUMN superseded_by uuid;
      CREATE INDEX memories_superseded ON memories (character_no, superseded_by) WHERE superseded_by IS NOT NULL;
      ALTER TABLE memories ADD COLUMN to_judge smallint NOT NULL DEFAULT 1;
      CREATE INDEX memories_to_judge ON memories (to_judge, updated_at) WHERE to_judge > 0;
      DROP INDEX revisions_to_review;
      CREATE INDEX revisions_to_review ON revisions (character_no, created_at, memory_no, revision)
        WHERE author_kind = 'model' AND verdict IS NULL AND change_type IN ('UPDATED', 'DELETED', 'ENDED');
      CREATE TABLE memory_links (
        character_no bigint NOT NULL,
        older_no     integer NOT NULL,
        newer_no     integer NOT NULL,
        at           bigint NOT NULL,
        PRIMARY KEY (character_no, older_no, newer_no)
      );
      CREATE TABLE forget_requests (
        character_no bigint NOT NULL,
        memory_no    integer NOT NULL,
        what         text NOT NULL,
        at           bigint NOT NULL,
        PRIMARY KEY (character_no, memory_no)
      );
    `);
  },
  // 17: revisions say whose words a text is.
  async (session) => {
    await session.script('ALTER TABLE revisions ADD COLUMN words_of text');
  },
  // 18: memories move to other characters.
  async (session) => {
    await session.script('ALTER TABLE revisions ADD COLUMN moved text COLLATE "C"');
  },
  // 19: characters are looked up by their external ids.
  async (session) => {
    await session.script(`CREATE INDEX characters_by_external_id ON characters (tenant_no, external_id)
      WHERE external_id IS NOT NULL`);
  },
  // 20: keys end, and have a scope.
  async (session) => {
    await session.script(`ALTER TABLE api_keys ADD COLUMN expires_at bigint,
      ADD COLUMN access text NOT NULL DEFAULT 'WRITE', ADD COLUMN characters text`);
  },
  // 21: texts are erased for good.
  async (session) => {
    await session.script(`
      CREATE TABLE erasure_secrets (tenant_no integer PRIMARY KEY, secret bytea NOT NULL);
      CREATE TABLE erasures (character_no bigint NOT NULL, id uuid NOT NULL, at bigint NOT NULL, member_id text
        COLLATE "C" NOT NULL, erased_by text NOT NULL, memories integer NOT NULL, removed text NOT NULL, step
        smallint NOT NULL, done_at bigint, change_no bigint DEFAULT nextval('change_numbers'), PRIMARY KEY
        (character_no, id));
      CREATE INDEX erasures_of_character ON erasures (character_no, at);
      CREATE INDEX erasures_to_do ON erasures (at) WHERE done_at IS NULL;
      CREATE TABLE erased_texts (character_no bigint NOT NULL, digest bytea NOT NULL, memory_id uuid NOT NULL,
        erasure_id uuid NOT NULL, PRIMARY KEY (character_no, digest, memory_id));
      CREATE INDEX erased_memories ON erased_texts (character_no, memory_id);
      CREATE TABLE erasing_texts (character_no bigint NOT NULL, erasure_id uuid NOT NULL, memory_id text COLLATE
        "C" NOT NULL, position integer NOT NULL, content text NOT NULL, PRIMARY KEY (character_no, erasure_id,
        memory_id, position));
      CREATE TABLE erasure_replicas (character_no bigint NOT NULL, replica text COLLATE "C" NOT NULL, erased_no
        bigint NOT NULL, seen_at bigint NOT NULL, PRIMARY KEY (character_no, replica));
    `);
  },
  // 22: hooks leave memories out.
  async (session) => {
    await session.script(`
      CREATE TABLE muted_memories (
        character_no bigint NOT NULL,
        memory_no    integer NOT NULL,
        PRIMARY KEY (character_no, memory_no)
      );
    `);
  },
  // 23: memories have tags and metadata.
  async (session) => {
    await session.script(`
      ALTER TABLE memories ADD COLUMN tags text, ADD COLUMN metadata text;
      ALTER TABLE revisions ADD COLUMN tags text, ADD COLUMN metadata text;
    `);
  },
  // 24: pairs of memories that are alike are stored, and names that a person joined.
  async (session) => {
    await session.script(`
      ALTER TABLE memories ADD COLUMN compared integer;
      CREATE INDEX memories_to_compare ON memories (character_no, updated_at)
        WHERE state = 'ACTIVE' AND compared IS DISTINCT FROM revision;
      CREATE TABLE alike_pairs (
        character_no bigint NOT NULL,
        one_no       integer NOT NULL,
        other_no     integer NOT NULL,
        kind         text NOT NULL,
        likeness     smallint NOT NULL,
        PRIMARY KEY (character_no, one_no, other_no)
      );
      CREATE INDEX alike_pairs_by_likeness ON alike_pairs (character_no, likeness, one_no, other_no);
      CREATE INDEX alike_pairs_of_other ON alike_pairs (character_no, other_no);
      CREATE TABLE joined_names (
        character_no bigint NOT NULL,
        alias_key    text COLLATE "C" NOT NULL,
        alias        text NOT NULL,
        name         text NOT NULL,
        PRIMARY KEY (character_no, alias_key)
      );
    `);
  },
  // 25: hooks give memories that a user trusts.
  async (session) => {
    await session.script('ALTER TABLE muted_memories ADD COLUMN trusted integer NOT NULL DEFAULT 0');
  },
  // 26: hooks leave out what was wrong for a question; messages of imported chats are compared last.
  async (session) => {
    await session.script(`
      CREATE TABLE wrong_answers (
        character_no bigint NOT NULL,
        question_key text COLLATE "C" NOT NULL,
        memory_no    integer NOT NULL,
        PRIMARY KEY (character_no, question_key, memory_no)
      );
      DROP INDEX memories_to_compare;
      CREATE INDEX memories_to_compare ON memories
        ((source_kind <> 'import' OR session_id IS NULL), character_no, updated_at)
        WHERE state = 'ACTIVE' AND compared IS DISTINCT FROM revision;
    `);
  },
  // 27: answers that keep both memories of pairs are batches.
  async (session) => {
    await session.script(`
      ALTER TABLE kept_pairs ADD COLUMN batch text COLLATE "C", ADD COLUMN kept_at bigint, ADD COLUMN kept_by text,
        ADD COLUMN client text, ADD COLUMN older_no integer;
      CREATE INDEX kept_pairs_of_batch ON kept_pairs (character_no, batch) WHERE batch IS NOT NULL;
    `);
  },
  // 28: replicas tell of which project or person a character is the memory.
  async (session) => {
    await session.script(`
      CREATE TABLE character_identities (
        character_no bigint NOT NULL,
        identity     text COLLATE "C" NOT NULL,
        PRIMARY KEY (character_no, identity)
      );
    `);
  },
];

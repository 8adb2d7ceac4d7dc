import type { DatabaseSession } from './driver.ts';

/**
 * Migrates a store from one version to the next, inside the transaction of opening. Nodes of the old version keep
 * running, so a step only adds.
 */
export type Migration = (session: DatabaseSession) => Promise<void>;

/** The step at index i leads from version i + 1 to i + 2; schema.sql always shows the latest version. */
export const migrations: readonly Migration[] = [
  // 2: an index finds the memories of a file; watches store when they were created.
  async (session) => {
    // Creating it blocks writers. In a large database, create it in advance, CONCURRENTLY.
    await session.script(
      `CREATE INDEX IF NOT EXISTS memories_of_file ON memories (character_no, source_file, occurred_at)
       WHERE source_file IS NOT NULL;
       ALTER TABLE watches ADD COLUMN watched_since bigint`,
    );
  },
  // 3: changes are numbered, also those of older nodes; deliveries store their character; requests are counted across
  // nodes.
  async (session) => {
    await session.script(
      `CREATE SEQUENCE change_numbers;
       ALTER TABLE revisions ADD COLUMN change_no bigint;
       ALTER TABLE revisions ALTER COLUMN change_no SET DEFAULT nextval('change_numbers');
       CREATE INDEX IF NOT EXISTS revisions_by_number ON revisions (character_no, change_no);
       CREATE UNLOGGED TABLE rate_counts (
         tenant_no integer NOT NULL,
         bucket    text COLLATE "C" NOT NULL,
         since     bigint NOT NULL,
         count     integer NOT NULL,
         PRIMARY KEY (tenant_no, bucket)
       ) WITH (fillfactor = 50);
       ALTER TABLE deliveries ADD COLUMN character_no bigint;
       UPDATE deliveries SET character_no = characters.no FROM characters
         WHERE characters.tenant_no = deliveries.tenant_no
           AND characters.id::text = body::jsonb #>> '{data,character,id}';`,
    );
  },
  // 4: deleted characters store their previous status.
  async (session) => {
    await session.script('ALTER TABLE characters ADD COLUMN status_before text');
  },
  // 5: calls with an idempotency key are stored for a day.
  async (session) => {
    await session.script(
      `CREATE TABLE idempotency_keys (
         tenant_no   integer NOT NULL,
         member_id   text COLLATE "C" NOT NULL,
         key         bytea NOT NULL,
         fingerprint bytea NOT NULL,
         holder      text NOT NULL,
         until       bigint,
         changed     boolean NOT NULL DEFAULT false,
         answer      bytea,
         claimed_at  bigint NOT NULL,
         PRIMARY KEY (tenant_no, member_id, key)
       );
       CREATE INDEX idempotency_keys_of_member ON idempotency_keys (tenant_no, member_id, claimed_at);
       CREATE INDEX idempotency_keys_by_time ON idempotency_keys (tenant_no, claimed_at);`,
    );
  },
  // 6: revisions and recalls store the client program; recalls store their outcome and are grouped by question.
  async (session) => {
    await session.script(
      `ALTER TABLE revisions ADD COLUMN client text;
       CREATE INDEX IF NOT EXISTS revisions_to_review ON revisions (character_no, created_at, memory_no, revision)
         WHERE author_kind = 'model' AND verdict IS NULL AND change_type IN ('UPDATED', 'DELETED');
       CREATE INDEX IF NOT EXISTS memories_proposed ON memories (character_no) WHERE state = 'PROPOSED';
       ALTER TABLE recalls ADD COLUMN best double precision;
       ALTER TABLE recalls ADD COLUMN question_key text NOT NULL DEFAULT '';
       ALTER TABLE recalls ADD COLUMN is_order smallint NOT NULL DEFAULT 0;
       ALTER TABLE recalls ADD COLUMN client text;
       ALTER TABLE recalls ADD COLUMN tokens integer;
       UPDATE recalls SET best = (
           SELECT max((value ->> 'relevance')::double precision) FROM jsonb_array_elements(results::jsonb) AS value),
         question_key = lower(trim(both ' ?.!' from query)),
         is_order = (kind = 'hook' AND query <> '' AND strpos(query, '?') = 0)::int,
         client = CASE WHEN kind = 'hook' THEN made_by END;`,
    );
  },
  // 7: changes of one batch can be undone together.
  async (session) => {
    await session.script(
      `ALTER TABLE revisions ADD COLUMN batch text COLLATE "C";
       CREATE INDEX IF NOT EXISTS revisions_of_batch ON revisions (character_no, batch, memory_no, revision)
         WHERE batch IS NOT NULL;`,
    );
  },
  // 8: users can confirm that two similar memories are both right, and dismiss questions that need no memory.
  async (session) => {
    await session.script(
      `CREATE TABLE kept_pairs (
         character_no bigint NOT NULL,
         lower_key    bytea NOT NULL,
         higher_key   bytea NOT NULL,
         PRIMARY KEY (character_no, lower_key, higher_key)
       );
       CREATE TABLE dismissed_questions (
         character_no bigint NOT NULL,
         question_key text COLLATE "C" NOT NULL,
         PRIMARY KEY (character_no, question_key)
       );`,
    );
  },
  // 9: stores are replicated.
  async (session) => {
    await session.script(
      `ALTER TABLE revisions ADD COLUMN origin text COLLATE "C";
       ALTER TABLE revisions ADD COLUMN conflict smallint;
       CREATE INDEX IF NOT EXISTS revisions_in_order ON revisions (character_no, coalesce(change_no, 0), memory_no, revision);
       CREATE INDEX IF NOT EXISTS revisions_in_conflict ON revisions (character_no, created_at, memory_no, revision)
         WHERE conflict = 1 AND verdict IS NULL;
       CREATE TABLE merged_memories (
         character_no bigint NOT NULL,
         id           uuid NOT NULL,
         into_id      uuid NOT NULL,
         PRIMARY KEY (character_no, id)
       );`,
    );
  },
  // 10: indexes for lists by importance and by last change.
  async (session) => {
    // Creating them blocks writers. In a large database, create them in advance, CONCURRENTLY.
    await session.script(
      `CREATE INDEX IF NOT EXISTS memories_by_use ON memories (
         character_no, (CASE importance WHEN 'CRITICAL' THEN 0 WHEN 'HIGH' THEN 1 WHEN 'NORMAL' THEN 2 WHEN 'LOW' THEN 3 END),
         salience DESC, occurred_at DESC, no DESC);
       CREATE INDEX IF NOT EXISTS memories_by_change ON memories (character_no, updated_at);`,
    );
  },
  // 11: an index finds memories that name a year, to see which name a day in the past.
  async (session) => {
    await session.script(
      `CREATE INDEX IF NOT EXISTS memories_with_year ON memories (character_no, occurred_at)
       WHERE state = 'ACTIVE' AND content ~ '20[0-9][0-9]'`,
    );
  },
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
      CREATE TABLE erasure_secrets (
        tenant_no integer PRIMARY KEY,
        secret    bytea NOT NULL
      );
      CREATE TABLE erasures (
        character_no bigint NOT NULL,
        id           uuid NOT NULL,
        at           bigint NOT NULL,
        member_id    text COLLATE "C" NOT NULL,
        erased_by    text NOT NULL,
        memories     integer NOT NULL,
        removed      text NOT NULL, 
        step         smallint NOT NULL,
        done_at      bigint,
        change_no    bigint DEFAULT nextval('change_numbers'),
        PRIMARY KEY (character_no, id)
      );
      CREATE INDEX erasures_of_character ON erasures (character_no, at);
      CREATE INDEX erasures_to_do ON erasures (at) WHERE done_at IS NULL;
      CREATE TABLE erased_texts (
        character_no bigint NOT NULL,
        digest       bytea NOT NULL,
        memory_id    uuid NOT NULL,
        erasure_id   uuid NOT NULL,
        PRIMARY KEY (character_no, digest, memory_id)
      );
      CREATE INDEX erased_memories ON erased_texts (character_no, memory_id);
      CREATE TABLE erasing_texts (
        character_no bigint NOT NULL,
        erasure_id   uuid NOT NULL,
        memory_id    text COLLATE "C" NOT NULL,
        position     integer NOT NULL,
        content      text NOT NULL,
        PRIMARY KEY (character_no, erasure_id, memory_id, position)
      );
      CREATE TABLE erasure_replicas (
        character_no bigint NOT NULL,
        replica      text COLLATE "C" NOT NULL,
        erased_no    bigint NOT NULL,
        seen_at      bigint NOT NULL,
        PRIMARY KEY (character_no, replica)
      );
    `);
  },
];

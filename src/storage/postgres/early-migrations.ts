import type { DatabaseSession } from './driver.ts';

/**
 * Migrates a store from one version to the next, inside the transaction of opening. Nodes of the old version keep
 * running, so a step only adds.
 */
export type Migration = (session: DatabaseSession) => Promise<void>;

/** The steps to version 11. */
export const earlyMigrations: readonly Migration[] = [
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
];

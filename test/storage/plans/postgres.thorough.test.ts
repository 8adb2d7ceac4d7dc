import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MemoryChange } from '../../../src/domain/memory.ts';
import { serviceScope } from '../../../src/domain/principal.ts';
import type { Store } from '../../../src/domain/stores/store.ts';
import { parts } from '../../../src/features/postgres.ts';
import type { Driver } from '../../../src/storage/postgres/driver.ts';
import { openStore } from '../../../src/storage/postgres/open.ts';
import { embeddedPostgres } from '../../support/pglite.ts';
import { fillUnevenly, useEveryMethod } from './every-method.ts';
import { literalsOutside, oneLine } from './sql-literals.ts';

/*
 * The law of keys: every key of a character's rows leads with character_no, of a tenant's rows with tenant_no, and
 * every
 * look-up in such a table names it. So the tables can be partitioned or distributed by it.
 */

/** Tables by what their rows belong to; the others are small. */
const keys: Record<string, readonly string[]> = {
  tenant_no: [
    'idempotency_keys',
    'characters',
    'aliases',
    'shares',
    'ai_usage',
    'ai_reservations',
    'ai_settings',
    'file_places',
    'hook_sessions',
    'hook_items',
    'hook_receipts',
    'recalls',
    'audit_events',
    'webhooks',
    'deliveries',
    'erasure_secrets',
  ],
  character_no: [
    'character_states',
    'categories',
    'memories',
    'revisions',
    'merged_memories',
    'kept_pairs',
    'alike_pairs',
    'memory_links',
    'forget_requests',
    'muted_memories',
    'wrong_answers',
    'dismissed_questions',
    'joined_names',
    'character_identities',
    'recall_counts',
    'search_recent',
    'search_segments',
    'search_blocks',
    'search_vocabulary',
    'files',
    'snapshots',
    'file_contents',
    'pieces',
    'piece_memories',
    'captures',
    'watches',
    'embeddings',
    'embedding_bits',
    'erasures',
    'erased_texts',
    'erasing_texts',
    'erasure_replicas',
  ],
};
/** Of all characters by design and small: found by time or holder. */
const queues = ['captures'];
const small = [
  'store',
  'tenants',
  'members',
  'api_keys',
  'sessions',
  'sign_in_links',
  'passkeys',
  'passkey_challenges',
  'grants',
  'grant_tokens',
  'leases',
  'rate_counts',
  'embedding_models',
];
const keyOf = new Map(Object.entries(keys).flatMap(([key, tables]) => tables.map((table) => [table, key] as const)));

/** Statements over all characters by their nature: queues of all tenants' work, each by an index of its own. */
const overAll: readonly RegExp[] = [
  // At the start of a node.
  /^SELECT ai_settings\.\*, tenants\.id AS tenant_id FROM ai_settings JOIN tenants/,
  // Characters that an older analyser indexed; tenants with something to embed.
  /^SELECT character_no, tenant_no FROM character_states WHERE analyser < \$1 LIMIT 1$/,
  /^SELECT DISTINCT tenant_no AS no FROM character_states/,
  /^SELECT tenant_no AS no FROM character_states/,
  /^SELECT character_states\.character_no AS no, count\(\*\)::int AS count FROM character_states CROSS JOIN LATERAL/,
  /^SELECT count\(\*\)::int AS waiting, min\(waiting\.updated_at\) AS since FROM character_states CROSS JOIN LATERAL/,
  /^SELECT waiting\.\* FROM character_states CROSS JOIN LATERAL/,
  // Memories to judge, by a partial index that holds nothing else.
  /^SELECT character_no, id AS memory_id, content, to_judge, updated_at AS since, \(SELECT revisions\.batch FROM revisions WHERE .*\) AS batch FROM memories WHERE to_judge > 0/,
  // Memories to compare, by one too.
  /^SELECT character_no, id AS memory_id, revision FROM memories WHERE memories\.state = 'ACTIVE' AND memories\.compared IS DISTINCT/,
  // Erasures with steps that remain, by a partial index that holds nothing else.
  /^SELECT erasures\.character_no AS "characterNo", tenant_no AS "tenantNo", step FROM erasures/,
  /^SELECT id::text FROM erasures WHERE character_no = \$1 AND step = \$2 AND done_at IS NULL$/,
  // Webhooks of all tenants, twenty of one at most, each with a look for what is due.
  /^SELECT tenant_no, no FROM webhooks\b/,
];

/** Statements that read all of a character's rows of a table that grows with its memories. */
const ofWholeCharacter: readonly RegExp[] = [
  // Memories to compare, by a partial index that holds nothing else.
  /^SELECT character_no, id AS memory_id, revision FROM memories WHERE memories\.state = 'ACTIVE' AND memories\.compared IS DISTINCT/,
  // What waited in a deleted character waits again in the restored one.
  /^UPDATE memories SET to_judge = abs\(to_judge\), compared = CASE/,
  // Lists, exports, counts and reports.
  /^SELECT (?:memories\.no,|memories\.\*, |found\.\* FROM character_states).* FROM memories JOIN categories/,
  /^SELECT count\(\*\)::int AS total FROM memories WHERE/,
  /count\(\*\)(?:::int)? AS count FROM memories/,
  /^SELECT coalesce\(sum\(octet_length\(content\)\), 0\)/,
  /^SELECT categories\.name, of\.count/,
  /^SELECT source_kind AS name, count/,
  // What somebody wrote, to list, change or erase it.
  /^SELECT id FROM memories WHERE .* IN \(member_id, changed_by\)/,
  /FROM files WHERE/,
  // An erasure looks at the name of each document of a character.
  /^SELECT DISTINCT words_of AS key, words_of FROM revisions WHERE/,
  // The batches of a character, one step in an index each.
  /^WITH found AS MATERIALIZED \(SELECT found\.\* FROM character_states AS of CROSS JOIN LATERAL \(WITH RECURSIVE names/,
  // The nearest of a character that is not too large.
  /FROM embeddings WHERE character_no = \$1(?: ORDER BY| *$)/,
  /FROM embedding_bits WHERE character_no = \$1 ORDER BY/,
  // The review queue, by partial indexes that hold nothing else.
  /^SELECT of\.character_no AS no, edits\.count AS edits, proposals\.count AS proposals/,
  /^SELECT character_no, id AS memory_id, content, to_judge, updated_at AS since, \(SELECT revisions\.batch FROM revisions WHERE .*\) AS batch FROM memories WHERE to_judge > 0/,
  // Memories without recalls: the answer is about the whole character.
  /^SELECT id FROM memories WHERE .* NOT IN \( SELECT one\.value ->> 'memoryId' FROM recalls/,
  // The revisions behind a replica's position, in the order of an index.
  /FROM \( SELECT \* FROM revisions WHERE revisions\.character_no = \$1 AND coalesce\(change_no, 0\) >= \$2/,
  // What an erasure looks through.
  /^SELECT segment, passages FROM search_segments WHERE character_no = \$1 ORDER BY segment$/,
  /^SELECT file_no, version, content_hash FROM snapshots WHERE character_no = \$1/,
  // Rows after a number.
  /memories\.no > \( SELECT refreshed_no/,
];

/**
 * Statements over both kinds of tables of ops/citus.sql, one kind in a subquery that depends on no row outside of it:
 * Citus reads that first and sends it along.
 */
const readApart: readonly RegExp[] = [
  // What was recalled of a character's memories.
  /^SELECT id FROM memories WHERE .* NOT IN \( SELECT one\.value ->> 'memoryId' FROM recalls/,
  /^SELECT memories\.\*, recalled\.times,/,
  /^INSERT INTO recall_counts .* SELECT /,
  // The latest version of a file.
  /^SELECT snapshots\.version, .* coalesce\(\$3::bigint, \( SELECT version FROM files /,
  // The names of the members who changed memories.
  /^WITH found AS MATERIALIZED .* LEFT JOIN members ON members\.id = found\.member_id/,
  // A character is locked by its number.
  /^SELECT 1 FROM characters WHERE tenant_no = \(SELECT tenant_no FROM character_states /,
];

/** Tables with many rows a character, of which a statement should need few. */
const large = ['memories', 'revisions', 'search_blocks', 'pieces', 'piece_memories', 'embeddings', 'embedding_bits'];

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'One-Time Filter'?: string;
  Plans?: Node[];
}

interface Look {
  table: string;
  type: string;
  condition: string;
}

const looksOf = (node: Node): Look[] => [
  ...(node['Relation Name'] !== undefined && node['Node Type'].endsWith('Scan')
    ? [
        {
          table: node['Relation Name'],
          type: node['Node Type'],
          condition: node['Index Cond'] ?? node['Recheck Cond'] ?? '',
        },
      ]
    : []),
  ...(node.Plans ?? []).flatMap(looksOf),
];

/** The tables that it reads or writes. */
const tablesOf = (node: Node): string[] => [node['Relation Name'] ?? [], ...(node.Plans ?? []).map(tablesOf)].flat();

/** Statements that need a store of another size or age. */
async function useRareStatements(
  { memories, files, search, embeddings }: Store,
  sql: (text: string) => Promise<unknown>,
) {
  const scope = serviceScope('t1');
  const by = { changedBy: 'tester', now: 1 };
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const add = (n: number, content: string): MemoryChange => ({
    kind: 'add',
    memory: { id: id(n), content, salience: 0.5, importance: 'NORMAL', source: { kind: 'direct' } },
  });
  const give = (n: number, content: string): MemoryChange => ({ kind: 'update', memoryId: id(n), fields: { content } });
  // Two texts are swapped.
  await memories.write(scope, id(1), [add(11, 'one text'), add(12, 'another text')], by);
  await memories.write(scope, id(1), [give(11, 'aside'), give(12, 'one text'), give(11, 'another text')], by);
  // A large import, of which one text is another memory's by the time that it is looked at.
  const changes = Array.from({ length: 300 }, (_, i) => add(1_000 + i, `imported text ${i}`));
  await files.importMemories(scope, id(1), { categories: [], changes: [give(11, 'imported text 5'), ...changes] }, by);
  await sql('UPDATE character_states SET analyser = 0; UPDATE memories SET index_version = 0');
  await search.refresh(5);
  const model = await embeddings.currentModel();
  await sql('UPDATE memories SET embedded_model = (SELECT max(no) FROM embedding_models)');
  for (const count of [1_500, 3_000]) {
    await sql(`UPDATE characters SET memory_count = ${count}`);
    await embeddings.nearest(model!, scope, id(1), new Float32Array(model!.dimensions).fill(1), 5, [1, 2]);
  }
}

/**
 * Until ANALYZE has run, the partial index of contents looks small, and a statement by category or for embedding may
 * scan it once; a list of look-ups must not, each time.
 */
function isRepeated({ sql, counted }: { sql: string; counted: boolean }): boolean {
  return counted || (/unnest\(\$\d/.test(sql) && !/ AS category CROSS JOIN LATERAL/.test(sql));
}

/** Only the character and the state of its memories are looked up. */
function isAllOfCharacter(condition: string): boolean {
  const columns = [...condition.matchAll(/(?:\w+\.)?(\w+) (?:=|<|>|>=|<=|IS|<>) /g)].map(([, column]) => column);
  return columns.every((column) => ['character_no', 'state'].includes(column!));
}

const takingTurns =
  /^(?:BEGIN|COMMIT|ROLLBACK|LOCK|TRUNCATE|ALTER|CREATE|SET|DROP)|pg_|to_reg|set_config|current_schema/;

describe('statements on PostgreSQL', () => {
  const statements = new Set<string>();
  const looks: { sql: string; counted: boolean; looks: Look[]; tables: string[] }[] = [];
  let indexes: { table: string; index: string; first: string; unique: boolean }[] = [];
  let foreignKeys: { table: string; name: string; columns: string[] }[] = [];
  let tables: string[] = [];

  beforeAll(async () => {
    const postgres = await embeddedPostgres();
    const schema = 'plans';
    await postgres.script(`CREATE SCHEMA ${schema}`);
    const driver: Driver = {
      async take() {
        const session = await postgres.take(schema);
        return {
          ...session,
          query(name, sql, values) {
            statements.add(sql);
            return session.query(name, sql, values);
          },
        };
      },
      close: async () => undefined,
    };
    const { store } = await openStore(driver, { place: schema }, { parts });
    await fillUnevenly(store, { memories: 420, characters: 12 });
    await useEveryMethod(store);
    // On SQLite they are counted in a file of their own.
    await store.rates.take('t1', 'SEARCH', 9, 0);
    await useRareStatements(store, (sql) => postgres.script(sql, schema));
    await store.close();
    const session = await postgres.take(schema);
    // Small tables are read from end to end whatever indexes there are: what matters is whether one could be used.
    await session.script('SET enable_seqscan = off');
    // By the simple protocol: the other one would ask for the values of parameters.
    const rows = async <Row>(sql: string) => (await session.script(sql)) as Row[];
    const tried = [...statements].filter((sql) => !takingTurns.test(sql));
    // As a database that is being filled plans, before anybody has counted its rows, and as it does later.
    for (const [counted, sql] of [
      ...tried.map((one) => [false, one] as const),
      ...tried.map((one) => [true, one] as const),
    ]) {
      if (counted && sql === tried[0]) await session.script('ANALYZE');
      const [plan] = await rows<{ 'QUERY PLAN': { Plan: Node }[] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`);
      const plans = plan!['QUERY PLAN'].map(({ Plan }) => Plan);
      looks.push({ sql: oneLine(sql), counted, looks: plans.flatMap(looksOf), tables: plans.flatMap(tablesOf) });
    }
    indexes = await rows(
      `SELECT tables.relname AS table, indexes.relname AS index, indisunique AS unique, attname AS first
       FROM pg_index JOIN pg_class tables ON tables.oid = indrelid JOIN pg_class indexes ON indexes.oid = indexrelid
       JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
       WHERE tables.relnamespace = '${schema}'::regnamespace`,
    );
    foreignKeys = await rows(
      `SELECT pg_class.relname AS table, conname AS name, ARRAY(
         SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY(conkey)) AS columns
       FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
       WHERE contype = 'f' AND connamespace = '${schema}'::regnamespace`,
    );
    tables = (
      await rows<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}'`)
    ).map(({ name }) => name);
    await session.script(`SET enable_seqscan = on; DROP SCHEMA ${schema} CASCADE`);
    session.release();
  });

  test('every statement of the source was run', () => {
    const missing = literalsOutside('src/storage/postgres', statements);
    // Statements about the database itself, by a unit whose session was lost, and by a move, which reads everything.
    const rest = missing.filter(
      (name) =>
        !/^(?:(?:connection|driver|open|row-security)\.ts|move\/)|SELECT 1 FROM memories CROSS JOIN LATERAL/.test(name),
    );
    expect(rest).toStrictEqual([]);
    expect(looks.length).toBeGreaterThan(100);
    expect(tables.toSorted()).toStrictEqual([...keyOf.keys(), ...small].toSorted());
  });

  test('no statement joins a distributed table with a local one of ops/citus.sql', () => {
    const left = [
      ...readFileSync('ops/citus.sql', 'utf8')
        .match(/NOT IN \((.*)\)/)![1]!
        .matchAll(/'(\w+)'/g),
    ];
    const distributed = keys.character_no!.filter((name) => !left.some(([, one]) => one === name));
    const isDistributed = (table: string) => distributed.includes(table);
    const mixed = looks.filter(({ tables: all }) => all.some(isDistributed) && !all.every(isDistributed));
    const others = mixed.filter(({ sql }) => !readApart.some((one) => one.test(sql)));
    expect(others.map(({ sql }) => sql)).toStrictEqual([]);
    expect(readApart.filter((one) => !mixed.some(({ sql }) => one.test(sql)))).toStrictEqual([]);
    // Each machine knows the values of a statement and its own rows, but no row of a list that the statement brings.
    const reached = [...statements]
      .filter((sql) => distributed.some((table) => new RegExp(`(?:FROM|JOIN|UPDATE) ${table}\\b`).test(sql)))
      .flatMap((sql) =>
        [...sql.matchAll(/\bcharacter_no = (?:ANY\()?([\w.$]+)/g)].map(([, by]) => [by!, oneLine(sql)]),
      );
    expect(reached.length).toBeGreaterThan(100);
    expect(reached.filter(([by]) => !/^(?:\$\d+|\w+\.character_no)$/.test(by!))).toStrictEqual([]);
    expect(reached.filter(([by]) => /^characters\./.test(by!))).toStrictEqual([]);
  });

  test('every statement names the key of each table it reads', () => {
    const keyless = looks.flatMap(({ sql, looks: all }) => {
      const missing = all.filter(
        ({ table, condition }) => !new RegExp(`\\b${keyOf.get(table) ?? ''}\\b`).test(condition),
      );
      return missing
        .filter(({ table }) => keyOf.has(table) && !queues.includes(table))
        .map(({ table, type }) => `${type} on ${table}: ${sql}`);
    });
    const isMeant = (line: string, meant: readonly RegExp[]) =>
      meant.some((one) => one.test(line.replace(/^[^:]*: /, '')));
    expect(keyless.filter((line) => !isMeant(line, overAll))).toStrictEqual([]);
  });

  test('no statement scans a growing table', () => {
    const scanning = looks.flatMap(({ sql, looks: all }) =>
      all.filter(({ table, type }) => type === 'Seq Scan' && keyOf.has(table)).map(({ table }) => `${table}: ${sql}`),
    );
    // How long the queue is: all of it is counted.
    const isCounting = /^captures: SELECT count\(\*\)::int AS waiting, /;
    // At the start of a node.
    const isStarting = /^ai_settings: /;
    expect(scanning.filter((line) => !isCounting.test(line) && !isStarting.test(line))).toStrictEqual([]);
  });

  test('a statement scans a character only where all of it is wanted', () => {
    const walking = looks
      .filter(isRepeated)
      .flatMap(({ sql, looks: all }) =>
        all
          .filter(({ table, condition }) => large.includes(table) && isAllOfCharacter(condition))
          .map(({ table }) => `${table}: ${sql}`),
      );
    expect(
      walking.filter((line) => !ofWholeCharacter.some((one) => one.test(line.replace(/^\w+: /, '')))),
    ).toStrictEqual([]);
  });

  test('the memories of a file are found by its index, in order of time', () => {
    const ofFile = looks.filter(({ sql }) => /source_file = \$/.test(sql));
    expect(new Set(ofFile.map(({ sql }) => sql)).size).toBe(4);
    for (const { sql, looks: all } of ofFile) {
      const condition = all.find(({ table }) => table === 'memories')?.condition;
      expect([sql, condition]).toStrictEqual([sql, expect.stringContaining('source_file = ')]);
    }
  });

  test('every unique index and foreign key lies within a character or tenant', () => {
    const strays = indexes.filter(({ table, first, unique }) => unique && (keyOf.get(table) ?? first) !== first);
    expect(strays).toStrictEqual([]);
    const others = indexes
      .filter(({ table, first }) => (keyOf.get(table) ?? first) !== first)
      .map(({ index }) => index);
    expect(others.toSorted()).toStrictEqual([
      'captures_by_time',
      'captures_held',
      'character_states_by_analyser',
      'character_states_to_embed',
      'erasures_to_do',
      'memories_to_judge',
    ]);
    const outside = foreignKeys.filter(
      ({ table, columns }) => keyOf.has(table) && !columns.includes(keyOf.get(table)!),
    );
    expect(outside).toStrictEqual([]);
  });
});

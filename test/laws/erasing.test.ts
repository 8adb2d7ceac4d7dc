import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { identifiedRows, numberedRows, textsOfMemories, textTables } from '../../src/storage/rows/user-texts.ts';
import { connectionInMemory } from '../../src/storage/sqlite/store.ts';

// Every column that can hold a text is known to the eraser, or is here with the reason why it holds no user's text.

/** Columns of any table, by their names. */
const ofAnyTable: Record<string, readonly string[]> = {
  'an id or a number of ours': [
    ...[
      'id',
      'tenant_id',
      'member_id',
      'key_id',
      'passkey_id',
      'owner_id',
      'made_by',
      'maker_id',
      'grant_id',
      'client_id',
    ],
    ...[
      'memory_id',
      'into_id',
      'target_id',
      'superseded_by',
      'erasure_id',
      'store_id',
      'remote_id',
      'event_id',
      'request_id',
    ],
    ...['replica', 'batch', 'origin', 'source_file', 'holder', 'character_ids'],
  ],
  'a word of ours': [
    ...[
      'tier',
      'next_tier',
      'role',
      'status',
      'status_before',
      'access',
      'visibility',
      'importance',
      'state',
      'source_kind',
    ],
    ...[
      'change_type',
      'author_kind',
      'verdict',
      'category_preset',
      'kind',
      'type',
      'via',
      'rating',
      'outcome',
      'action',
    ],
    ...['speaker', 'event', 'left_out', 'provider', 'removed', 'detail', 'events', 'fault'],
  ],
  'a digest or a secret': [
    ...[
      'hash',
      'hash_start',
      'content_key',
      'content_hash',
      'body_key',
      'piece_key',
      'path_key',
      'lower_key',
      'higher_key',
    ],
    ...[
      'digest',
      'secret',
      'old_secret',
      'sealed_key',
      'fingerprint',
      'credential',
      'public_key',
      'challenge',
      'head',
      'asked',
      'proof',
    ],
  ],
  'the name of a program, a host or a member at that time': [
    'host',
    'client',
    'client_name',
    'user_agent',
    'changed_by',
    'kept_by',
    'erased_by',
    'session',
  ],
};

const ofTables: Record<string, readonly string[]> = {
  'a name in the team, which its operations change': [
    'tenants.name',
    'members.name',
    'members.external_id',
    'api_keys.name',
    'passkeys.name',
    'audit_events.name',
  ],
  'lists of ids and addresses': [
    'grants.characters',
    'grants.resource',
    'api_keys.characters',
    'revisions.moved',
    'audit_events.address',
  ],
  'a digest of what was read': ['pieces.key', 'hook_items.key', 'idempotency_keys.key', 'replicas.position'],
  'a place or a name of this machine': [
    'connections.url',
    'connections.member',
    'bundles.machine',
    'connections.key_file',
    'backups.file',
    'hook_sessions.transcript',
    'projects.identity',
    'character_identities.identity',
    'projects.folder',
  ],
  'a message of ours, which quotes no text': ['connections.problem', 'replicas.problem', 'replica_refusals.reason'],
  'the address and label of a webhook, which its operations change': ['webhooks.url', 'webhooks.description'],
  'words of ours, models and days': [
    'ai_usage.day',
    'ai_settings.model',
    'ai_settings.base_url',
    'embedding_model.name',
    'embedding_models.name',
    'leases.name',
    'rate_counts.bucket',
  ],
  'the name without case of the column beside it': ['characters.name_key', 'categories.name_key'],
  'the ids of an erasure’s own notes': ['erasing_texts.memory_id'],
};

const harmless = new Set(Object.values(ofTables).flat());
const harmlessAnywhere = new Set(Object.values(ofAnyTable).flat());
const erased = new Set([
  ...textsOfMemories,
  ...textTables.flatMap(({ table, texts }) => texts.map((column) => `${table}.${column}`)),
]);
const isHarmless = (column: string) => harmless.has(column) || harmlessAnywhere.has(column.split('.')[1]!);

/** `table.column` of all that can hold a text or bytes. */
function columnsOfSqlite(): string[] {
  const { sqlite } = connectionInMemory();
  const sql = `SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables
    CROSS JOIN pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND columns.type IN ('TEXT', 'BLOB') AND tables.name NOT LIKE 'sqlite_%'`;
  return sqlite.prepare(sql).pluck().all() as string[];
}

function columnsOfPostgres(): string[] {
  return ['schema.sql', 'embeddings/vectors.sql'].flatMap((file) => {
    const schema = readFileSync(`src/storage/postgres/${file}`, 'utf8').replace(/--.*/g, '');
    return [...schema.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+) \((.*?)\n\)/gs)].flatMap(
      ([, table, body = '']) =>
        [...body.matchAll(/^\s*(\w+)\s+(?:text|bytea|jsonb?|halfvec|bit|uuid)\b/gm)].map(
          ([, column]) => `${table}.${column}`,
        ),
    );
  });
}

const schemas = { SQLite: columnsOfSqlite(), PostgreSQL: columnsOfPostgres() };

test.each(Object.entries(schemas))('an erasure knows every column of %s that can hold a text', (_, columns) => {
  expect(columns.length).toBeGreaterThan(100);
  expect(columns.filter((column) => !erased.has(column) && !isHarmless(column))).toStrictEqual([]);
});

test('no column is both erased and harmless by its table, and none is listed that no schema has', () => {
  const all = new Set(Object.values(schemas).flat());
  const listed = [...erased, ...harmless];
  expect([...erased].filter((column) => harmless.has(column))).toStrictEqual([]);
  expect(listed.filter((column) => !all.has(column))).toStrictEqual([]);
  expect([...harmlessAnywhere].filter((name) => ![...all].some((column) => column.endsWith(`.${name}`)))).toStrictEqual(
    [],
  );
});

/** Tables of the file of a machine, which the eraser of SQLite names itself, and those of indexes and imports. */
const known = [
  'embeddings',
  'replica_memories',
  'replica_refusals',
  'embedding_removals',
  'search_recent',
  'staged_moves',
  'erased_texts',
  'erasing_texts',
  'embedding_bits',
];

test('an erasure knows every table whose rows name a memory', () => {
  const { sqlite } = connectionInMemory();
  const naming = sqlite
    .prepare(
      `SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables
       CROSS JOIN pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND columns.name IN ('memory_no', 'older_no', 'newer_no', 'memory_id', 'into_id')`,
    )
    .pluck()
    .all() as string[];
  const removed = new Set([...numberedRows, ...identifiedRows].map(([table, column]) => `${table}.${column}`));
  expect(naming.filter((column) => !removed.has(column) && !known.includes(column.split('.')[0]!))).toStrictEqual([]);
});

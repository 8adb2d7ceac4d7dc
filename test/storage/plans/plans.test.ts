import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getLoadablePath } from 'sqlite-vec';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Database } from '../../../src/base/sqlite.ts';
import { memoryColumns } from '../../../src/storage/rows/memories.ts';
import { access, isAmongAllowed } from '../../../src/storage/sqlite/sharing/access.ts';
import { openStore } from '../../support/harness.ts';
import { fillUnevenly, useEveryMethod } from './every-method.ts';
import { literalsOutside, oneLine } from './sql-literals.ts';

/**
 * The query plan of every statement that the engine prepares. SQLite chooses by the shape of a statement and the
 * statistics of ANALYZE; nobody runs that on a store, so the plans here are those of every store.
 */
describe('query plans', () => {
  const statements = new Set<string>();
  let plans: (readonly [statement: string, plan: readonly string[]])[] = [];
  let statistics: unknown[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'plans-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(async () => {
    const { prepare } = Database.prototype;
    const recording = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database, sql) {
      statements.add(sql);
      return prepare.call(this, sql);
    });
    const path = join(folder, 'memory.db');
    const store = openStore(path);
    await fillUnevenly(store, { memories: 1_500, characters: 60 });
    await useEveryMethod(store);
    recording.mockRestore();
    const db = new Database(path);
    db.loadExtension(getLoadablePath());
    const planned = [...statements].filter((sql) => !TAKING_TURNS.test(sql));
    plans = planned.map((sql) => [shown(sql), planOf(db, sql)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
    statistics = db.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'`).all();
    db.close();
    await store.close();
  });

  test('every statement of the source has a recorded plan', () => {
    const missing = literalsOutside('src/storage/sqlite', statements);
    // Operators' commands and migrations read whole tables; rates are in a file of their own.
    const asked = missing.filter(
      (name) =>
        !/^(?:migrations\.ts|disk\/inventory\.ts|copies\/erasures\.ts|tenancy\/rates\.ts|examine\/(?:sqlite|repair)\.ts|move\/.*):/.test(
          name,
        ),
    );
    expect(asked).toStrictEqual([]);
    expect(statements.size).toBeGreaterThan(150);
    expect(statistics).toStrictEqual([]);
  });

  test('no statement scans a growing table', () => {
    const scanning = plans.filter(([, plan]) => plan.some((line) => SCAN.test(line))).map(([sql]) => sql);
    expect(scanning.filter((sql) => !MEANT.some((one) => one.test(sql)))).toStrictEqual([]);
    expect(MEANT.filter((one) => !scanning.some((sql) => one.test(sql)))).toStrictEqual([]);
  });

  test('every plan matches the recorded one', async () => {
    const text = plans.map(([sql, plan]) => [sql, ...plan.map((line) => `    ${line}`)].join('\n')).join('\n\n');
    await expect(`${text}\n`).toMatchFileSnapshot('../../__snapshots__/plans.txt');
  });
});

/** Statements that touch no data of the store. */
const TAKING_TURNS = /^(?:BEGIN|COMMIT|ROLLBACK|PRAGMA|VACUUM)|FROM sqlite_schema/;

/**
 * Small however much is stored: the parameters' lists, one row a store, one a tenant, twenty webhooks of one, one a kind
 * of work, one a large write under way, one a connected server or character, one a backup, the lines that one page looks through, the turns of which verdicts are taken, what a subquery has answered.
 */
const SCAN =
  /^\W*SCAN (?!json_each\b|(?:piece|wanted|clause) VIRTUAL TABLE|turn\b|embedding_model\b|tenants\b|webhooks\b|line\b|leases\b|connections\b|backups\b|replicas\b|stagings\b|states\b|names\b|firsts\b|latest\b|recalled\b|found\b|of\b|CONSTANT ROW)/;

/** Statements that may read a table from end to end. */
const MEANT = [
  // They stop at the first row.
  /^SELECT 1 FROM (?:api_keys|embedding_removals|memories WHERE (?:embedded IS NULL AND )?state = 'ACTIVE') LIMIT 1$/,
  // Memories that a server refused: few, since they are shown one by one.
  / FROM replica_refusals CROSS JOIN memories ON /,
  // One row.
  /^SELECT id FROM store$/,
  // Another embedding model: deletes all vectors.
  /^DELETE FROM (?:coarse_characters|embeddings)$|^UPDATE memories SET embedded = NULL WHERE embedded IS NOT NULL$/,
  /^UPDATE characters SET vectors_version = vectors_version \+ 1$/,
  // A queue, which is emptied by each read.
  /^SELECT memory_no FROM embedding_removals$/,
  // Memories that wait to be compared, by a partial index.
  / FROM memories INDEXED BY memories_to_compare CROSS JOIN /,
  // Erasures with steps that remain, by a partial index.
  /FROM erasures WHERE done_at IS NULL /,
  // The whole queue of captures, for the metric of its length.
  /^SELECT count\(\*\) AS waiting, min\(coalesce\(files\.captured_at, captures\.due_at\)\)/,
  // SQLite's name for the own look-up of a virtual table, by number.
  / FROM memory_bits WHERE memory_no = \?$/,
  // Keys that are encrypted again at the start of `serve`: one row a tenant at most.
  /^SELECT \* FROM ai_settings ORDER BY tenant_id$/,
  // The commands of operators, over all tenants.
  /^SELECT \* FROM members WHERE removed_at IS NULL AND \(id = @reference OR name = @name\)/,
];

/** On one line, without the columns of a memory and the rule of access. */
const shown = (sql: string) =>
  oneLine(sql.replace(memoryColumns, 'memories.…').replaceAll(access, 'access…').replaceAll(isAmongAllowed, 'seen…'));

/** The lines of a plan, indented as its tree. Bound values do not matter. */
function planOf(db: Database, sql: string): string[] {
  const named = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, null] as const);
  const values = named.length > 0 ? [Object.fromEntries(named)] : [...sql.matchAll(/\?/g)].map(() => null);
  const rows = db.prepare<unknown[], Row>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
  const depth = new Map<number, number>([[0, -1]]);
  return rows.map(({ id, parent, detail }) => {
    depth.set(id, (depth.get(parent) ?? -1) + 1);
    return '  '.repeat(depth.get(id)!) + detail;
  });
}

interface Row {
  id: number;
  parent: number;
  detail: string;
}

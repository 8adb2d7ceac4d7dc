import { describe, expect, test } from 'vitest';
import { Database as Sqlite } from '../../../src/base/sqlite.ts';
import { DamagedPages, requireSeparatePages } from '../../../src/files/importers/sqlite-pages.ts';
import { SqliteTables } from '../../../src/files/importers/sqlite-tables.ts';
import { endlessSchema, endlessStatistics, endlessTable, manyConstraints } from '../../support/hostile-sqlite.ts';

const setUps: [string, string[], string][] = [
  ['an empty schema', [], 'PRAGMA user_version = 1'],
  ['large texts with overflow pages', [], `${table('t')}; INSERT INTO t SELECT i, zeroblob(i * 50) FROM n`],
  ['small pages', ['page_size = 512'], `${table('t')}; INSERT INTO t SELECT i, hex(zeroblob(i)) FROM n`],
  ['the largest pages', ['page_size = 65536'], `${table('t')}; INSERT INTO t SELECT i, hex(zeroblob(i)) FROM n`],
  [
    'auto-vacuum',
    ['auto_vacuum = FULL'],
    `${table('t')}; INSERT INTO t SELECT i, zeroblob(i * 9) FROM n; DELETE FROM t WHERE a % 3 = 0`,
  ],
  [
    'a table without row ids',
    [],
    'CREATE TABLE w(a PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO w SELECT hex(zeroblob(i)) || i, zeroblob(i * 7) FROM n',
  ],
  [
    'indexes with overflow pages',
    [],
    `${table('t')}; CREATE INDEX x ON t(b); INSERT INTO t SELECT i, hex(zeroblob(i * 8)) || i FROM n`,
  ],
  [
    'many tables, long names',
    [],
    Array.from({ length: 100 }, (_, i) => `CREATE TABLE "t${i}${'x'.repeat(300)}"(a)`).join(';'),
  ],
  [
    'full text, views and triggers',
    [],
    `CREATE VIRTUAL TABLE f USING fts5(a); INSERT INTO f SELECT 'word' || i FROM n; CREATE VIEW v AS SELECT * FROM f; ${table('t')}; CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END`,
  ],
  ['statistics', [], `${table('t')}; CREATE INDEX x ON t(b); INSERT INTO t SELECT i, i FROM n; ANALYZE`],
  ['free pages', [], `${table('t')}; INSERT INTO t SELECT i, zeroblob(3000) FROM n; DELETE FROM t WHERE a > 10`],
];

function table(name: string): string {
  return `CREATE TABLE ${name}(a, b)`;
}

function database(pragmas: string[], sql: string): Buffer {
  const db = new Sqlite(':memory:');
  for (const pragma of pragmas) db.pragma(pragma);
  db.exec(
    'CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM c LIMIT 700) SELECT i FROM c',
  );
  db.exec(sql);
  const bytes = db.serialize();
  db.close();
  return bytes;
}

describe('pages of a SQLite file', () => {
  test.each(setUps)('%s: a file written by SQLite passes', (_, pragmas, sql) => {
    expect(() => requireSeparatePages(database(pragmas, sql))).not.toThrow();
  });

  test.each([
    ['the schema', endlessSchema],
    ['a table', endlessTable],
  ])('%s whose pages all lead to one child is refused', (_, make) => {
    expect(() => requireSeparatePages(make())).toThrow(DamagedPages);
  });

  test('a root page that is a text is refused, because SQLite would follow it', () => {
    expect(() => requireSeparatePages(endlessStatistics())).toThrow('no integer');
  });

  test('a schema that takes quadratic time is refused', () => {
    expect(() => requireSeparatePages(manyConstraints())).toThrow('bytes of table definitions');
  });

  test('an overflow page that two rows share is refused', () => {
    const file = database([], 'CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(5000)), (zeroblob(5000))');
    const root = 4_096;
    const overflowOf = (cell: number) => {
      const start = root + file.readUInt16BE(root + 8 + 2 * cell);
      // Payload size in two bytes, row id in one; then 911 of 5,003 bytes (§1.6).
      return start + 3 + (489 + ((5_003 - 489) % 4_092));
    };
    file.writeUInt32BE(file.readUInt32BE(overflowOf(0)), overflowOf(1));
    expect(() => requireSeparatePages(file)).toThrow('used twice');
  });

  test('overlapping cells are refused', () => {
    const file = database([], "CREATE TABLE t(a); INSERT INTO t SELECT 'a row of some length' FROM n LIMIT 50");
    const first = file.readUInt16BE(4_096 + 8);
    for (let i = 0; i < 50; i++) file.writeUInt16BE(first - 400, 4_096 + 8 + 2 * i);
    file.writeUInt16BE(0x8f00, 4_096 + first - 400);
    expect(() => requireSeparatePages(file)).toThrow(DamagedPages);
  });

  test('a damaged file is refused or can be read to its end', async () => {
    const whole = database([], `${table('memories')}; INSERT INTO memories SELECT i, hex(zeroblob(i)) FROM n`);
    let state = 1;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor(state / 7) % below;
    };
    const outcomes = new Set<string>();
    for (let round = 0; round < 100; round++) {
      const file = Buffer.from(whole);
      for (let i = 0; i < 4; i++) file.writeUInt8(next(256), 100 + next(next(2) === 0 ? 200 : file.length - 100));
      try {
        const tables = await SqliteTables.open(file);
        outcomes.add(typeof tables.rows('memories', ['a', 'b']).length);
        tables.close();
      } catch (error) {
        outcomes.add((error as Error).message.slice(0, 40));
      }
    }
    expect(
      [...outcomes].filter((one) => one !== 'number' && !one.startsWith('The document cannot be read')),
    ).toStrictEqual([]);
  });
});

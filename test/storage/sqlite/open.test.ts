import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import schema from '../../../schema.sql';
import { Database } from '../../../src/base/sqlite.ts';
import { migrations } from '../../../src/storage/sqlite/migrations.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { StoreUnusable } from '../../../src/storage/unusable.ts';
import { temporaryFolder } from '../../support/stores.ts';

/** The version of a store as this build makes it. */
const latest = migrations.length + 1;
const path = () => join(temporaryFolder(), 'memory.db');
const refusal = (file: string) => {
  try {
    openConnection(file);
  } catch (error) {
    return error;
  }
  throw new Error('it was opened');
};

/** Tables with their columns and foreign keys, and indexes, in any order and wording. */
function shapeOf(sqlite: Database): unknown {
  const names = sqlite.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).pluck().all();
  return (names as string[]).map((name) => {
    const all = (sql: string) => sqlite.prepare(sql).all(name);
    const indexes = all('SELECT name, "unique", partial FROM pragma_index_list(?) ORDER BY name') as { name: string }[];
    return {
      name,
      columns: all('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_xinfo(?) ORDER BY name'),
      references: all('SELECT "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY "from"'),
      table: all('SELECT type, wr, strict FROM pragma_table_list(?)'),
      indexes: indexes.map((index) => ({
        ...index,
        keys: sqlite.prepare('SELECT name, "desc" FROM pragma_index_xinfo(?) WHERE key').all(index.name),
      })),
    };
  });
}

describe('a new store', () => {
  test('a new store is created with its folder, for this user only', async () => {
    const file = join(temporaryFolder(), 'deep', 'er', 'memory.db');
    await openConnection(file).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  });

  test('a new store has the latest version, write-ahead log and full synchronization', async () => {
    const connection = openConnection(path());
    const pragma = (name: string) => connection.sqlite.pragma(name, { simple: true });
    expect([pragma('user_version'), pragma('journal_mode'), pragma('synchronous')]).toStrictEqual([latest, 'wal', 2]);
    await connection.close();
  });
});

describe('a migration', () => {
  const next = {
    schema: `${schema}\nCREATE TABLE later (x);`,
    migrations: [...migrations, (sqlite: Database) => void sqlite.exec('CREATE TABLE later (x)')],
  };

  test('a migration updates an older store in one step, and leaves a copy beside it', async () => {
    const file = path();
    const old = openConnection(file);
    await old.write(() => old.run(`INSERT INTO tenants (id, name, tier, created_at) VALUES ('t', 't', 'FREE', 0)`));
    await old.close();
    const migrated = openConnection(file, next);
    expect(migrated.sqlite.pragma('user_version', { simple: true })).toBe(latest + 1);
    expect(migrated.all('SELECT * FROM later')).toStrictEqual([]);
    expect(migrated.get('SELECT id FROM tenants')).toStrictEqual({ id: 't' });
    await migrated.close();
    expect(statSync(`${file}.v${latest}.bak`).mode & 0o777).toBe(0o600);
    const copy = new Database(`${file}.v${latest}.bak`, { readonly: true });
    expect(copy.pragma('user_version', { simple: true })).toBe(latest);
    expect(copy.prepare('SELECT id FROM tenants').get()).toStrictEqual({ id: 't' });
    copy.close();
  });

  test('migrations from the first version lead to a new store’s schema', async () => {
    const file = path();
    const first = new Database(file);
    first.exec(readFileSync(join(import.meta.dirname, 'schema-of-version-1.sql'), 'utf8'));
    first.pragma(`application_id = ${0x414d5331}`);
    first.pragma('user_version = 1');
    first.exec(`INSERT INTO tenants (id, name, tier, created_at) VALUES ('t', 't', 'FREE', 0)`);
    first.close();
    const migrated = openConnection(file);
    const made = openConnection(path());
    expect(shapeOf(migrated.sqlite)).toStrictEqual(shapeOf(made.sqlite));
    expect(migrated.all('SELECT id FROM tenants')).toStrictEqual([{ id: 't' }]);
    expect(migrated.all('SELECT length(id) AS length FROM store')).toStrictEqual([{ length: 32 }]);
    await Promise.all([migrated.close(), made.close()]);
  });

  test('a migration gives characters without owner to the longest-standing OWNER, or the server’s user', async () => {
    const file = path();
    const first = new Database(file);
    first.exec(readFileSync(join(import.meta.dirname, 'schema-of-version-1.sql'), 'utf8'));
    first.pragma(`application_id = ${0x414d5331}`);
    first.pragma('user_version = 1');
    first.exec(`
      INSERT INTO tenants (id, name, tier, created_at) VALUES ('t', 't', 'FREE', 0), ('u', 'u', 'FREE', 0);
      INSERT INTO members (id, tenant_id, name, role, status, created_at, removed_at) VALUES
        ('gone', 't', 'a', 'OWNER', 'ACTIVE', 1, 9), ('second', 't', 'b', 'OWNER', 'ACTIVE', 3, NULL),
        ('first', 't', 'c', 'OWNER', 'ACTIVE', 2, NULL), ('admin', 't', 'd', 'ADMIN', 'ACTIVE', 1, NULL);
      INSERT INTO characters (id, tenant_id, name, name_key, status, category_preset, tags, profile, created_at, updated_at)
        VALUES ('x', 't', 'x', 'x', 'ACTIVE', 'standard', '[]', '{}', 0, 0),
          ('y', 'u', 'y', 'y', 'ACTIVE', 'standard', '[]', '{}', 0, 0);`);
    first.close();
    const migrated = openConnection(file);
    expect(migrated.all('SELECT id, visibility, owner_id FROM characters ORDER BY id')).toStrictEqual([
      { id: 'x', visibility: 'PUBLIC', owner_id: 'first' },
      { id: 'y', visibility: 'PUBLIC', owner_id: 'local' },
    ]);
    await migrated.close();
  });

  test('a failed migration changes nothing', async () => {
    const file = path();
    await openConnection(file).close();
    const failing = {
      schema,
      migrations: [
        ...migrations,
        (sqlite: Database) => {
          sqlite.exec('CREATE TABLE later (x)');
          throw new Error('half way');
        },
      ],
    };
    expect(() => openConnection(file, failing)).toThrow(/half way/);
    const connection = openConnection(file);
    expect(() => connection.all('SELECT * FROM later')).toThrow(/no such table/);
    await connection.close();
    await openConnection(file, next).close();
    expect(
      readdirSync(join(file, '..')).filter((name) => name.endsWith('.bak') || name.endsWith('.bak.1')),
    ).toHaveLength(2);
  });
});

describe('unusable files', () => {
  test('a newer store is refused in one line and left as it was', async () => {
    const file = path();
    const connection = openConnection(file);
    connection.sqlite.pragma('user_version = 99');
    await connection.close();
    const before = readFileSync(file);
    const error = refusal(file);
    expect(error).toBeInstanceOf(StoreUnusable);
    expect(String(error)).toMatch(/version 99.*newer/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('another program’s database is refused in one line and left as it was', () => {
    const file = path();
    const other = new Database(file);
    other.exec('CREATE TABLE theirs (x)');
    other.close();
    const before = readFileSync(file);
    expect(String(refusal(file))).toMatch(/another program/);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  test.each([
    ['text', 'this is no database at all, but long enough to look like a header'.repeat(20)],
    ['a damaged header', `SQLite format 3\0${'\xff'.repeat(4096)}`],
  ])('a file of %s is refused in one line and left as it was', (_, content) => {
    const file = path();
    writeFileSync(file, content, 'latin1');
    const error = refusal(file);
    expect(error).toBeInstanceOf(StoreUnusable);
    expect(String(error).split('\n')).toHaveLength(1);
    expect(readFileSync(file, 'latin1')).toBe(content);
  });

  test('a folder is refused in one line and left as it was', () => {
    const file = path();
    mkdirSync(file);
    expect(refusal(file)).toBeInstanceOf(StoreUnusable);
  });

  // Root may write everywhere, so the mode alone proves nothing.
  test.skipIf(process.getuid?.() === 0)('a read-only file is refused in one line and left as it was', async () => {
    const file = path();
    await openConnection(file).close();
    chmodSync(file, 0o400);
    expect(String(refusal(file))).toMatch(/read-only/);
  });
});

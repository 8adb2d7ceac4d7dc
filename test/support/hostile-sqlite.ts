import { Database as Sqlite } from '../../src/base/sqlite.ts';

const pageSize = 4_096;

/**
 * A database of nine pages whose schema is a B-tree of eight levels: all 583 children of a page are the one page below it.
 * SQLite reads 583^8 rows before it knows all tables.
 */
export function endlessSchema(): Buffer {
  const db = new Sqlite(':memory:');
  db.exec('CREATE TABLE memories(content, content_hash)');
  const first = db.serialize().subarray(0, pageSize);
  db.close();
  const file = Buffer.alloc(9 * pageSize);
  first.copy(file, 0, 0, 100);
  file.writeUInt32BE(9, 28);
  for (let page = 1; page <= 8; page++) writeInterior(file, page, page + 1);
  writeLeaf(file, 9, [
    'table',
    'memories',
    'memories',
    2,
    'CREATE TABLE IF NOT EXISTS memories(content, content_hash)',
  ]);
  return file;
}

/** A database with a table of rows, whose B-tree is made endless in the same way. */
export function endlessTable(): Buffer {
  const db = new Sqlite(':memory:');
  db.exec('CREATE TABLE memories(content, content_hash); CREATE TABLE other(x)');
  const root = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'memories'").pluck().get());
  const whole = db.serialize();
  db.close();
  const pages = whole.length / pageSize;
  const file = Buffer.concat([whole, Buffer.alloc(8 * pageSize)]);
  file.writeUInt32BE(pages + 8, 28);
  writeInterior(file, root, pages + 1);
  for (let page = pages + 1; page < pages + 8; page++) writeInterior(file, page, page + 1);
  writeLeaf(file, pages + 8, [null, null]);
  return file;
}

/** A table of statistics, which SQLite reads with the schema, is endless, and its root page is the text '2'. */
export function endlessStatistics(): Buffer {
  const file = Buffer.alloc(10 * pageSize);
  const db = new Sqlite(':memory:');
  db.exec('CREATE TABLE t(x)');
  db.serialize().copy(file, 0, 0, 100);
  db.close();
  file.writeUInt32BE(10, 28);
  writeLeaf(file, 1, ['table', 'sqlite_stat1', 'sqlite_stat1', '2', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)']);
  for (let page = 2; page < 10; page++) writeInterior(file, page, page + 1);
  writeLeaf(file, 10, [null, null, null]);
  return file;
}

/** A table whose definition has many constraints: SQLite compares each with all others, for minutes. */
export function manyConstraints(): Buffer {
  const names = Array.from({ length: 250 }, (_, i) => `c${i.toString(36)}`);
  const pairs = names.flatMap((a) => names.flatMap((b) => (a === b ? [] : `UNIQUE(${a},${b})`)));
  const db = new Sqlite(':memory:');
  db.unsafeMode(true);
  db.exec('CREATE TABLE memories(content, content_hash)');
  db.pragma('writable_schema = ON');
  db.prepare('UPDATE sqlite_schema SET sql = ?').run(
    `CREATE TABLE memories(content, content_hash, ${names}, ${pairs})`,
  );
  const bytes = db.serialize();
  db.close();
  return bytes;
}

/** A leaf with one row; its numbers have one byte. */
function writeLeaf(file: Buffer, page: number, values: readonly (string | number | null)[]): void {
  const types = values.map((value) => (value === null ? 0 : typeof value === 'number' ? 1 : 13 + 2 * value.length));
  const header = types.flatMap((type) => (type < 128 ? [type] : [128 + (type >> 7), type & 127]));
  const body = values.map((value) => (typeof value === 'number' ? Buffer.of(value) : Buffer.from(value ?? '')));
  const row = Buffer.concat([Buffer.of(header.length + 1, ...header), ...body]);
  const start = (page - 1) * pageSize;
  const pageHeader = page === 1 ? start + 100 : start;
  const at = pageSize - row.length - 2;
  file.writeUInt8(0x0d, pageHeader);
  file.writeUInt16BE(1, pageHeader + 3);
  file.writeUInt16BE(at, pageHeader + 5);
  file.writeUInt16BE(at, pageHeader + 8);
  Buffer.concat([Buffer.of(row.length, 1), row]).copy(file, start + at);
}

function writeInterior(file: Buffer, page: number, child: number): void {
  const start = (page - 1) * pageSize;
  const header = page === 1 ? start + 100 : start;
  const cells = Math.floor((start + pageSize - header - 12) / 7);
  file.writeUInt8(0x05, header);
  file.writeUInt16BE(0, header + 1);
  file.writeUInt16BE(cells, header + 3);
  file.writeUInt16BE(pageSize - 5 * cells, header + 5);
  file.writeUInt32BE(child, header + 8);
  for (let i = 0; i < cells; i++) {
    const at = pageSize - 5 * (i + 1);
    file.writeUInt16BE(at, header + 12 + 2 * i);
    file.writeUInt32BE(child, start + at);
    file.writeUInt8(Math.min(i + 1, 127), start + at + 4);
  }
}

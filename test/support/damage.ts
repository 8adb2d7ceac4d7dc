import { closeSync, openSync, writeSync } from 'node:fs';
import { Database } from '../../src/base/sqlite.ts';

/** Overwrites the first page of a table. */
export function damage(path: string, tableName: string): void {
  const db = new Database(path);
  const page = Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(tableName));
  const size = Number(db.pragma('page_size', { simple: true }));
  db.close();
  overwrite(path, (page - 1) * size, size);
}

/** Puts random bytes into a file. */
export function overwrite(path: string, at: number, length: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(length, 0xa5), 0, length, at);
  closeSync(file);
}

import type { Database } from 'better-sqlite3';
import { notWhatItSays } from '../document.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { DamagedPages, requireSeparatePages } from './sqlite-pages.ts';
import type { Fields } from './values.ts';

const magic = 'SQLite format 3\0';

export function isSqlite(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, magic.length)).toString('latin1') === magic;
}

/**
 * The plain tables of a database file that somebody else wrote, read from a copy in memory. Its schema is not trusted:
 * views, virtual tables and computed columns are not read, and no extension can be loaded.
 * @throws ServiceError InvalidContent: damaged, cut off, no database
 */
export class SqliteTables {
  readonly #db: Database;
  readonly #most: number;
  #units = 0;

  private constructor(db: Database, most: number) {
    this.#db = db;
    this.#most = most;
  }

  /** @param most UTF-16 units of text that are read in all */
  static async open(bytes: Uint8Array, most: number = limits.unfoldedBytes): Promise<SqliteTables> {
    const { Database } = await import('../../base/sqlite.ts');
    const copy = Buffer.from(bytes);
    requireWhole(copy);
    // Journal of rollbacks: in memory there is no write-ahead log (https://www.sqlite.org/fileformat.html §1.3.3).
    copy[18] = 1;
    copy[19] = 1;
    return guarded(() => {
      requireSeparatePages(copy);
      const db = new Database(copy, { readonly: true });
      db.pragma('trusted_schema = OFF');
      db.pragma('cell_size_check = ON');
      return new SqliteTables(db, most);
    });
  }

  close(): void {
    this.#db.close();
  }

  /** The stored columns of a plain table; undefined when there is no such table. */
  columns(table: string): Set<string> | undefined {
    return guarded(() => {
      const sql = this.#db
        .prepare(`SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?`)
        .pluck()
        .get(table);
      if (typeof sql !== 'string' || !/^CREATE TABLE\b/i.test(sql)) return undefined;
      const found = this.#db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0').pluck().all(table);
      return new Set(found as string[]);
    });
  }

  /**
   * The rows of a plain table, with the named columns that it has and that are texts or numbers. InvalidContent: more
   * rows or more text than the limit.
   */
  rows(table: string, wanted: readonly string[]): Fields[] {
    const known = this.columns(table) ?? new Set<string>();
    const columns = wanted.filter((name) => known.has(name));
    if (columns.length === 0) return [];
    return guarded(() => {
      const rows: Fields[] = [];
      const list = columns.map((name) => `"${name}"`).join(', ');
      for (const row of this.#db.prepare(`SELECT ${list} FROM "${table}" NOT INDEXED`).iterate()) {
        refuseBeyond(limits.records, rows.length + 1, 'rows');
        rows.push(this.#measured(row as Record<string, unknown>));
      }
      return rows;
    });
  }

  #measured(row: Record<string, unknown>): Fields {
    const readable = Object.entries(row).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
    for (const [, value] of readable) this.#units += typeof value === 'string' ? value.length : 0;
    refuseBeyond(this.#most, this.#units, 'characters of text');
    return Object.fromEntries(readable);
  }
}

/** SQLite would read a truncated file as far as possible, with empty rows for missing ones. */
function requireWhole(bytes: Buffer): void {
  if (bytes.length < 100) throw damaged();
  const size = bytes.readUInt16BE(16);
  const pages = bytes.readUInt32BE(28);
  // The count is only valid if it was written together with the last change (§1.3.7).
  const counted = bytes.readUInt32BE(24) === bytes.readUInt32BE(92) ? pages : 0;
  const pageSize = size === 1 ? 65_536 : size;
  if (pageSize < 512 || bytes.length % pageSize !== 0 || counted * pageSize > bytes.length) throw damaged();
}

function damaged(): Error {
  return notWhatItSays('it is no whole SQLite database: copy it while no program has it open');
}

/** A fault that SQLite or the check of its pages finds is the document's. */
function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isSqlites = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
    throw isSqlites || error instanceof DamagedPages ? damaged() : error;
  }
}

import { existsSync } from 'node:fs';
import { Database } from '../base/sqlite.ts';

/** Rows that one query may return. */
const maxRows = 200_000;

type Where = { column: string; equals: string } | { column: string; startsWith: string };

/**
 * The database file of another program, read in place and never written. Its schema is not trusted: only plain tables
 * and their own columns are read, and no extension can be loaded. An unreadable table has no rows.
 */
export class ForeignDatabase {
  readonly #db: Database;

  private constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined for a file that is not there or no database. */
  static open(path: string): ForeignDatabase | undefined {
    if (!existsSync(path)) return undefined;
    try {
      const db = new Database(path, { readonly: true, fileMustExist: true });
      db.pragma('trusted_schema = OFF');
      db.prepare('SELECT count(*) FROM sqlite_master').get();
      return new ForeignDatabase(db);
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.#db.close();
  }

  /** The rows of a table, with those of the columns that exist. Empty where the required column is missing. */
  *rows(table: string, columns: readonly string[], where?: Where): Generator<Record<string, unknown>> {
    try {
      const known = this.#columns(table);
      const wanted = columns.filter((name) => known.has(name)).map((name) => `"${name}"`);
      if (wanted.length === 0 || (where && !known.has(where.column))) return;
      const select = `SELECT ${wanted.join(', ')} FROM "${table}"`;
      if (!where) return yield* this.#each(`${select} LIMIT ${maxRows}`);
      const condition =
        'equals' in where ? `"${where.column}" = ?` : `"${where.column}" >= ? AND "${where.column}" < ?`;
      const values = 'equals' in where ? [where.equals] : [where.startsWith, `${where.startsWith}\u{10FFFF}`];
      yield* this.#each(`${select} WHERE ${condition} LIMIT ${maxRows}`, ...values);
    } catch (error) {
      const isSqlites = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
      if (!isSqlites) throw error;
    }
  }

  #each(sql: string, ...values: string[]): IterableIterator<Record<string, unknown>> {
    return this.#db.prepare(sql).iterate(...values) as IterableIterator<Record<string, unknown>>;
  }

  /** Only of a plain table. */
  #columns(table: string): Set<string> {
    const sql = this.#db.prepare(`SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?`).pluck().get(table);
    if (typeof sql !== 'string' || !/^CREATE TABLE\b/i.test(sql)) return new Set();
    const found = this.#db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0').pluck().all(table);
    return new Set(found as string[]);
  }
}

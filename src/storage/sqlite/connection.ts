import type SqliteConstructor from 'better-sqlite3';
import { isBusy } from './failures.ts';

export type Sqlite = SqliteConstructor.Database;
type Value = string | number | bigint | Uint8Array | null;
/** Values for `?` in order, or one object for `@name`. */
type Values = Value[] | [Record<string, Value>];
type Row = Record<string, unknown>;

/** How long a unit tries to get its turn before it fails; far beyond any write of another process. */
const patienceMs = 30_000;

/**
 * One connection: prepared statements, and units of work that take turns with other processes.
 * SQLite's own busy handler starves some writers under load, so its time-out is 0 and a busy unit is tried again
 * after a short random sleep that leaves the event loop free.
 */
export class Connection {
  readonly sqlite: Sqlite;
  readonly #statements = new Map<string, SqliteConstructor.Statement<unknown[]>>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(sqlite: Sqlite) {
    this.sqlite = sqlite;
  }

  /** The prepared statement of an SQL text, made on first use. */
  #statement(sql: string): SqliteConstructor.Statement<unknown[]> {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.sqlite.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  run(sql: string, ...values: Values): SqliteConstructor.RunResult {
    return this.#statement(sql).run(...values);
  }

  get<T = Row>(sql: string, ...values: Values): T | undefined {
    return this.#statement(sql).get(...values) as T | undefined;
  }

  all<T = Row>(sql: string, ...values: Values): T[] {
    return this.#statement(sql).all(...values) as T[];
  }

  /** Runs a synchronous unit on one consistent view of the store. */
  async read<T>(unit: () => T): Promise<T> {
    return this.#attempt('BEGIN', unit);
  }

  /**
   * Runs a synchronous unit that writes: whole or not at all, durable when the promise resolves. Units of this
   * process run in the order in which they were asked for.
   */
  async write<T>(unit: () => T): Promise<T> {
    const turn = this.#writing.then(() => this.#attempt('BEGIN IMMEDIATE', unit));
    this.#writing = turn.catch(() => undefined);
    return turn;
  }

  async #attempt<T>(begin: 'BEGIN' | 'BEGIN IMMEDIATE', unit: () => T): Promise<T> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      try {
        return this.#transact(begin, unit);
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 0.3 + Math.random() * 2.5));
    }
  }

  #transact<T>(begin: string, unit: () => T): T {
    this.run(begin);
    try {
      const result = unit();
      this.run('COMMIT');
      return result;
    } finally {
      if (this.sqlite.inTransaction) this.run('ROLLBACK');
    }
  }

  /** Waits for the writes under way, then closes. */
  async close(): Promise<void> {
    await this.#writing;
    this.sqlite.close();
  }
}

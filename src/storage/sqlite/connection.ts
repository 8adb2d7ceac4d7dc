import type SqliteConstructor from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';
import { monotonicMs } from '../../base/pause.ts';
import { unavailable } from '../unusable.ts';
import { ChangeCounts } from './change-counts.ts';
import type { OpenFile } from './disk/store-file.ts';
import { isBusy, unitFailure } from './failures.ts';
import { Prepared, type Row, type Values } from './prepared.ts';

/** How long a unit waits for its turn before it fails; longer than any write of another process. */
const defaultTimeoutMs = 30_000;
/** Units join a transaction until it has taken this long (ms). */
const togetherMs = 10;

/** The most cached answers of a store. */
const maxCached = 1_000;

/** Answers that are valid until another process (`foreign`) or this one (`own`) commits. */
interface Cache {
  foreign: number;
  own: number;
  answers: Map<string, unknown>;
}

/** A unit that writes, waiting for a transaction. */
interface Writing {
  /** The tenant whose answers it may change; undefined: those of all. */
  tenantId: string | undefined;
  /** @param isAlone the transaction is its own, and is rolled back when this throws */
  run(isAlone: boolean): void;
  /** Answers the caller once the transaction is committed. */
  settle(): void;
  reject(error: unknown): void;
}

/**
 * One connection: prepared statements, and units of work that alternate with other processes. SQLite's own busy handler
 * starves some writers under load, so its timeout is 0 and a busy unit is retried after a short random sleep that
 * leaves the event loop free. Every unit works on the file that the store's path names at that time (see StoreFile).
 * Units throw ServiceUnavailable when there is none, and for a full, read-only, failing or damaged disk.
 */
export class Connection {
  readonly #file: OpenFile;
  readonly #timeoutMs: number;
  readonly #statements: () => Map<string, Prepared>;
  readonly #cache: () => Cache;
  readonly #dataVersion: () => SqliteConstructor.Statement;
  /** The snapshot that units read from until the event loop continues; `answers` are valid in it. */
  #view: { answers?: Map<string, unknown> } | undefined;
  /** How many transactions this connection has committed. */
  #commits = 0;
  /** Of the open file, and how many were opened. */
  readonly #changes: () => ChangeCounts;
  #opened = 0;
  #waiting: Writing[] = [];
  #writing: Promise<void> | undefined;

  constructor(file: OpenFile, timeoutMs = defaultTimeoutMs) {
    this.#file = file;
    this.#timeoutMs = timeoutMs;
    this.#statements = this.ofHandle(() => new Map());
    this.#cache = this.ofHandle(() => ({ foreign: 0, own: 0, answers: new Map() }));
    this.#changes = this.ofHandle(() => {
      this.#opened += 1;
      return new ChangeCounts();
    });
    this.#dataVersion = this.ofHandle((sqlite) => sqlite.prepare('PRAGMA data_version').pluck());
  }

  get sqlite(): Sqlite {
    return this.#file.sqlite;
  }

  /** A value made from the open handle; made again after the file has been reopened. */
  ofHandle<Made>(make: (sqlite: Sqlite) => Made): () => Made {
    let of: Sqlite | undefined;
    let made: Made;
    return () => {
      if (of !== this.sqlite) made = make(this.sqlite);
      of = this.sqlite;
      return made;
    };
  }

  /**
   * For work of several units: the value is made in the first of them, and throws ServiceUnavailable in a later one
   * when the file has been replaced, since the writes of earlier units may be missing.
   */
  sameFile(): () => void {
    const { sqlite } = this;
    return () => {
      if (this.sqlite !== sqlite) throw unavailable('its file was replaced meanwhile; try again');
    };
  }

  /** Loads an extension of SQLite, also after every reopening; not inside a unit. */
  loadExtension(path: string): void {
    this.#file.loadExtension(path);
  }

  /** The prepared statement of an SQL text, made lazily. */
  #statement(sql: string): Prepared {
    const statements = this.#statements();
    let statement = statements.get(sql);
    if (!statement) {
      statement = new Prepared(this.sqlite.prepare(sql));
      statements.set(sql, statement);
    }
    return statement;
  }

  run(sql: string, ...values: Values): SqliteConstructor.RunResult {
    return this.#statement(sql).run(values);
  }

  get<T = Row>(sql: string, ...values: Values): T | undefined {
    return this.#statement(sql).get(values) as T | undefined;
  }

  all<T = Row>(sql: string, ...values: Values): T[] {
    return this.#statement(sql).all(values) as T[];
  }

  /**
   * Runs a synchronous unit on one snapshot of the store. Consecutive units without a turn of the event loop between
   * them share it, since no request can have come meanwhile.
   */
  async read<T>(unit: () => T): Promise<T> {
    return this.#attempt(() => {
      this.#openView();
      try {
        return unit();
      } catch (error) {
        this.#endView();
        throw error;
      }
    });
  }

  /**
   * Inside a unit: an answer that is cached until this or another process changes the store. Must not be mutated. `key`
   * identifies it. A unit that writes does not use the cache.
   */
  cached<T>(key: string, unit: () => T): T {
    if (!this.#view) return unit();
    this.#view.answers ??= this.#answersInForce();
    const { answers } = this.#view;
    if (!answers.has(key)) {
      const answer = unit();
      if (answers.size >= maxCached) answers.clear();
      answers.set(key, answer);
    }
    return answers.get(key) as T;
  }

  #openView(): void {
    if (this.#view) return;
    this.#file.follow();
    this.run('BEGIN');
    this.#view = {};
    // Node runs it when the event loop has nothing else to do.
    process.nextTick(() => this.#endView());
  }

  #endView(): void {
    if (!this.#view) return;
    this.#view = undefined;
    if (this.sqlite.inTransaction) this.run('COMMIT');
  }

  #answersInForce(): Map<string, unknown> {
    const cached = this.#cache();
    const foreign = this.#dataVersion().get() as number;
    if (cached.foreign !== foreign || cached.own !== this.#commits) cached.answers.clear();
    cached.foreign = foreign;
    cached.own = this.#commits;
    return cached.answers;
  }

  /** Inside a unit that reads: other than before where a unit since may have changed the answers of the tenant. */
  stamp(tenantId: string): string {
    const own = this.#changes().of(tenantId);
    return `${this.#opened} ${this.#dataVersion().get()} ${own}`;
  }

  /**
   * Runs a synchronous unit that writes: atomic, and durable when the promise resolves. Units of this process run in
   * order. A unit may run more than once; only one of them counts.
   * @param tenantId whose answers it may change, or `nobody`; default: those of all
   */
  write<T>(unit: () => T, tenantId?: string): Promise<T> {
    return new Promise((resolve, reject) => {
      let outcome: { result: T } | { error: unknown };
      this.#waiting.push({
        tenantId,
        run: (isAlone) => {
          outcome = isAlone ? { result: unit() } : this.#outcomeOf(unit);
        },
        settle: () => ('result' in outcome ? resolve(outcome.result) : reject(unitFailure(outcome.error))),
        reject,
      });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Group commit: the units that callers have asked for in the same round of the event loop share a transaction. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      const group = this.#waiting;
      let begun = 0;
      try {
        await this.#attempt(() =>
          this.#transact(() => {
            begun = 0;
            const start = monotonicMs();
            while (begun < group.length && (begun === 0 || monotonicMs() - start < togetherMs)) {
              group[begun++]?.run(group.length === 1);
            }
          }),
        );
        const committed = group.splice(0, begun);
        for (const { tenantId } of committed) this.#changes().note(tenantId);
        for (const { settle } of committed) settle();
      } catch (error) {
        for (const { reject } of group.splice(0, Math.max(1, begun))) reject(error);
      }
    }
    this.#writing = undefined;
  }

  /** Runs a unit in a shared transaction: when it fails, only its own writes are undone. */
  #outcomeOf<T>(unit: () => T): { result: T } | { error: unknown } {
    this.run('SAVEPOINT unit');
    try {
      return { result: unit() };
    } catch (error) {
      // A disk failure rolls back the whole transaction.
      if (!this.sqlite.inTransaction || isBusy(error)) throw error;
      this.run('ROLLBACK TO unit');
      return { error };
    } finally {
      if (this.sqlite.inTransaction) this.run('RELEASE unit');
    }
  }

  async #attempt<T>(unit: () => T): Promise<T> {
    const deadline = monotonicMs() + this.#timeoutMs;
    for (;;) {
      try {
        return unit();
      } catch (error) {
        if (!isBusy(error) || monotonicMs() > deadline) throw unitFailure(error);
        await new Promise((resolve) => setTimeout(resolve, 0.3 + Math.random() * 2.5));
      }
    }
  }

  #transact(unit: () => void): void {
    do {
      this.#endView();
      this.#file.follow();
      this.run('BEGIN IMMEDIATE');
      try {
        unit();
        this.run('COMMIT');
      } finally {
        if (this.sqlite.inTransaction) this.run('ROLLBACK');
      }
      this.#commits += 1;
      // The file was replaced at this moment, and the write was lost with it: repeats it in the new file.
    } while (!this.#file.isInPlace);
  }

  /**
   * Rewrites the whole file without what was deleted, and empties the write-ahead log. ServiceUnavailable while other
   * processes use the store without a pause.
   */
  async rewrite(): Promise<void> {
    await this.#attempt(() => {
      this.#endView();
      this.#file.follow();
      this.sqlite.exec('VACUUM');
    });
    await this.#attempt(() => {
      this.#endView();
      const [{ busy } = { busy: 0 }] = this.sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      if (busy) throw Object.assign(new Error('other processes read the log'), { code: 'SQLITE_BUSY' });
    });
  }

  /** Waits for running writes, then closes. */
  async close(): Promise<void> {
    await this.#writing;
    this.#endView();
    this.sqlite.close();
  }
}

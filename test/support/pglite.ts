import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { DatabaseSession, Driver } from '../../src/storage/postgres/driver.ts';
import { postgresSource } from '../../src/storage/postgres/move/source.ts';
import { postgresTarget } from '../../src/storage/postgres/move/target.ts';
import { type Opening, openStore } from '../../src/storage/postgres/open.ts';
import type { Place } from './engines.ts';

const { devDependencies } = manifest;
/** The initial contents of a database of these versions. */
const versions = `${devDependencies['@electric-sql/pglite']}-${devDependencies['@electric-sql/pglite-pgvector']}`;
const initialFiles = join(import.meta.dirname, '../../.cache', `pglite-${versions}.tar`);

/**
 * Empties the tables of the current schema but `store`. DELETE takes a tenth of the time of TRUNCATE, which gives each
 * table and index a new file.
 */
const emptied = `DO $$
  DECLARE
    name text;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN
      SELECT relname FROM pg_class
      WHERE relnamespace = current_schema::regnamespace AND relkind = 'r' AND relname <> 'store' AND pg_relation_size(oid) > 0
    LOOP
      EXECUTE format('DELETE FROM %I', name);
    END LOOP;
    PERFORM setval(identities.sequence, 1, false) FROM (
      SELECT objid::regclass AS sequence FROM pg_depend JOIN pg_class ON pg_class.oid = objid
      WHERE deptype = 'i' AND relkind = 'S' AND relnamespace = current_schema::regnamespace
    ) identities;
  END $$`;

/**
 * PostgreSQL in this process. Starting one takes seconds, so a worker of the tests has one for all its files, and each
 * place a schema of its own in it, which is emptied and used again.
 */
export class EmbeddedPostgres {
  readonly db: PGlite;
  /** The holder of the one connection: all others wait for it. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Empty schemas, by the kind of store made in them. */
  readonly #free = new Map<string, string[]>();
  #schemas = 0;
  #current = '';

  private constructor(db: PGlite) {
    this.db = db;
  }

  /** From cached files of an earlier start; making them costs five times as much. */
  static async start(): Promise<EmbeddedPostgres> {
    const extensions = { vector };
    if (existsSync(initialFiles)) {
      const loadDataDir = new Blob([readFileSync(initialFiles)]);
      return new EmbeddedPostgres(await PGlite.create({ extensions, loadDataDir }));
    }
    const db = await PGlite.create({ extensions });
    await db.exec('CREATE EXTENSION vector');
    const files = await db.dumpDataDir('none');
    mkdirSync(dirname(initialFiles), { recursive: true });
    // Another worker finds all of them or none.
    const unfinished = `${initialFiles}.${process.pid}`;
    writeFileSync(unfinished, Buffer.from(await files.arrayBuffer()));
    renameSync(unfinished, initialFiles);
    return new EmbeddedPostgres(db);
  }

  /** An empty schema for a kind of store, given back after the test. */
  async schema(kind: string): Promise<string> {
    const free = this.#free.get(kind) ?? [];
    this.#free.set(kind, free);
    const name = free.pop() ?? (await this.#newSchema());
    onTestFinished(async () => {
      const session = await this.take(name);
      await session.script(emptied);
      session.release();
      free.push(name);
    });
    return name;
  }

  async #newSchema(): Promise<string> {
    this.#schemas += 1;
    const name = `place_${this.#schemas}`;
    await this.db.exec(`CREATE SCHEMA ${name}`);
    return name;
  }

  driver(schema: string): Driver {
    return { take: () => this.take(schema), close: async () => undefined };
  }

  /** The connection, after all earlier callers. */
  async take(schema: string): Promise<DatabaseSession> {
    const before = this.#turn;
    let release = () => {};
    this.#turn = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    const { db } = this;
    if (this.#current !== schema) await db.exec(`SET search_path TO ${schema}, public`);
    this.#current = schema;
    return {
      async query(_name, sql, values) {
        const { rows, affectedRows } = await db.query(sql, [...values]);
        return { rows: rows as unknown[], count: Math.max(rows.length, affectedRows ?? 0) };
      },
      script: async (sql) => (await db.exec(sql)).at(-1)?.rows ?? [],
      release: () => release(),
    };
  }
}

const worker = globalThis as { embeddedPostgres?: Promise<EmbeddedPostgres> };

export function embeddedPostgres(): Promise<EmbeddedPostgres> {
  worker.embeddedPostgres ??= EmbeddedPostgres.start();
  return worker.embeddedPostgres;
}

export async function embeddedPlace(opening: Partial<Opening> = {}): Promise<Place> {
  const postgres = await embeddedPostgres();
  const schema = await postgres.schema(JSON.stringify(opening));
  return {
    open: async () => (await openStore(postgres.driver(schema), { place: schema }, opening)).store,
    source: () => postgresSource(postgres.driver(schema), schema),
    target: () => postgresTarget(postgres.driver(schema), schema),
  };
}

import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { parts } from '../../src/features/postgres.ts';
import { type DatabaseSession, type Driver, serverDriver } from '../../src/storage/postgres/driver.ts';
import { postgresSource } from '../../src/storage/postgres/move/source.ts';
import { postgresTarget } from '../../src/storage/postgres/move/target.ts';
import { type Opening, openStore } from '../../src/storage/postgres/open.ts';
import type { Place } from './engines.ts';
import { initialFiles } from './pglite-files.ts';
import { embeddedEndpoint } from './pglite-stream.ts';
import { Schemas } from './schemas.ts';

/**
 * PostgreSQL in this process. Starting one takes seconds, so a worker of the tests has one for all its files, and each
 * place a schema of its own in it, which is emptied and used again.
 */
export class EmbeddedPostgres {
  readonly #db: PGlite;
  /** The service's own, with one session: all others wait for it. */
  readonly #driver: Promise<Driver>;
  /** Names of prepared statements. */
  readonly #names = new Map<string, string>();
  #made = 0;
  readonly #schemas = new Schemas(
    async () => {
      this.#made += 1;
      await this.script(`CREATE SCHEMA place_${this.#made}`);
      return `place_${this.#made}`;
    },
    (schema, sql) => this.script(sql, schema),
  );
  #current = '';

  private constructor(db: PGlite) {
    this.#db = db;
    const onStart = () => {
      this.#current = '';
    };
    this.#driver = serverDriver(embeddedEndpoint(db, onStart), () => undefined, 1);
  }

  static async start(): Promise<EmbeddedPostgres> {
    const loadDataDir = await initialFiles();
    return new EmbeddedPostgres(await PGlite.create({ extensions: { vector }, loadDataDir }));
  }

  schema(kind: string): Promise<string> {
    return this.#schemas.take(kind);
  }

  driver(schema: string): Driver {
    return { take: () => this.take(schema), close: async () => undefined };
  }

  /** The connection, after all earlier callers. */
  async take(schema: string): Promise<DatabaseSession> {
    const session = await (await this.#driver).take();
    if (this.#current !== schema) await session.script(`SET search_path TO ${schema}, public`);
    this.#current = schema;
    return {
      query: (name, sql, values) => session.query(name && this.#nameOf(schema, sql), sql, values),
      script: (sql) => session.script(sql),
      release: (error) => session.release(error),
    };
  }

  /** Statements of no store; the rows of the last one. */
  async script<Row>(sql: string, schema = 'public'): Promise<Row[]> {
    const session = await this.take(schema);
    try {
      return (await session.script(sql)) as Row[];
    } finally {
      session.release();
    }
  }

  async close(): Promise<void> {
    await (await this.#driver).close();
    await this.#db.close();
  }

  /** All stores share the session, so a prepared statement has another name than their own. */
  #nameOf(schema: string, sql: string): string {
    const key = `${schema} ${sql}`;
    const name = this.#names.get(key) ?? `s${this.#names.size}`;
    this.#names.set(key, name);
    return name;
  }
}

const worker = globalThis as { embeddedPostgres?: Promise<EmbeddedPostgres> };

export function embeddedPostgres(): Promise<EmbeddedPostgres> {
  worker.embeddedPostgres ??= EmbeddedPostgres.start();
  return worker.embeddedPostgres;
}

export async function embeddedPlace(opening: Partial<Opening> = {}): Promise<Place & { schema: string }> {
  const postgres = await embeddedPostgres();
  const schema = await postgres.schema(JSON.stringify(opening));
  return {
    schema,
    open: async () => (await openStore(postgres.driver(schema), { place: schema }, { parts, ...opening })).store,
    source: () => postgresSource(postgres.driver(schema), schema),
    target: () => postgresTarget(postgres.driver(schema), schema),
  };
}

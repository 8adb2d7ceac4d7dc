import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import type { Store } from '../../domain/stores/store.ts';
import { StoreUnusable } from '../unusable.ts';
import { Connection } from './connection.ts';
import { type DatabaseSession, type Driver, poolSize, serverDriver } from './driver.ts';
import type { Migration } from './early-migrations.ts';
import vectors from './embeddings/vectors.sql';
import { type Endpoint, readEndpoint } from './endpoint.ts';
import type { StorePart } from './engine.ts';
import { isLost, openFailure } from './failures.ts';
import { FairDriver, type PoolState } from './fair-driver.ts';
import { migrations } from './migrations.ts';
import { areSecured, isDistributed, secureRows } from './row-security.ts';
import schema from './schema.sql';
import { createStore } from './store.ts';

/** The advisory lock for creating or migrating a store: "AMS1". */
const openingLock = 0x414d5331;
/** The oldest server version that supports all statements. */
const oldestServer = 150_000;
/** Delay between attempts to reach a database that is still starting (ms). */
const againMs = 2_000;

/** The schema and migrations of a store. Tests pass their own. */
interface Blueprint {
  schema: string;
  migrations: readonly Migration[];
}

export interface Opening extends Blueprint {
  log: Log;
  /** Whether to enable row-level security between tenants. */
  rowSecurity: boolean;
  /** Whether sessions prepare statements. */
  prepare: boolean;
  /** Called for every reading of an index, with whether the cache had it. */
  onIndexRead: (isCached: boolean) => void;
  /** The size of this node's cache of search indexes. */
  cacheBytes: number;
  /** How long to wait for a database that does not answer (ms). */
  timeoutMs: number;
  /** The stores of features. */
  parts: readonly StorePart[];
}

const defaults: Opening = {
  schema,
  migrations,
  log: () => undefined,
  onIndexRead: () => undefined,
  rowSecurity: false,
  prepare: true,
  cacheBytes: 64 * 2 ** 20,
  timeoutMs: 0,
  parts: [],
};

/** An open store, the name of its database, and why it can't store vectors, if so. */
interface OpenedDatabase {
  store: Store;
  name: string;
  withoutVectors: string | undefined;
  /** How this node uses its sessions. */
  pool?: () => PoolState;
}

/**
 * Opens the store in the database of a URL. Creates it if it is missing and migrates an older version.
 * @throws StoreUnusable in one line, never with the password: a wrong address, user, password or right, a server or
 * store of the wrong version, a standby, or nothing that answers in time
 */
export async function openServer(url: string, given: Partial<Opening> = {}): Promise<OpenedDatabase> {
  const opening = { ...defaults, ...given };
  const endpoint = readEndpoint(url, opening);
  const { log } = opening;
  const onLoss = (error: Error) => log('warn', 'a session of the database was lost', { reason: error.message });
  const driver = new FairDriver(await serverDriver(endpoint, onLoss), poolSize);
  try {
    return { ...(await openStore(driver, endpoint, opening)), pool: () => driver.state };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** As openServer, with a given driver. */
export async function openStore(
  driver: Driver,
  { place }: Pick<Endpoint, 'place'>,
  given: Partial<Opening> = {},
): Promise<OpenedDatabase> {
  const opening = { ...defaults, ...given };
  const deadline = performance.now() + opening.timeoutMs;
  for (;;) {
    try {
      const { rowSecurity, withoutVectors } = await prepared(driver, place, opening);
      const db = new Connection(driver, { prepare: opening.prepare, rowSecurity });
      return { store: createStore(db, opening, withoutVectors, opening.parts), name: place, withoutVectors };
    } catch (error) {
      if (!isLost(error) || performance.now() + againMs > deadline) throw openFailure(place, error);
      opening.log('warn', 'waiting for the database', { database: place, reason: openFailure(place, error).message });
      await wait(againMs);
    }
  }
}

interface Prepared {
  rowSecurity: boolean;
  withoutVectors: string | undefined;
}

async function prepared(driver: Driver, place: string, opening: Opening): Promise<Prepared> {
  const session = await driver.take();
  let failure: Error | undefined;
  try {
    await requireServer(session, place);
    await createOrMigrate(session, place, opening);
    const withoutVectors = await prepareVectors(session);
    // It stays on once enabled: a node that does not set its tenant would see no rows.
    const rowSecurity = opening.rowSecurity || (await areSecured(session, ['characters']));
    if (rowSecurity && (await isDistributed(session))) {
      throw new StoreUnusable(
        `The database ${place} can't have row-level security (SERVICE_DATABASE_RLS): Citus distributes its tables.`,
      );
    }
    if (rowSecurity && !(await areSecured(session))) await locked(session, () => secureRows(session));
    return { rowSecurity, withoutVectors };
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    session.release(failure);
  }
}

async function one<Row>(session: DatabaseSession, sql: string, ...values: unknown[]): Promise<Row> {
  return (await session.query(undefined, sql, values)).rows[0] as Row;
}

async function requireServer(session: DatabaseSession, place: string): Promise<void> {
  const server = await one<{ version: number; name: string; standby: boolean; readonly: string; encoding: string }>(
    session,
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
       pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS readonly,
       current_setting('server_encoding') AS encoding`,
  );
  const fault =
    server.version < oldestServer
      ? `it is PostgreSQL ${server.name}, and ${oldestServer / 10_000} is the oldest that will do`
      : server.standby || server.readonly === 'on'
        ? 'it is read-only: a standby, or set so'
        : server.encoding === 'UTF8'
          ? undefined
          : `its encoding is ${server.encoding}, not UTF8`;
  if (fault !== undefined)
    throw new StoreUnusable(`The database ${place} can't be used: ${fault}. Nothing was changed.`);
}

/**
 * The version of the schema, 0 without one. Reads the catalog's rows: the cache behind to_regclass may be older than
 * the commit of the session that held the lock.
 */
async function versionOf(session: DatabaseSession): Promise<number> {
  const { found } = await one<{ found: boolean }>(
    session,
    `SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'store') AS found`,
  );
  return found ? (await one<{ version: number }>(session, 'SELECT version FROM store')).version : 0;
}

/** Creates or migrates in one transaction; nodes that start at once wait for each other. */
async function createOrMigrate(
  session: DatabaseSession,
  place: string,
  { schema, migrations }: Blueprint,
): Promise<void> {
  const latest = migrations.length + 1;
  const current = async () => {
    const version = await versionOf(session);
    if (version <= latest) return version;
    throw new StoreUnusable(
      `The database ${place} holds version ${version}, this program knows versions up to ${latest}: use a newer agent-memory-service. Nothing was changed.`,
    );
  };
  if ((await current()) === latest) return;
  await locked(session, async () => {
    const version = await current();
    if (version === latest) return;
    if (version === 0) {
      await session.script(schema);
      await session.query(undefined, 'INSERT INTO store (version) VALUES ($1)', [latest]);
      return;
    }
    for (const migrate of migrations.slice(version - 1)) await migrate(session);
    await session.query(undefined, 'UPDATE store SET version = $1', [latest]);
  });
}

async function locked(session: DatabaseSession, work: () => Promise<unknown>): Promise<void> {
  // Statements after the lock must see what its last holder committed.
  await session.query(undefined, 'BEGIN ISOLATION LEVEL READ COMMITTED', []);
  try {
    await session.query(undefined, `SELECT pg_advisory_xact_lock(${openingLock})`, []);
    await work();
    await session.query(undefined, 'COMMIT', []);
  } catch (error) {
    await session.query(undefined, 'ROLLBACK', []).catch(() => undefined);
    throw error;
  }
}

/** Creates the tables of vectors. Returns the reason if the database can't have them. */
async function prepareVectors(session: DatabaseSession): Promise<string | undefined> {
  const found = async (what: string) => {
    const sql = `SELECT ${what} IS NOT NULL AS found`;
    return (await one<{ found: boolean }>(session, sql)).found;
  };
  const [type, table] = [`to_regtype('halfvec')`, `to_regclass('embedding_bits')`];
  if (!(await found(type))) {
    const refusal = await locked(session, () => session.script('CREATE EXTENSION IF NOT EXISTS vector')).then(
      () => undefined,
      (error: Error) => error,
    );
    if (refusal && isLost(refusal)) throw refusal;
    if (!(await found(type))) return 'the database has no extension pgvector 0.7 or newer';
  }
  if (!(await found(table))) await locked(session, () => session.script(vectors));
  return undefined;
}

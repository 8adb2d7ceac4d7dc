import { isNumbered } from '../../move/own.ts';
import type { Row, Side, Value } from '../../move/side.ts';
import { Connection } from '../connection.ts';
import { type DatabaseSession, type Driver, type Outcome, serverDriver } from '../driver.ts';
import { readEndpoint } from '../endpoint.ts';
import { openFailure } from '../failures.ts';
import { openStore } from '../open.ts';
import { areSecured } from '../row-security.ts';
import { createStore } from '../store.ts';
import { movedTables, type PostgresTable } from './tables.ts';

/** A table of files' contents can have megabytes in a row. */
const maxRows = 1_000;
const maxWideRows = 8;
const cacheBytes = 64 * 2 ** 20;
/** A move is one transaction of any length. */
const timeoutMs = 7 * 24 * 3_600_000;

/** One side of a move, with the one session that it uses. */
export interface PostgresSide extends Side {
  tables: ReadonlyMap<string, PostgresTable>;
  session: DatabaseSession;
  /** Ends its transaction: `COMMIT` or `ROLLBACK`; the session is closed. */
  end(statement: 'COMMIT' | 'ROLLBACK'): Promise<void>;
}

/** The driver for a move: without timeouts. StoreUnusable. */
export async function moveDriver(url: string): Promise<{ driver: Driver; place: string }> {
  const endpoint = readEndpoint(url, { prepare: false });
  return { driver: await serverDriver(endpoint, () => undefined, 2, timeoutMs), place: endpoint.place };
}

/** Opens the store of a database, creates it if it is missing, and begins a transaction in it. @throws StoreUnusable */
export async function postgresSide(driver: Driver, place: string, begin: string): Promise<PostgresSide> {
  const { withoutVectors } = await openStore(driver, { place });
  const session = await driver.take();
  const end = async (statement?: 'COMMIT' | 'ROLLBACK') => {
    let failure: Error | undefined;
    try {
      if (statement) await session.query(undefined, statement, []);
    } catch (error) {
      failure = error as Error;
      if (statement === 'COMMIT') throw openFailure(place, error);
    } finally {
      session.release(failure);
      await driver.close();
    }
  };
  try {
    await session.query(undefined, begin, []);
    // For this transaction only: no timeouts while it waits for the other store, and access to the rows of all tenants.
    await session.query(
      undefined,
      `SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
      [],
    );
    const tables = await movedTables(session);
    const rowSecurity = await areSecured(session, ['characters']);
    const db = new Connection(new HeldDriver(session), { prepare: false, rowSecurity });
    const settings = { cacheBytes, onIndexRead: () => undefined };
    return {
      store: createStore(db, settings, withoutVectors),
      name: place,
      tables,
      withoutVectors,
      session,
      end,
      rows: (table) => rowsOf(session, table, tables.get(table)!),
      async count(table) {
        await seeAll(session);
        const { rows } = await session.query(undefined, `SELECT count(*)::int AS count FROM ${table}`, []);
        return (rows[0] as { count: number }).count;
      },
      async *embedded() {
        if (withoutVectors !== undefined) return;
        for await (const some of cursor(session, embeddedRows, maxRows)) {
          yield some.map(({ vector, ...memory }) => ({
            ...(memory as never as { characterNo: number; memoryNo: number; content: string }),
            ...(vector !== null && { vector: Float32Array.from(JSON.parse(String(vector)) as number[]) }),
          }));
        }
      },
    };
  } catch (error) {
    await end('ROLLBACK');
    throw openFailure(place, error);
  }
}

/** An earlier unit may have set its tenant in the session. */
export async function seeAll(session: DatabaseSession): Promise<void> {
  await session.query(undefined, `SELECT set_config('service.tenant', '*', true)`, []);
}

const embeddedRows = `
  SELECT memories.character_no AS "characterNo", memories.no AS "memoryNo", content, vector::text AS vector
  FROM memories LEFT JOIN embeddings ON embeddings.character_no = memories.character_no AND memory_no = memories.no
  WHERE state = 'ACTIVE' AND embedded_model > 0
    AND embedded_model >= (SELECT max(no) FROM embedding_models)
  ORDER BY memories.character_no, memories.no`;

function rowsOf(session: DatabaseSession, table: string, { stored, types, hasTenant }: PostgresTable) {
  const columns = stored.map((column) =>
    hasTenant && column === 'tenant_id' ? 'tenants.id AS tenant_id' : `${table}.${column}`,
  );
  const join = hasTenant ? ` JOIN tenants ON tenants.no = ${table}.tenant_no` : '';
  const order = isNumbered(table) ? ` ORDER BY ${table}.character_no, ${table}.no` : '';
  const isWide = table === 'file_contents' && [...types.values()].includes('bytea');
  return cursor(session, `SELECT ${columns.join(', ')} FROM ${table}${join}${order}`, isWide ? maxWideRows : maxRows);
}

async function* cursor(session: DatabaseSession, sql: string, many: number): AsyncGenerator<Row[]> {
  await seeAll(session);
  await session.query(undefined, `DECLARE moving NO SCROLL CURSOR FOR ${sql}`, []);
  try {
    for (;;) {
      const { rows } = await session.query(undefined, `FETCH ${many} FROM moving`, []);
      if (rows.length > 0) yield rows as Record<string, Value>[];
      if (rows.length < many) return;
    }
  } finally {
    await session.query(undefined, 'CLOSE moving', []).catch(() => undefined);
  }
}

/** The replacements for a unit's BEGIN and COMMIT inside a longer transaction. */
function nested(sql: string): string {
  if (sql === 'COMMIT') return 'RELEASE SAVEPOINT unit';
  if (sql === 'ROLLBACK') return 'ROLLBACK TO SAVEPOINT unit';
  return sql.replace(/^BEGIN[^;]*/, 'SAVEPOINT unit');
}

/**
 * A driver over one session in one transaction. Units run in it one after the other, invisible to others until the
 * commit.
 */
class HeldDriver implements Driver {
  readonly #session: DatabaseSession;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(session: DatabaseSession) {
    this.#session = session;
  }

  async take(): Promise<DatabaseSession> {
    const before = this.#turn;
    let release = () => {};
    this.#turn = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    const session = this.#session;
    return {
      query: (name, sql, values): Promise<Outcome> => session.query(name, nested(sql), values),
      script: (sql) => session.script(nested(sql)),
      release: () => release(),
    };
  }

  /** The owner of the session closes it. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}

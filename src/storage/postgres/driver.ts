import type { Duplex } from 'node:stream';
import type { Client, ClientBase, Pool, PoolClient, QueryResult } from 'pg';
import type { Endpoint } from './endpoint.ts';

/** The result of a statement. */
export interface Outcome {
  rows: unknown[];
  /** Rows that it changed or answered. */
  count: number;
}

/** A session of a database for one caller. Statements may be sent before earlier ones are answered (pipelining). */
export interface DatabaseSession {
  /** @param name of the prepared statement; undefined: it is not prepared */
  query(name: string | undefined, sql: string, values: readonly unknown[]): Promise<Outcome>;
  /** Several statements without values; answers the rows of the last. */
  script(sql: string): Promise<unknown[]>;
  /** Releases the session. After an error the session is closed. */
  release(error?: Error): void;
}

/**
 * The owner of a session's unit: a tenant; null: the service itself; unknown: a caller whose tenant must be looked up.
 */
export type Owner = number | null | 'unknown';

/** The connection to a database. bigint comes as number, bytea as bytes. */
export interface Driver {
  take(owner?: Owner): Promise<DatabaseSession>;
  close(): Promise<void>;
}

/** The most sessions of one node. */
export const poolSize = 10;
const connectMs = 5_000;
const statementMs = 30_000;

const bigintOid = 20;

/**
 * A prepared statement is planned once per session: planning for each set of values would double the database's work
 * for a write. One plan must therefore suit all characters. Citus can't make such plans.
 */
const keepPlans = `SELECT set_config('plan_cache_mode',
  CASE WHEN to_regclass('pg_dist_partition') IS NULL THEN 'force_generic_plan' ELSE 'auto' END, false)`;

/**
 * The driver for servers, loaded lazily. `onLoss` is called for idle sessions that were lost.
 * @param timeoutMs timeout of a statement, and of the pause within a transaction
 */
export async function serverDriver(
  { connection, prepare }: Endpoint,
  onLoss: (error: Error) => void,
  size = poolSize,
  timeoutMs = statementMs,
): Promise<Driver> {
  const { default: pg } = await import('pg');
  const { types } = pg;
  const pool = new pg.Pool({
    ...connection,
    max: size,
    // Poolers refuse parameters of a session: behind them only the client checks timeouts.
    ...(prepare && {
      statement_timeout: timeoutMs,
      idle_in_transaction_session_timeout: timeoutMs,
      onConnect: (client: ClientBase) => client.query(keepPlans),
    }),
    query_timeout: timeoutMs + connectMs,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'agent-memory-service',
    // Never with `binary`: it silently corrupts bytes.
    pipeline: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === bigintOid ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  } as ConstructorParameters<typeof Pool>[0]);
  pool.on('error', onLoss);
  // The pool hands a client over a moment before it is heard here: a loss just then would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    take: async () => sessionOf(await pool.connect()),
    close: () => pool.end(),
  };
}

function sessionOf(client: PoolClient): DatabaseSession {
  let lost: Error | undefined;
  const onError = (error: Error) => {
    lost = error;
  };
  client.on('error', onError);
  return {
    async query(name, text, values) {
      corkForTurn(client);
      const { rows, rowCount } = await send(client, { ...(name !== undefined && { name }), text, values: [...values] });
      return { rows, count: rowCount ?? 0 };
    },
    async script(sql) {
      corkForTurn(client);
      const answer: QueryResult | QueryResult[] = await client.query(sql);
      return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [];
    },
    release(error) {
      client.off('error', onError);
      client.release(error ?? lost);
    },
  };
}

/** Statements of one turn leave in one packet: one system call each would cost more than the statements. */
function corkForTurn(client: PoolClient): void {
  const { stream } = (client as PoolClient & { connection: { stream: Duplex } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function send(
  client: Client | PoolClient,
  query: { name?: string; text: string; values: unknown[] },
): Promise<QueryResult> {
  return client.query(query);
}

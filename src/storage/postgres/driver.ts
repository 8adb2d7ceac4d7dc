import type { Duplex } from 'node:stream';
import type { Client, Pool, PoolClient, QueryResult } from 'pg';
import type { Endpoint } from './endpoint.ts';

/** What a statement came to. */
export interface Outcome {
  rows: unknown[];
  /** Rows that it changed or answered. */
  count: number;
}

/** A session of a database that nobody else uses. Statements may be sent before earlier ones are answered. */
export interface DatabaseSession {
  /** @param name under which the session keeps the statement prepared; undefined: it does not */
  query(name: string | undefined, sql: string, values: readonly unknown[]): Promise<Outcome>;
  /** Several statements without values; answers the rows of the last. */
  script(sql: string): Promise<unknown[]>;
  /** Gives the session back; with an error it is not used again. */
  release(error?: Error): void;
}

/** Whose unit a session is for: a tenant's; null: the service's own; unknown: a caller's whose tenant is to be looked up. */
export type Owner = number | null | 'unknown';

/** How the database is reached. bigint comes as number, bytea as bytes. */
export interface Driver {
  take(owner?: Owner): Promise<DatabaseSession>;
  close(): Promise<void>;
}

/** Sessions that one node has at most. */
export const poolSize = 10;
const connectMs = 5_000;
const statementMs = 30_000;

const bigintOid = 20;

/**
 * The driver for servers, loaded when it is needed. `onLoss` is called for idle sessions that were lost.
 * @param timeoutMs how long a statement may take, and a transaction wait for the next one
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
    // Poolers in front of a database refuse parameters of a session: behind them the client alone keeps the time.
    ...(prepare && { statement_timeout: timeoutMs, idle_in_transaction_session_timeout: timeoutMs }),
    query_timeout: timeoutMs + connectMs,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: 'agent-memory-service',
    // Never with `binary`: it corrupts bytes without a word.
    pipeline: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === bigintOid ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  } as ConstructorParameters<typeof Pool>[0]);
  pool.on('error', onLoss);
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
      together(client);
      const { rows, rowCount } = await send(client, { ...(name !== undefined && { name }), text, values: [...values] });
      return { rows, count: rowCount ?? 0 };
    },
    async script(sql) {
      together(client);
      const answer: QueryResult | QueryResult[] = await client.query(sql);
      return (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [];
    },
    release(error) {
      client.off('error', onError);
      client.release(error ?? lost);
    },
  };
}

/** Statements that are sent in one turn leave in one piece: as many calls of the system would cost more than they do. */
function together(client: PoolClient): void {
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

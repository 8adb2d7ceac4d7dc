import pg from 'pg';
import type { Store } from '../../src/domain/stores/store.ts';
import { parts } from '../../src/features/postgres.ts';
import { openServer } from '../../src/storage/postgres/open.ts';

/** A store in its own schema on the server of BENCH_DATABASE_URL. */
interface OnServer {
  store: Store;
  /** Runs a statement in the schema. */
  run(sql: string): Promise<void>;
  /** Closes the store and drops the schema. */
  drop(): Promise<void>;
}

/** Undefined without BENCH_DATABASE_URL. */
export async function openOnServer(name: string): Promise<OnServer | undefined> {
  const own = await ownSchema(name);
  if (!own) return undefined;
  const { store } = await openServer(own.url, { parts });
  return {
    store,
    run: async (sql) => void (await own.client.query(sql)),
    drop: async () => {
      await store.close();
      await own.drop();
    },
  };
}

/** A new schema on that server: its address, and a client in it. */
export async function ownSchema(name: string) {
  const server = process.env.BENCH_DATABASE_URL;
  if (server === undefined) return undefined;
  const schema = `bench_${process.pid}_${name}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`SET search_path TO ${schema}`);
  const own = new URL(server);
  own.searchParams.set('options', `-csearch_path=${schema},public`);
  const drop = async () => {
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.end();
  };
  return { url: own.href, client, drop };
}

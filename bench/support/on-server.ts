import pg from 'pg';
import type { Store } from '../../src/domain/stores/store.ts';
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
  const url = process.env.BENCH_DATABASE_URL;
  if (url === undefined) return undefined;
  const schema = `bench_${process.pid}_${name}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE SCHEMA ${schema}`);
  await admin.query(`SET search_path TO ${schema}`);
  const own = new URL(url);
  own.searchParams.set('options', `-csearch_path=${schema},public`);
  const { store } = await openServer(own.href);
  return {
    store,
    run: async (sql) => void (await admin.query(sql)),
    drop: async () => {
      await store.close();
      await admin.query(`DROP SCHEMA ${schema} CASCADE`);
      await admin.end();
    },
  };
}

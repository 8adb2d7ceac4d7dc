import pg from 'pg';
import { onTestFinished } from 'vitest';
import { parts } from '../../src/features/postgres.ts';
import { moveDriver } from '../../src/storage/postgres/move/side.ts';
import { postgresSource } from '../../src/storage/postgres/move/source.ts';
import { postgresTarget } from '../../src/storage/postgres/move/target.ts';
import { type Opening, openServer } from '../../src/storage/postgres/open.ts';
import type { Place } from './engines.ts';
import { schemaPrefix } from './postgres-schemas.ts';
import { Schemas } from './schemas.ts';

/** A real server, for tests that need several connections. */
export interface TestServer {
  /** With a user that may make schemas and databases. */
  url: string;
  hasVectors: boolean;
}

/** Runs statements as the user of the URL. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The URL with a schema of its own, which is dropped after the test. */
export async function serverSchema(url: string): Promise<string> {
  const schema = await newSchema(url);
  onTestFinished(() => onServer(url, async (client) => void (await client.query(`DROP SCHEMA ${schema} CASCADE`))));
  return inSchema(url, schema);
}

async function newSchema(url: string): Promise<string> {
  const schema = `${schemaPrefix()}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await onServer(url, (client) => client.query(`CREATE SCHEMA ${schema}`));
  return schema;
}

function inSchema(url: string, schema: string): string {
  const own = new URL(url);
  own.searchParams.set('options', `-csearch_path=${schema},public`);
  return own.href;
}

/** The URL of a database of its own, dropped after the test: no other sessions use it. */
export async function serverDatabase(url: string): Promise<string> {
  const name = `test_${process.pid}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await onServer(url, (client) => client.query(`CREATE DATABASE ${name}`));
  onTestFinished(() => onServer(url, async (client) => void (await client.query(`DROP DATABASE ${name} (FORCE)`))));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** Those of this worker, by the URL of their database; dropped after the run. */
const used = new Map<string, Schemas>();

export async function serverPlace(url: string, opening: Partial<Opening> = {}): Promise<Place> {
  let schemas = used.get(url);
  if (schemas === undefined) {
    schemas = new Schemas(
      () => newSchema(url),
      (schema, sql) => onServer(inSchema(url, schema), (client) => client.query(sql)),
    );
    used.set(url, schemas);
  }
  const own = inSchema(url, await schemas.take(JSON.stringify(opening)));
  const driver = async () => (await moveDriver(own)).driver;
  return {
    open: async () => (await openServer(own, { parts, ...opening })).store,
    source: async () => postgresSource(await driver(), own),
    target: async () => postgresTarget(await driver(), own),
  };
}

async function findServer(): Promise<TestServer | undefined> {
  const url = process.env.TEST_DATABASE_URL?.trim();
  if (!url) return undefined;
  const sql = `SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`;
  return { url, hasVectors: await onServer(url, async (client) => (await client.query(sql)).rows.length > 0) };
}

export const testServer: TestServer | undefined = await findServer();

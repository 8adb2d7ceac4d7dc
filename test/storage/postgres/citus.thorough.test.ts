import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverDriver } from '../../../src/storage/postgres/driver.ts';
import { readEndpoint } from '../../../src/storage/postgres/endpoint.ts';
import { openStore } from '../../../src/storage/postgres/open.ts';
import { ours, remember, withAda } from '../../support/builders.ts';
import { embeddedPostgres } from '../../support/pglite.ts';
import { onServer, serverSchema, testServer } from '../../support/postgres-server.ts';

/** What the script and the service need of Citus, made of a table: it takes down what is to be distributed. */
const fakeCitus = `
  CREATE TABLE pg_dist_partition (place int GENERATED ALWAYS AS IDENTITY, logicalrelid regclass, key text, beside text);
  CREATE FUNCTION create_distributed_table(name regclass, key text, colocate_with text) RETURNS void LANGUAGE sql
    AS 'INSERT INTO pg_dist_partition (logicalrelid, key, beside) VALUES (name, key, colocate_with)'`;
const script = readFileSync('ops/citus.sql', 'utf8');

async function place() {
  const postgres = await embeddedPostgres();
  const name = `citus_${Math.trunc(performance.now() * 1000)}`;
  await postgres.script(`CREATE SCHEMA ${name}`);
  onTestFinished(async () => void (await postgres.script(`DROP SCHEMA ${name} CASCADE`)));
  const driver = { take: () => postgres.take(name), close: async () => undefined };
  return {
    open: async (rowSecurity = false) => (await openStore(driver, { place: 'db' }, { rowSecurity })).store,
    run: <Row>(sql: string) => postgres.script<Row>(sql, name),
  };
}

describe('ops/citus.sql', () => {
  test('ops/citus.sql distributes tables of characters with their memories, later ones too', async () => {
    const { open, run } = await place();
    await open();
    await run(fakeCitus);
    await run(script);
    const rows = await run<{ name: string; key: string; beside: string }>(
      'SELECT logicalrelid::text AS name, key, beside FROM pg_dist_partition ORDER BY place',
    );
    expect(rows[0]).toStrictEqual({ name: 'memories', key: 'character_no', beside: 'none' });
    expect(rows.slice(1).every(({ key, beside }) => key === 'character_no' && beside === 'memories')).toBe(true);
    const names = rows.map(({ name }) => name);
    expect(names).toHaveLength(new Set(names).size);
    for (const one of ['revisions', 'character_states', 'search_blocks', 'snapshots']) expect(names).toContain(one);
    for (const one of ['characters', 'files', 'captures', 'audit_events']) expect(names).not.toContain(one);
    await run('CREATE TABLE added (character_no bigint PRIMARY KEY)');
    await run(script);
    const later = await run('SELECT 1 FROM pg_dist_partition');
    expect(later).toHaveLength(rows.length + 1);
  });

  test('ops/citus.sql refuses tables with row-level security', async () => {
    const { open, run } = await place();
    await open(true);
    await run(fakeCitus);
    await expect(run(script)).rejects.toThrow('Row-level security does not work on a cluster');
    expect(await run('SELECT 1 FROM pg_dist_partition')).toStrictEqual([]);
  });
});

test('row-level security is refused only where Citus distributes the tables', async () => {
  const { open, run } = await place();
  const store = await open();
  await withAda(store);
  await remember(store, ['a note']);
  await run(fakeCitus);
  await run(script);
  await expect(open(true)).rejects.toThrow(
    "The database db can't have row-level security (SERVICE_DATABASE_RLS): Citus distributes its tables.",
  );
  const again = await open();
  expect(await again.characters.find(ours, 'Ada')).toBeDefined();
  await run('DELETE FROM pg_dist_partition');
  await open(true);
});

test.skipIf(testServer === undefined)('sessions cache plans, except in a database with Citus', async () => {
  const url = await serverSchema(testServer!.url);
  const modeOf = async (prepare: boolean) => {
    const driver = await serverDriver(readEndpoint(url, { prepare }), () => undefined);
    const session = await driver.take();
    const { rows } = await session.query(undefined, 'SHOW plan_cache_mode', []);
    session.release();
    await driver.close();
    return (rows[0] as { plan_cache_mode: string }).plan_cache_mode;
  };
  expect(await modeOf(true)).toBe('force_generic_plan');
  expect(await modeOf(false)).toBe('auto');
  await onServer(url, (client) => client.query(fakeCitus));
  expect(await modeOf(true)).toBe('auto');
});

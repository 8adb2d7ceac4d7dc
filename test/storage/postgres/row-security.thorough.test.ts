import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../src/domain/stores/store.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import type { Driver } from '../../../src/storage/postgres/driver.ts';
import { moveDriver } from '../../../src/storage/postgres/move/side.ts';
import { openStore } from '../../../src/storage/postgres/open.ts';
import { id, newCharacter, newKey, ours, remember, theirs, withAda } from '../../support/builders.ts';
import { embeddedPostgres } from '../../support/pglite.ts';
import { onServer, testServer } from '../../support/postgres-server.ts';

const role = `service_of_the_test_${process.pid}`;

/** Tables that belong to a user without rights over the database: the one that makes them sees everything. */
interface Secured {
  driver: Driver;
  schema: string;
}

const making = (schema: string) =>
  `CREATE ROLE ${role} LOGIN NOSUPERUSER PASSWORD 'of-the-test'; CREATE SCHEMA ${schema} AUTHORIZATION ${role}`;
const dropping = (schema: string) => `DROP SCHEMA IF EXISTS ${schema} CASCADE; DROP ROLE IF EXISTS ${role}`;

async function embedded(): Promise<Secured> {
  const postgres = await embeddedPostgres();
  const schema = 'secured';
  await postgres.script(making(schema));
  onTestFinished(async () => void (await postgres.script(dropping(schema))));
  const driver: Driver = {
    async take() {
      const session = await postgres.take(schema);
      await session.script(`SET ROLE ${role}`);
      const release = () => void session.script('RESET ROLE').finally(() => session.release());
      return { ...session, release };
    },
    close: async () => undefined,
  };
  return { driver, schema };
}

async function onRealServer(): Promise<Secured> {
  const { url } = testServer!;
  const schema = `secured_${process.pid}`;
  await onServer(url, (client) => client.query(making(schema)));
  const own = new URL(url);
  own.username = role;
  own.password = 'of-the-test';
  own.searchParams.set('options', `-csearch_path=${schema},public`);
  const { driver } = await moveDriver(own.href);
  onTestFinished(async () => {
    await driver.close();
    await onServer(url, (client) => client.query(dropping(schema)));
  });
  return { driver, schema };
}

async function fill(store: Store): Promise<void> {
  await withAda(store);
  await store.characters.create(theirs, newCharacter(2, 'Bea'), 'BUSINESS', 0);
  await remember(store, ['one of ours', 'two of ours']);
  await store.keys.addFirst(ours.tenantId, { id: 'owner', name: 'owner' }, newKey(1, 1), 0);
}

const places = [
  ['PGlite', embedded],
  ...(testServer === undefined ? [] : [['a server', onRealServer] as const]),
] as const;

describe.each(places)('on %s', (_, secured) => {
  test('row-level security refuses rows of other tenants, for any statement', async () => {
    const { driver, schema } = await secured();
    const { store } = await openStore(driver, { place: schema }, { rowSecurity: true });
    await fill(store);
    expect((await store.memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 9 })).total).toBe(2);
    // Statements without the tenant, like a bug of the service.
    const db = new Connection(driver, { prepare: false, rowSecurity: true });
    const tenants = await db.all<{ no: number; id: string }>(null, 'SELECT no, id FROM tenants');
    const no = (tenant: string) => tenants.find((one) => one.id === tenant)!.no;
    const tables = ['characters', 'character_states', 'memories', 'revisions', 'search_recent', 'categories'];
    for (const table of tables) {
      const count = async (tenant: number | null) =>
        (await db.get<{ count: number }>(tenant, `SELECT count(*)::int AS count FROM ${table}`))!.count;
      const [own, other, all] = [await count(no(ours.tenantId)), await count(no(theirs.tenantId)), await count(null)];
      expect([table, own + other]).toStrictEqual([table, all]);
      expect([table, own > 0]).toStrictEqual([table, true]);
      expect(own).toBeLessThanOrEqual(all);
    }
    const memories = (tenant: number) => db.all(tenant, 'SELECT content FROM memories');
    expect(await memories(no(theirs.tenantId))).toStrictEqual([]);
    const changed = await db.write(no(theirs.tenantId), (q) => q.run(`UPDATE memories SET content = 'taken'`));
    expect(changed).toBe(0);
    const [ada] = await db.all<{ no: number }>(null, `SELECT no FROM characters WHERE name = 'Ada'`);
    const given = db.write(no(theirs.tenantId), (q) =>
      q.run('UPDATE characters SET tenant_no = $1', no(ours.tenantId)),
    );
    await expect(given).rejects.toMatchObject({ type: 'ServiceUnavailable' });
    const planted = db.write(no(theirs.tenantId), (q) =>
      q.run('INSERT INTO search_vocabulary VALUES ($1, $2, $3)', ada!.no, 'x', 'x'),
    );
    await expect(planted).rejects.toMatchObject({ type: 'ServiceUnavailable' });
    // A statement outside of a unit has no tenant and sees nothing.
    const session = await driver.take();
    expect((await session.query(undefined, 'SELECT content FROM memories', [])).rows).toStrictEqual([]);
    session.release();
  });

  test('row-level security stays on, also for a node without the setting', async () => {
    const { driver, schema } = await secured();
    const { store } = await openStore(driver, { place: schema }, { rowSecurity: true });
    await fill(store);
    const { store: other } = await openStore(driver, { place: schema }, { prepare: false });
    expect((await other.memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 9 })).total).toBe(2);
    expect(await other.characters.find(theirs, 'Ada')).toBeUndefined();
  });
});

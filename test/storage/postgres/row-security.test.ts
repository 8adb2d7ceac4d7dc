import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../src/domain/store.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import type { Driver } from '../../../src/storage/postgres/driver.ts';
import { openStore } from '../../../src/storage/postgres/open.ts';
import { id, newCharacter, newKey, ours, remember, theirs, withAda } from '../../support/builders.ts';
import { type EmbeddedPostgres, embeddedPostgres } from '../../support/pglite.ts';

const role = 'service_of_the_test';

/** A schema whose tables belong to a user without rights over the database: the embedded one's own user sees everything. */
async function asUser(postgres: EmbeddedPostgres): Promise<{ driver: Driver; schema: string }> {
  const schema = 'secured';
  await postgres.db.exec(
    `DROP SCHEMA IF EXISTS ${schema} CASCADE; DROP ROLE IF EXISTS ${role};
     CREATE ROLE ${role} NOSUPERUSER; CREATE SCHEMA ${schema} AUTHORIZATION ${role}`,
  );
  onTestFinished(() => void postgres.db.exec(`DROP SCHEMA ${schema} CASCADE`));
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

async function fill(store: Store): Promise<void> {
  await withAda(store);
  await store.characters.create(theirs, newCharacter(2, 'Bea'), 'BUSINESS', 0);
  await remember(store, ['one of ours', 'two of ours']);
  await store.keys.addFirst(ours.tenantId, { id: 'owner', name: 'owner' }, newKey(1, 1), 0);
}

test('with row-level security the database refuses rows of other tenants, whatever a statement asks for', async () => {
  const postgres = await embeddedPostgres();
  const { driver, schema } = await asUser(postgres);
  const { store } = await openStore(driver, { place: schema }, { rowSecurity: true });
  await fill(store);
  expect((await store.memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 9 })).total).toBe(2);
  // Statements that forget whose rows they want, as a fault of the service would.
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
  const given = db.write(no(theirs.tenantId), (q) => q.run('UPDATE characters SET tenant_no = $1', no(ours.tenantId)));
  await expect(given).rejects.toMatchObject({ type: 'ServiceUnavailable' });
  const planted = db.write(no(theirs.tenantId), (q) =>
    q.run('INSERT INTO search_vocabulary VALUES ($1, $2, $3)', ada!.no, 'x', 'x'),
  );
  await expect(planted).rejects.toMatchObject({ type: 'ServiceUnavailable' });
  // A statement outside of a unit has told nothing and sees nothing.
  const session = await driver.take();
  expect((await session.query(undefined, 'SELECT content FROM memories', [])).rows).toStrictEqual([]);
  session.release();
});

test('once on it stays on, also for a node that is not told', async () => {
  const postgres = await embeddedPostgres();
  const { driver, schema } = await asUser(postgres);
  const { store } = await openStore(driver, { place: schema }, { rowSecurity: true });
  await fill(store);
  const { store: other } = await openStore(driver, { place: schema });
  expect((await other.memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 9 })).total).toBe(2);
  expect(await other.characters.find(theirs, 'Ada')).toBeUndefined();
});

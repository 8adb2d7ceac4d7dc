import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parts } from '../../../src/features/postgres.ts';
import { analyzeQuery } from '../../../src/search/query.ts';
import type { DatabaseSession, Driver } from '../../../src/storage/postgres/driver.ts';
import { readEndpoint } from '../../../src/storage/postgres/endpoint.ts';
import { migrations } from '../../../src/storage/postgres/migrations.ts';
import { openServer, openStore } from '../../../src/storage/postgres/open.ts';
import schema from '../../../src/storage/postgres/schema.sql';
import { StoreUnusable } from '../../../src/storage/unusable.ts';
import { addition, at, id, ours, remember, withAda } from '../../support/builders.ts';
import { embeddedPostgres } from '../../support/pglite.ts';
import { onServer, serverSchema, testServer } from '../../support/postgres-server.ts';

const latest = migrations.length + 1;

const refusal = (url: string) =>
  openServer(url).then(
    () => 'it opened',
    (error: Error) => (error instanceof StoreUnusable ? error.message : `${error.stack}`),
  );

describe('an address', () => {
  test.each([
    ['http://host/db', 'must be postgres://'],
    ['no address', 'must be postgres://'],
    ['postgres://u:secret-word@h/db?sslmode=maybe', 'sslmode must be one of disable, require, verify-ca, verify-full'],
    ['postgres://u:secret-word@h/db?sslmode=verify-full&sslrootcert=/no/such/file', "sslrootcert can't be read"],
  ])('the address %s is refused in one line', async (url, reason) => {
    const message = await refusal(url);
    expect(message).toContain(reason);
    expect(message).not.toMatch(/secret-word|\n/);
  });

  test('an address is shown without user and password', () => {
    const { place } = readEndpoint('postgres://user:secret@db.example.com:5433/memories?sslmode=require', {
      prepare: true,
    });
    expect(place).toBe('db.example.com:5433/memories');
  });

  test.each([
    ['disable', false],
    ['require', { rejectUnauthorized: false }],
    ['verify-full', {}],
  ])('an address with sslmode=%s sets the encryption', (mode, ssl) => {
    const url = `postgres://u@h/db?sslmode=${mode}&application_name=x`;
    expect(readEndpoint(url, { prepare: false }).connection).toStrictEqual({
      connectionString: 'postgres://u@h/db?application_name=x',
      ssl,
    });
  });

  test('an address keeps its options', () => {
    const url = 'postgres://u@h/db?options=-csearch_path%3Done,public';
    const { connectionString } = readEndpoint(url, { prepare: true }).connection;
    expect(new URL(connectionString!).searchParams.getAll('options')).toStrictEqual(['-csearch_path=one,public']);
  });
});

test('an unreachable or interrupted server is reported in one line', async () => {
  const server = createServer((socket) => socket.destroy());
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  expect(await refusal(`postgres://u:secret-word@127.0.0.1:${port}/db`)).toMatch(
    /^The database 127[^\n]*can't be used/,
  );
  await new Promise((resolve) => server.close(resolve));
  const gone = await refusal(`postgres://u:secret-word@127.0.0.1:${port}/db`);
  expect(gone).toBe(
    `The database 127.0.0.1:${port}/db can't be used: nothing answers at its address. Nothing was changed.`,
  );
});

describe('a database', () => {
  /** A schema of its own, and a driver whose answers can be replaced. */
  async function place(answers: Record<string, unknown> = {}) {
    const postgres = await embeddedPostgres();
    const name = `open_${Math.trunc(performance.now() * 1000)}`;
    await postgres.script(`CREATE SCHEMA ${name}`);
    onTestFinished(async () => void (await postgres.script(`DROP SCHEMA ${name} CASCADE`)));
    const driver: Driver = {
      async take() {
        const session = await postgres.take(name);
        return {
          ...session,
          async query(statement, sql, values) {
            const outcome = await session.query(statement, sql, values);
            return sql.includes('server_version_num')
              ? { ...outcome, rows: [{ ...(outcome.rows[0] as object), ...answers }] }
              : outcome;
          },
        };
      },
      close: async () => undefined,
    };
    const tables = async () => (await postgres.script(`SELECT 1 FROM pg_tables WHERE schemaname = '${name}'`)).length;
    const shape = async () => {
      const columns = await postgres.script(
        `SELECT table_name, column_name, data_type, is_nullable, replace(column_default, '${name}.', '') AS column_default
         FROM information_schema.columns
         WHERE table_schema = '${name}' ORDER BY table_name, column_name`,
      );
      const indexes = await postgres.script<{ indexdef: string }>(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = '${name}' ORDER BY indexname`,
      );
      return [columns, indexes.map(({ indexdef }) => indexdef.replaceAll(`${name}.`, ''))];
    };
    return { driver, tables, shape, open: (more = {}) => openStore(driver, { place: 'db' }, { parts, ...more }) };
  }

  test.each([
    [{ version: 140_012, name: '14.12' }, 'it is PostgreSQL 14.12, and 15 is the oldest that will do'],
    [{ standby: true }, 'it is read-only: a standby, or set so'],
    [{ readonly: 'on' }, 'it is read-only: a standby, or set so'],
    [{ encoding: 'LATIN1' }, 'its encoding is LATIN1, not UTF8'],
  ])('an unsuitable database is refused: %j', async (answers, reason) => {
    const { open, tables } = await place(answers);
    await expect(open()).rejects.toThrow(`The database db can't be used: ${reason}. Nothing was changed.`);
    expect(await tables()).toBe(0);
  });

  test('a newer program’s database is refused, an older one’s migrated once', async () => {
    const { open } = await place();
    const { store } = await open();
    await withAda(store);
    await remember(store, ['one']);
    const seen: string[] = [];
    const next = [
      ...migrations,
      async (session: DatabaseSession) => {
        seen.push('next');
        await session.script('ALTER TABLE watches ADD COLUMN note text');
      },
    ];
    const newer = { schema, migrations: next };
    await Promise.all([open(newer), open(newer)]);
    expect(seen).toStrictEqual(['next']);
    await expect(open()).rejects.toThrow(
      `holds version ${latest + 1}, this program knows versions up to ${latest}: use a newer`,
    );
    const { store: again } = await open(newer);
    expect((await again.memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 9 })).total).toBe(1);
  });

  test('the first version’s database is migrated to the current schema', async () => {
    const [first, made] = await Promise.all([place(), place()]);
    const older = readFileSync(join(import.meta.dirname, 'schema-of-version-1.sql'), 'utf8');
    const { store } = await first.open({ schema: older, migrations: [] });
    await withAda(store);
    await first.open();
    await made.open();
    expect(await first.shape()).toStrictEqual(await made.shape());
    const { store: again } = await first.open();
    await remember(again, ['one']);
    expect((await again.memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 9 })).total).toBe(1);
  });

  test('a failed migration leaves the database as it was', async () => {
    const { open } = await place();
    await open();
    const failing = [
      ...migrations,
      async ({ script }: DatabaseSession) => {
        await script('DROP TABLE webhooks CASCADE');
        throw new Error('it failed');
      },
    ];
    await expect(open({ migrations: failing })).rejects.toThrow("can't be used: it failed");
    const { store } = await open();
    await withAda(store);
    expect(await store.webhooks.list(ours)).toStrictEqual([]);
  });
});

describe.skipIf(testServer === undefined)('a server', () => {
  const changed = (url: string, change: (url: URL) => void) => {
    const other = new URL(url);
    change(other);
    return other.href;
  };

  test('a wrong password, user or database, or missing rights, are reported in one line', async () => {
    const { url } = testServer!;
    const own = await serverSchema(url);
    expect(
      await refusal(
        changed(own, (one) => {
          one.password = 'secret-word';
        }),
      ),
    ).toMatch(/refuses the user or the password/);
    expect(
      await refusal(
        changed(own, (one) => {
          one.username = 'no_such_user';
        }),
      ),
    ).toMatch(/refuses the user or the password/);
    expect(
      await refusal(
        changed(own, (one) => {
          one.pathname = '/no_such_database';
        }),
      ),
    ).toMatch(/there is no such database/);
    expect(await refusal(changed(own, (one) => one.searchParams.set('sslmode', 'require')))).toMatch(
      /does not offer TLS/,
    );
    const role = `poor_${process.pid}`;
    await onServer(url, (client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'poor'`));
    onTestFinished(() => onServer(url, async (client) => void (await client.query(`DROP ROLE ${role}`))));
    const poor = changed(own, (one) => {
      one.username = role;
      one.password = 'poor';
    });
    expect(await refusal(poor)).toMatch(/can't be used: (?:the user lacks a right|there is no schema)/);
  });

  test('nodes that start at once create one store', async () => {
    const own = await serverSchema(testServer!.url);
    const opened = await Promise.all(Array.from({ length: 4 }, () => openServer(own)));
    await withAda(opened[0]!.store);
    for (const { store } of opened) expect(await store.characters.find(ours, 'Ada')).toMatchObject({ name: 'Ada' });
    for (const { store } of opened) await store.close();
  });

  test('a store created while a node waited for the lock is not created again', async () => {
    const own = changed(await serverSchema(testServer!.url), (one) =>
      one.searchParams.set('application_name', 'waiting-nodes'),
    );
    // So small that the server does not by itself wake the others to forget what they know of the catalog.
    const small = { schema: 'CREATE TABLE store (version integer)', migrations: [] };
    const opened = await onServer(testServer!.url, async (client) => {
      const waiting = async () => {
        const { rows } = await client.query(
          `SELECT count(*)::int AS nodes FROM pg_locks JOIN pg_stat_activity USING (pid)
           WHERE locktype = 'advisory' AND NOT granted AND application_name = 'waiting-nodes'`,
        );
        return (rows[0] as { nodes: number }).nodes;
      };
      await client.query('SELECT pg_advisory_lock($1)', [0x414d5331]);
      const opening = Promise.all(Array.from({ length: 4 }, () => openServer(own, small)));
      await expect.poll(waiting).toBe(4);
      await client.query('SELECT pg_advisory_unlock($1)', [0x414d5331]);
      return await opening;
    });
    for (const { store } of opened) await store.close();
  });

  test('a server without prepared statements and session parameters works', async () => {
    const { store } = await openServer(await serverSchema(testServer!.url), { prepare: false });
    await withAda(store);
    await remember(
      store,
      Array.from({ length: 40 }, (_, i) => `note ${i}`),
    );
    expect((await store.memories.list(ours, id(1), { state: 'ACTIVE', page: 0, limit: 9 })).total).toBe(40);
    await store.close();
  });

  test('a category with the key of its former name is found by its name, and the former one is free', async () => {
    const url = await serverSchema(testServer!.url);
    const { store } = await openServer(url);
    onTestFinished(() => store.close());
    await withAda(store);
    await store.memories.write(ours, id(1), [addition(10, 'tea at five', { category: 'facts' })], at());
    // As earlier builds renamed it.
    const rename = (from: string, to: string) =>
      onServer(url, (client) => client.query('UPDATE categories SET name = $2 WHERE name = $1', [from, to]));
    await rename('facts', 'Fakten');
    const search = (category: string) => store.search.read(ours, id(1), analyzeQuery('tea', 0), category);
    expect((await search('Fakten')).allowed?.size).toBe(1);
    await expect(search('facts')).rejects.toMatchObject({ type: 'CategoryNotConfigured' });
    await rename('goals', 'Ziele');
    const goals = { name: 'goals', description: '', importance: 'NORMAL' as const, hints: [], isDefault: false };
    expect(await store.categories.add(ours, id(1), goals, 700)).toMatchObject({ name: 'goals' });
  });

  test('all 256 byte values survive a round trip', async () => {
    const { store } = await openServer(await serverSchema(testServer!.url));
    await withAda(store);
    const content = Uint8Array.from({ length: 512 }, (_, i) => i & 0xff);
    const file = { fileId: id(9), path: 'all.bin', content, contentHash: 'x', capture: false, pieces: [] };
    await store.files.push(ours, id(1), file, () => [], { changedBy: 'tester', now: 1 });
    expect(Uint8Array.from((await store.files.get(ours, id(9))).bytes)).toStrictEqual(content);
    await store.close();
  });
});

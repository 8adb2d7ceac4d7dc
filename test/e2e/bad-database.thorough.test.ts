import { spawn } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environment, request, startNode } from '../support/nodes.ts';
import { onServer, serverDatabase, serverSchema, testServer } from '../support/postgres-server.ts';
import { program } from '../support/spawned.ts';

/** The message of `serve` for a database that it can't use, and its exit code. */
async function refusal(url: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0'], { env: environment(url) });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

const changed = (url: string, change: (url: URL) => void) => {
  const other = new URL(url);
  change(other);
  return other.href;
};

/** A user that is dropped after the test. */
async function role(url: string, name: string, settings = ''): Promise<void> {
  await onServer(url, (client) => client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'secret-word'; ${settings}`));
  onTestFinished(() =>
    onServer(url, async (client) => void (await client.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`))),
  );
}

describe.skipIf(testServer === undefined)('an unusable database', () => {
  test('an unusable database ends the start with a one-line reason, without the password', async () => {
    const { url } = testServer!;
    const [poor, reader] = [`poor_${process.pid}`, `reader_${process.pid}`];
    const own = await serverSchema(url);
    const newer = await serverSchema(url);
    await role(url, poor);
    await role(url, reader, `ALTER ROLE ${reader} SET default_transaction_read_only = on`);
    const schema = /search_path=(\w+)/.exec(new URL(newer).searchParams.get('options')!)![1];
    await onServer(url, (client) =>
      client.query(`CREATE TABLE ${schema}.store (version int); INSERT INTO ${schema}.store VALUES (999)`),
    );
    const as = (user: string) =>
      changed(own, (one) => {
        one.username = user;
        one.password = 'secret-word';
      });
    const cases: [url: string, why: RegExp][] = [
      [as(new URL(url).username), /it refuses the user or the password\. Nothing was changed\.$/],
      [as('nobody_of_that_name'), /it refuses the user or the password\. Nothing was changed\.$/],
      [
        changed(own, (one) => (one.pathname = '/no_such_database')),
        /there is no such database\. Nothing was changed\.$/,
      ],
      [
        as(poor),
        /(?:the user lacks a right that it needs|there is no schema to keep the tables in)\. Nothing was changed\.$/,
      ],
      [as(reader), /it is read-only: a standby, or set so\. Nothing was changed\.$/],
      [
        changed(own, (one) => one.searchParams.set('sslmode', 'require')),
        /it does not offer TLS\. Nothing was changed\.$/,
      ],
      [newer, /holds version 999, .* use a newer agent-memory-service\. Nothing was changed\.$/],
    ];
    const password = decodeURIComponent(new URL(url).password) || 'secret-word';
    const said = await Promise.all(cases.map(([given]) => refusal(given)));
    for (const [i, [, why]] of cases.entries()) {
      const { code, said: text } = said[i]!;
      const lines = text.split('\n').filter((line) => line !== '');
      expect([i, code, lines.length, lines.at(-1)]).toStrictEqual([i, 1, 1, expect.stringMatching(why)]);
      expect(text).not.toContain('secret-word');
      expect(text).not.toContain(password);
    }
    // An invalid setting ends every command so.
    const misspelt = await refusal('mysql://user:secret-word@127.0.0.1/db');
    const wanted = 'SERVICE_DATABASE_URL must be postgres://USER:PASSWORD@HOST:PORT/DATABASE.';
    expect(misspelt).toStrictEqual({ code: 2, said: `agent-memory-service: ${wanted}\n` });
  }, 120_000);

  test('a database outage answers 503 with Retry-After until the database is back', async () => {
    const url = await serverDatabase(testServer!.url);
    const { address, key, said } = await startNode(url);
    const name = new URL(url).pathname.slice(1);
    let n = 0;
    const write = () =>
      request(address, key!, 'POST', '/v1/characters/Ada/memories/direct', {
        content: `Note ${n++}`,
        category: 'general',
      });
    const list = () => request(address, key!, 'GET', '/v1/characters/Ada/memories');
    await request(address, key!, 'POST', '/v1/characters', { name: 'Ada' });
    expect((await write()).status).toBe(201);
    const statement = (sql: string, at = url) => onServer(at, (client) => client.query(sql));
    const cutAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = '${name}' AND application_name = 'agent-memory-service'`;
    const admin = testServer!.url;
    const troubles: { begin(): Promise<unknown>; end(): Promise<unknown>; why: RegExp; reads: number }[] = [
      {
        // PostgreSQL's error when it can't extend its files.
        begin: () =>
          statement(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
            CREATE TRIGGER full_disk BEFORE INSERT ON memories EXECUTE FUNCTION refuse()`),
        end: () => statement('DROP TRIGGER full_disk ON memories'),
        why: /disk or memory is full/,
        reads: 200,
      },
      {
        begin: () => statement(`ALTER DATABASE ${name} SET default_transaction_read_only = on; ${cutAll}`, admin),
        end: () => statement(`ALTER DATABASE ${name} RESET default_transaction_read_only; ${cutAll}`, admin),
        why: /read-only: a standby, or set so/,
        reads: 200,
      },
      {
        begin: () => statement(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false; ${cutAll}`, admin),
        end: () => statement(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`, admin),
        why: /takes no connections/,
        reads: 503,
      },
    ];
    for (const { begin, end, why, reads } of troubles) {
      await begin();
      const refused = await write();
      expect([String(why), refused.status, Number(refused.retryAfter) > 0]).toStrictEqual([String(why), 503, true]);
      expect(JSON.stringify(refused.body)).toMatch(why);
      expect((await list()).status).toBe(reads);
      await end();
      expect((await write()).status).toBe(201);
    }
    expect((await list()).body).toMatchObject({ total: 1 + troubles.length });
    const password = new URL(url).password;
    if (password) expect(said()).not.toContain(password);
  }, 120_000);
});

import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { folderWith, runCommand, startCommand } from '../support/command.ts';
import { openSession } from '../support/harness.ts';
import { serverSchema, testServer } from '../support/postgres-server.ts';
import { startServer } from '../support/spawned.ts';

const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name !== 'tmp')
    .sort();

describe('move', () => {
  test('move copies a whole store from a file, reports it, and leaves no other files', async () => {
    const folder = await folderWith('Ada likes figs', 'Ada lives in Lisbon');
    const before = readFileSync(join(folder, 'memory.db'));
    const { code, stdout } = await runCommand(folder, [
      'move',
      '--from',
      'memory.db',
      '--to',
      'new/moved.db',
      '--json',
    ]);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { to: join(folder, 'new/moved.db'), rows: { characters: 1, memories: 2, revisions: 2 }, searches: { alike: 2 } },
    ]);
    expect([filesIn(folder), filesIn(join(folder, 'new'))]).toStrictEqual([['memory.db', 'new'], ['moved.db']]);
    expect(readFileSync(join(folder, 'memory.db')).equals(before)).toBe(true);
    const session = await openSession({ path: join(folder, 'new/moved.db'), character: 'Ada' });
    const { memories } = await session.call<{ memories: { content: string }[] }>('search_memories', { query: 'figs' });
    expect(memories[0]?.content).toBe('Ada likes figs');
    await session.close();
  });

  test('a store is not moved while a server has it open, even an idle one', async () => {
    const folder = await folderWith('Ada likes figs');
    const given = ['move', '--from', 'memory.db', '--to', 'new.db'];
    const server = await startServer(join(folder, 'memory.db'));
    const refused = await runCommand(folder, given);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('open in another process') });
    expect(existsSync(join(folder, 'new.db'))).toBe(false);
    server.child.stdin.end();
    await server.ended();
    expect((await runCommand(folder, given)).code).toBe(0);
  });

  test('move reports what it refuses in one line, without a password', async () => {
    const folder = await folderWith('Ada likes figs');
    const said = async (...given: string[]) => {
      const { code, stderr } = await runCommand(folder, ['move', ...given]);
      return [code, stderr.trim()];
    };
    const line = (text: string) => `agent-memory-service: ${text}`;
    expect(await said('--from', 'memory.db')).toStrictEqual([
      2,
      line('"move" needs --to FILE|URL; --help shows the usage'),
    ]);
    expect(await said('--from', 'memory.db', '--to', 'memory.db')).toStrictEqual([
      1,
      line(`${join(folder, 'memory.db')} is there already: a store is moved into a file that does not exist yet.`),
    ]);
    const missing = join(folder, 'no/where.db');
    expect(await said('--from', missing, '--to', 'new.db')).toStrictEqual([
      1,
      line(`There is no store at ${missing}.`),
    ]);
    const [code, text] = await said('--from', 'memory.db', '--to', 'postgres://me:secret-word@127.0.0.1:1/x');
    expect([code, text]).toStrictEqual([
      1,
      line("The database 127.0.0.1:1/x can't be used: nothing answers at its address. Nothing was changed."),
    ]);
    expect(filesIn(folder)).toStrictEqual(['memory.db']);
  });

  test.skipIf(testServer === undefined)(
    'a killed move leaves an empty database, so that it can start again',
    async () => {
      const folder = await folderWith(...Array.from({ length: 40 }, (_, i) => `Note ${i} about the harbour`));
      const given = ['move', '--from', 'memory.db', '--to', await serverSchema(testServer!.url)];
      const { child: killed } = startCommand(folder, given);
      // It has copied the file, and is working.
      while (!readdirSync(folder).some((name) => name.startsWith('memory.db.moving-'))) {
        await pause(5);
      }
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      // Its files may count as open for a moment.
      const again = async () => {
        const { code, stderr } = await runCommand(folder, given);
        return [code, stderr];
      };
      await expect.poll(again).toStrictEqual([0, '']);
      const back = ['move', '--from', given.at(-1)!, '--to', 'back.db', '--json'];
      const { stdout } = await runCommand(folder, back);
      expect(JSON.parse(stdout)).toMatchObject({ rows: { memories: 40 } });
      expect(existsSync(join(folder, 'back.db'))).toBe(true);
    },
  );
});

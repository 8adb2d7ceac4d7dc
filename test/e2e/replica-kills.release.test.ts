import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runCommand, startCommand } from '../support/command.ts';
import { temporaryFolder } from '../support/harness.ts';
import { randomFrom } from '../support/kills.ts';
import { noOwnDatabase, ownDatabase } from '../support/own-database.ts';
import { startServe } from '../support/served.ts';

/** Set by `npm run fuzz -- kills`: how many processes are killed, and the seed of the moments. */
const { KILLS = '3', FUZZ_SEED = '20260115' } = process.env;
const kills = Number(KILLS);
const env = { SERVICE_CHARACTER: 'mia', SERVICE_TIER: 'BUSINESS' };
const settings = { SERVICE_RATE_LIMITS: 'off', SERVICE_TIER: 'BUSINESS' };

interface Shown {
  id: string;
  content: string;
}

async function run(folder: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCommand(folder, [...args, '--json'], env);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function memories(folder: string): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let page = 0; ; page++) {
    const { memories: some, total } = await run(folder, 'list', '--limit', '100', '--page', `${page}`);
    all.push(...(some as Shown[]));
    if (all.length >= Number(total)) return all;
  }
}

const engines: readonly (readonly [string, string | undefined, () => Promise<Record<string, string>>])[] = [
  ['SQLite', undefined, async () => ({})],
  ['PostgreSQL', noOwnDatabase, async () => ({ SERVICE_DATABASE_URL: (await ownDatabase()).url })],
];

test.for(engines)(
  'servers on %s and replicas killed during exchanges lose no acknowledged write',
  {
    timeout: 120_000 + kills * 20_000,
  },
  async ([, missing, place], { skip }) => {
    if (missing !== undefined) skip(missing);
    const served = { ...settings, ...(await place()) };
    const random = randomFrom(Number(FUZZ_SEED));
    const path = join(temporaryFolder(), 'server.db');
    let server = await startServe(path, served);
    const { key, url, port } = server;
    const folders = [temporaryFolder(), temporaryFolder()];
    const stored = ['The first note'];
    await run(folders[0]!, 'add', stored[0]!, '--category', 'facts');
    for (const folder of folders) {
      writeFileSync(join(folder, 'server.key'), key!);
      await run(folder, 'connect', url, '--character', 'mia', '--key-file', join(folder, 'server.key'));
    }
    for (let i = 0; i < kills; i++) {
      const folder = folders[i % 2]!;
      const text = `Note ${i} of the harbour`;
      await run(folder, 'add', text, '--category', 'facts');
      stored.push(text);
      const exchanging = startCommand(folder, ['sync'], env);
      exchanging.child.stdin.end();
      const ended = new Promise((resolve) => exchanging.child.once('close', resolve));
      // A sync takes some hundred milliseconds, most of them to start.
      await elapse(150 + random() * 500);
      if (i % 3 === 2) {
        server.child.kill('SIGKILL');
        await server.ended;
        server = await startServe(path, served, port);
      } else exchanging.child.kill('SIGKILL');
      await ended;
    }
    for (let round = 0; round < 2; round++) for (const folder of folders) await run(folder, 'sync');
    const [here, there] = [await memories(folders[0]!), await memories(folders[1]!)];
    const byId = (list: Shown[]) => list.map(({ id, content }) => `${id} ${content}`).toSorted();
    expect(byId(here)).toStrictEqual(byId(there));
    expect(here.map(({ content }) => content).toSorted()).toStrictEqual(stored.toSorted());
    for (const folder of folders) {
      expect(await run(folder, 'connections')).toMatchObject({
        connections: [{ characters: [{ waiting: 0, memories: [] }] }],
      });
    }
  },
);

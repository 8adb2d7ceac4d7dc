import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testServer } from './postgres-server.ts';
import { temporaryFolder } from './stores.ts';

/** Where Debian keeps PostgreSQL's programs; the newest version. */
const versions = '/usr/lib/postgresql';

function findPrograms(): string | undefined {
  if (!existsSync(versions)) return undefined;
  const newest = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a));
  return newest.map((version) => join(versions, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

const programs = findPrograms();

/** Why no database can be started and stopped here; undefined: one can. */
export const noOwnDatabase: string | undefined =
  testServer === undefined
    ? 'TEST_DATABASE_URL is not set'
    : programs === undefined
      ? `there are no programs of PostgreSQL in ${versions}`
      : undefined;

/** PostgreSQL refuses to run as root. */
function runAs(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const of = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: of('-u'), gid: of('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server of the test's own, which it may stop; removed after the test. */
export interface OwnDatabase {
  url: string;
  start(): void;
  /** `immediate`: as when the machine goes down, without a shutdown. */
  stop(mode: 'fast' | 'immediate'): void;
}

export async function ownDatabase(): Promise<OwnDatabase> {
  const folder = temporaryFolder();
  const user = runAs();
  if (user.uid !== undefined) {
    chownSync(folder, user.uid, user.gid ?? 0);
    // The path may not belong to another user.
    chmodSync(dirname(folder), 0o711 | statSync(dirname(folder)).mode);
  }
  const port = await freePort();
  const run = (program: string, ...given: string[]) => {
    // A started server inherits pipes, whose end is not awaited.
    const options = { ...user, cwd: folder, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(join(programs!, program), given, {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${program} ${given.join(' ')}: ${stderr}`);
  };
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-N');
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const database: OwnDatabase = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () => run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start'),
    stop: (mode) => run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop'),
  };
  onTestFinished(() => {
    if (existsSync(join(data, 'postmaster.pid'))) database.stop('immediate');
  });
  database.start();
  return database;
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, request } from './http-load.ts';
import { ownSchema } from './on-server.ts';

const program = 'dist/agent-memory-service.cjs';

/** A place for a store of `serve`: a file, or a schema of its own on the server of BENCH_DATABASE_URL. */
interface ServedPlace {
  store: 'file' | 'PostgreSQL';
  env: NodeJS.ProcessEnv;
  drop(): Promise<void>;
}

export async function servedPlace(name: string): Promise<ServedPlace> {
  const others = { SERVICE_RATE_LIMITS: 'off', SERVICE_LOG_LEVEL: 'info' };
  const own = await ownSchema(name);
  if (!own) {
    const home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), `bench-${name}-`));
    return {
      store: 'file',
      env: { ...process.env, SERVICE_DB: join(home, 'memory.db'), ...others },
      drop: async () => rmSync(home, { recursive: true, force: true }),
    };
  }
  return { store: 'PostgreSQL', env: { ...process.env, SERVICE_DATABASE_URL: own.url, ...others }, drop: own.drop };
}

/** A node of the built program, with the first key where it made the store. */
export async function serve({ env }: Pick<ServedPlace, 'env'>) {
  const child = spawn(process.execPath, [program, 'serve', '--print-key', '--port', '0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = said.includes('"url"') ? said : said + chunk;
  });
  while (!said.includes('"url":"')) await once(child.stderr, 'data');
  child.stderr.resume();
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return {
    port: Number(/"url":"[^"]*:(\d+)"/.exec(said)?.[1]),
    key: /ams_[\w-]{43}/.exec(said)?.[0],
    pid: child.pid,
    stop,
  };
}

/** Creates a tenant with characters and returns its key. */
export async function tenant({ env }: ServedPlace, port: number, name: string, characters = ['Ada']): Promise<string> {
  const given = [program, 'tenants', 'create', name, '--tier', 'BUSINESS', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, given, { env, encoding: 'utf8' });
  const key = /ams_[\w-]{43}/.exec(stdout)?.[0];
  if (key === undefined) throw new Error(stderr);
  for (const character of characters) {
    const next = () => request('POST', '/v1/characters', key, { name: character });
    await load({ port, next, connections: 1, requests: 1 });
  }
  return key;
}

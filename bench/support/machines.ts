import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceScope } from '../../src/domain/principal.ts';
import { addMemories, makeCharacter, openFile } from './filling.ts';

const program = 'dist/agent-memory-service.cjs';

/** A machine of a user: a home with a store, and a key of a server. */
export interface Machine {
  database: string;
  env: NodeJS.ProcessEnv & Record<string, string>;
  /** Runs a command of the program to its end. */
  run(...args: string[]): Promise<string>;
}

export function machine(home: string, name: string): Machine {
  const folder = join(home, name);
  mkdirSync(folder);
  const database = join(folder, 'memory.db');
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: folder, SERVICE_DB: database, SERVICE_CHARACTER: 'Ada' },
    ...{ SERVICE_TIER: 'BUSINESS', SERVICE_RATE_LIMITS: 'off', SERVICE_LOG_LEVEL: 'error' },
  };
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${args.join(' ')}: ${said}`);
    return said;
  };
  return { database, env, run };
}

/** Connects its character Ada to that of the server. */
export async function connectTo({ run, database }: Machine, url: string, key: string): Promise<void> {
  const keyFile = `${database}.key`;
  writeFileSync(keyFile, key, { mode: 0o600 });
  await run('connect', url, '--character', 'Ada', '--key-file', keyFile);
}

/** Stores texts of its character Ada; each with its words. */
export async function fill({ database }: Pick<Machine, 'database'>, texts: readonly string[]): Promise<void> {
  const store = await openFile(database);
  const known = await store.characters.find(serviceScope('local'), 'Ada');
  const id = known?.id ?? (await makeCharacter(store, 'Ada'));
  const each = texts.values();
  await addMemories(store, id, texts.length, () => each.next().value as string);
  await store.close();
}

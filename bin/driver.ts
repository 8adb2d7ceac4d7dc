import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Claimed, claiming } from '../src/base/claim.ts';
import { cacheOf, requireSqlite } from '../src/hosts/own-copy.ts';
import { thisProgram } from './host-choice.ts';
import { runNpm } from './npm.ts';
import { Refused } from './terminal/command-line.ts';

/** A build from source takes about a minute. */
const buildingMs = 10 * 60_000;
const pollMs = 200;

/**
 * Builds SQLite's driver in the cache of npx: npm 12 runs the install scripts of allowed packages alone, and a cache
 * outlives the Node that it was filled for. Returns false elsewhere: there a person decides what runs. Refused.
 */
export async function buildDriver(version: string): Promise<boolean> {
  const { file, node } = thisProgram(version);
  const cache = cacheOf(file);
  if (cache === undefined || basename(dirname(cache)) !== '_npx') return false;
  const works = () => isBuilt(node, dirname(file));
  let said = '';
  for (let isTold = false; !works(); ) {
    try {
      said = await claiming(join(cache, 'sqlite-driver'), async () => (works() ? '' : build(cache)));
      break;
    } catch (error) {
      if (!(error instanceof Claimed)) throw new Refused(`${unbuilt}: ${(error as Error).message}`);
      if (!isTold) tell(`process ${error.holder} builds SQLite's driver; waiting for it`);
      isTold = true;
      await setTimeout(pollMs);
    }
  }
  if (!works()) throw new Refused(`${unbuilt}: ${said || 'npm ran no install script'}`);
  return true;
}

/** Runs the program's line again: this process can't load a new build of what it has tried to load. */
export async function runAgain(): Promise<void> {
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' });
  // A terminal sends this one to both processes.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void child.kill(signal));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
}

const unbuilt = `SQLite's driver can't be built for Node ${process.versions.node}`;

function isBuilt(node: string, folder: string): boolean {
  try {
    requireSqlite(node, folder);
    return true;
  } catch {
    return false;
  }
}

/** Returns what npm says when it fails. */
async function build(cwd: string): Promise<string> {
  tell("builds SQLite's driver for this Node, once");
  const words = ['rebuild', 'better-sqlite3', '--dangerously-allow-all-scripts'];
  const ended = await runNpm(words, { cwd, timeoutMs: buildingMs });
  if (!ended) return 'npm was not found';
  return ended.isDone ? '' : ended.stderr.trim();
}

function tell(text: string): void {
  process.stderr.write(`agent-memory-service: ${text}\n`);
}

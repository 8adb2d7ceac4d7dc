import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cacheOf, requireSqlite } from '../src/hosts/own-copy.ts';
import { thisProgram } from './host-choice.ts';
import { runNpm } from './npm.ts';

/** A build from source takes about a minute. */
const buildingMs = 10 * 60_000;
const pollMs = 200;

/**
 * Builds SQLite's driver in the cache of npx where it can't be loaded: npm 12 runs no install scripts, and a cache
 * outlives the Node that it was filled for. Elsewhere a person decides which scripts run. Returns whether it was built.
 */
export async function buildDriver(version: string): Promise<boolean> {
  const { file, node } = thisProgram(version);
  const cache = cacheOf(file);
  const works = () => isBuilt(node, dirname(file));
  if (cache === undefined || basename(dirname(cache)) !== '_npx' || works()) return false;
  const lock = join(cache, 'building-driver');
  await acquire(lock);
  try {
    // Another process may have built it meanwhile.
    if (!works()) await build(cache);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  return works();
}

/** Runs the program's line again: this process can't load a new build of what it has tried to load. */
export async function runAgain(): Promise<void> {
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void child.kill(signal));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
}

function isBuilt(node: string, folder: string): boolean {
  try {
    requireSqlite(node, folder);
    return true;
  } catch {
    return false;
  }
}

async function build(cwd: string): Promise<void> {
  process.stderr.write('agent-memory-service: builds its SQLite driver, once, because npm has not done so\n');
  const words = ['rebuild', 'better-sqlite3', '--dangerously-allow-all-scripts'];
  const ended = await runNpm(words, { cwd, timeoutMs: buildingMs });
  if (!ended?.isDone) process.stderr.write(`${ended?.stderr.trim() ?? 'npm was not found'}\n`);
}

/** Two builds at once would overwrite a file that a process has loaded. */
async function acquire(lock: string): Promise<void> {
  while (!isMade(lock)) {
    const { mtimeMs = 0 } = statSync(lock, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < Date.now() - buildingMs) rmSync(lock, { recursive: true, force: true });
    await setTimeout(pollMs);
  }
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

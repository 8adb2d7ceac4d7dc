import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, readConfig } from '../../src/features/config.ts';
import { checkedCopy } from '../../src/storage/sqlite/copies/checked-copy.ts';
import { thisMachine } from '../host-choice.ts';
import { type Given, Refused, textFlag, UsageError } from '../terminal/command-line.ts';
import { interruptible } from '../terminal/interruption.ts';
import { print } from '../terminal/print.ts';
import { findSessions } from './sessions/find.ts';
import { keepSessions, type Outcome } from './sessions/keep.ts';
import { isWorthIt, pageOf, summaryOf } from './sessions/page.ts';
import { type Project, projectsOf } from './sessions/projects.ts';

/**
 * `import --sessions [HOST…]`: imports the sessions that hosts left on this disk. A dry run on a copy of the store
 * shows what would be stored; nothing is written before the user agrees. UsageError, Refused, StoreUnusable.
 */
export async function importSessions(given: Given): Promise<void> {
  const wrong = ['category', 'allow-secret'].find((name) => given.flags[name] !== undefined);
  if (wrong !== undefined) throw new UsageError(`--${wrong} is for files, not for --sessions`);
  const config = { ...readConfig(process.env), ...characterOf(given) };
  const { sessions, unread } = findSessions(given.args, textFlag(given, 'since'), thisMachine());
  const { projects, homeless } = projectsOf(sessions, config.character, thisMachine());
  const found = await interruptible((signal) => rehearse(config, projects, signal));
  const isDry = given.flags['dry-run'] === true;
  const page = pageOf(found, homeless, unread);
  if (isDry || !found.some(isWorthIt)) {
    return print(given, { dryRun: isDry, ...page.document }, () => page.lines);
  }
  const chosen = await agreed(given, found, page.lines);
  const done = await interruptible((signal) => keepAll(config, chosen, signal));
  print(given, { dryRun: false, ...pageOf(done, homeless, unread).document }, () => [summaryOf(done)]);
}

function characterOf(given: Given): Pick<Config, 'character'> | undefined {
  const character = textFlag(given, 'character');
  return character === undefined ? undefined : { character };
}

/**
 * A dry run of these sessions on a copy of the store, which is removed. The copy is beside the store, where there is
 * enough space and other users can't read it.
 */
async function rehearse(config: Config, projects: readonly Project[], signal: AbortSignal): Promise<Outcome[]> {
  const { databasePath } = config;
  if (projects.length === 0) return [];
  mkdirSync(dirname(databasePath), { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(dirname(databasePath), '.sessions-'));
  try {
    const copy = join(folder, 'memory.db');
    if (existsSync(databasePath)) await checkedCopy(databasePath, copy, { signal });
    return await keepSessions(config, copy, projects, signal, 'reading');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The projects that the user agrees to. Refused. */
async function agreed(given: Given, found: readonly Outcome[], lines: string[]): Promise<Project[]> {
  const worthIt = found.filter(isWorthIt);
  if (given.flags.yes) return worthIt.map(({ project }) => project);
  if (!given.flags.json) print(given, {}, () => lines);
  if (given.flags.json || !(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new Refused('nothing was written: --yes keeps this, --dry-run shows it');
  }
  const { askProjects } = await import('../init/questions.ts');
  const chosen = await askProjects(
    worthIt.map(({ project: { name, folder }, stored, proposed }) => ({
      name,
      folder,
      count: stored.length + proposed.length,
    })),
  );
  return worthIt.map(({ project }) => project).filter((_, i) => chosen.has(i));
}

async function keepAll(config: Config, projects: readonly Project[], signal: AbortSignal): Promise<Outcome[]> {
  const done = await keepSessions(config, config.databasePath, projects, signal, 'keeping');
  if (signal.aborted) process.stderr.write('Interrupted: run it again to continue.\n');
  return done;
}

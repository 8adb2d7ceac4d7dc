import { lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { Lru } from '../../base/lru.ts';
import { readNoLink } from '../../base/no-link.ts';
import type { Project, WaitLimits } from '../../domain/project-rules.ts';
import { anchorsIn, isPlainPath } from '../../text/anchors.ts';
import { type Environment, runGit } from './run.ts';

/** A path's last commit: what it did. */
type Fate = { commit: string; movedTo?: string };

/** The most answers of git that are remembered. */
const maxAnswers = 5_000;
/** Of one text. */
const maxFaults = 3;
/** After which git is asked again what took it too long. */
const againMs = 60_000;
/** Renames of renamed files that are followed. */
const maxMoves = 5;
/** Larger files are not searched for a symbol. */
const maxFileBytes = 512 * 1024;
const shownHash = 8;

/**
 * What repositories no longer have of what texts name. Only a commit of the present branch counts: what was never
 * committed, or is missing on disk alone, is unknown.
 */
export class LostAnchors {
  readonly #environment: Environment;
  /** Answers of git, by the state of the repository. */
  readonly #answers = new Lru<string, Promise<string | undefined>>(maxAnswers);

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /**
   * In words, by the place of the text: "src/orders.ts no longer exists; moved to src/shop/orders.ts in 4f2a9c1d". Texts
   * that are not looked at within the time have none; what git then answers is there for the next question.
   */
  async of(
    { folder, gitFolder }: Project,
    texts: readonly string[],
    { waitMs, limitMs }: WaitLimits,
  ): Promise<ReadonlyMap<number, string>> {
    const lost = new Map<number, string>();
    // A bare repository has no files.
    if (gitFolder === undefined || gitFolder === folder) return lost;
    const state = stateOf(gitFolder);
    const end = Date.now() + waitMs;
    const ask = async (...args: string[]) => {
      const left = end - Date.now();
      if (left <= 0) throw new TimeIsUp();
      const key = JSON.stringify([folder, state, ...args]);
      const answer = this.#answers.get(key) ?? this.#askGit(key, folder, args, limitMs);
      const clock = new AbortController();
      const late = elapse(left, undefined, { signal: clock.signal }).catch(() => undefined);
      const first = await Promise.race([answer.then((text) => ({ text })), late]);
      clock.abort();
      if (!first) throw new TimeIsUp();
      return first.text;
    };
    try {
      for (const [i, text] of texts.entries()) {
        const faults = await lostBy(text, folder, ask);
        if (faults.length > 0) lost.set(i, faults.slice(0, maxFaults).join('; '));
      }
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
    }
    return lost;
  }

  /** One that took too long is asked again after a while: the machine may have been busy. */
  #askGit(key: string, folder: string, args: readonly string[], limitMs: number): Promise<string | undefined> {
    const begun = Date.now();
    const answer = runGit(folder, args, this.#environment, limitMs);
    this.#answers.set(key, answer);
    void answer.then((text) => {
      if (text === undefined && Date.now() - begun >= limitMs)
        setTimeout(() => this.#answers.delete(key), againMs).unref();
    });
    return answer;
  }
}

class TimeIsUp extends Error {}

type Ask = (...args: string[]) => Promise<string | undefined>;

async function lostBy(text: string, folder: string, ask: Ask): Promise<string[]> {
  const { paths, symbols, commits } = anchorsIn(text, folder);
  const faults: string[] = [];
  const present: string[] = [];
  for (const path of paths) {
    const state = stateIn(folder, path);
    if (state === 'file') present.push(path);
    if (state !== 'missing') continue;
    const fate = await fateOf(path, folder, ask);
    if (fate === undefined || (fate.movedTo !== undefined && text.includes(fate.movedTo))) continue;
    const commit = fate.commit.slice(0, shownHash);
    const how = fate.movedTo === undefined ? `, since ${commit}` : `; moved to ${fate.movedTo} in ${commit}`;
    faults.push(`${path} no longer exists${how}`);
  }
  if (present.length > 0) faults.push(...(await lostSymbols(symbols, present, folder, ask)));
  for (const hash of commits) if (await isDropped(hash, ask)) faults.push(`commit ${hash} is on no branch any more`);
  return faults;
}

/** What became of a path that is not there: the commit that removed it, and where it is now; undefined: unknown. */
async function fateOf(path: string, folder: string, ask: Ask): Promise<Fate | undefined> {
  if (!path.includes('/') && (await isElsewhere(path, ask))) return undefined;
  let last: Fate | undefined;
  for (let at = path, moves = 0; moves < maxMoves; moves++) {
    const commit = (await ask('rev-list', '-1', 'HEAD', '--', `:(top,literal)${at}`))?.trim();
    const changes = commit && (await ask('diff-tree', '-r', '-M', '-z', '--name-status', '--no-commit-id', commit));
    if (!changes) return undefined;
    const change = changeOf(at, changes);
    if (change === undefined) return last;
    last = { commit, ...change };
    if (change.movedTo === undefined || stateIn(folder, change.movedTo) !== 'missing') return last;
    at = change.movedTo;
  }
  return last;
}

/** What a commit did to a path, or to the files below it; undefined where it has not removed it. */
function changeOf(path: string, changes: string): { movedTo?: string } | undefined {
  const fields = changes.split('\0');
  const targets = new Set<string | undefined>();
  for (let i = 0; i + 1 < fields.length; ) {
    const [kind = '', from = '', to = ''] = fields.slice(i, i + 3);
    const isMove = /^[RC]/.test(kind);
    i += isMove ? 3 : 2;
    const isBelow = from.startsWith(`${path}/`);
    if (from !== path && !isBelow) continue;
    if (kind === 'D') targets.add(undefined);
    else if (!kind.startsWith('R')) return undefined;
    else {
      const rest = from.slice(path.length);
      targets.add(to.endsWith(rest) ? to.slice(0, to.length - rest.length) : undefined);
    }
  }
  if (targets.size === 0) return undefined;
  const [movedTo] = targets;
  // A name from a repository may be anything.
  return targets.size === 1 && movedTo !== undefined && isPlainPath(movedTo) ? { movedTo } : {};
}

/** Whether a name without a folder may mean a file somewhere below. */
async function isElsewhere(name: string, ask: Ask): Promise<boolean> {
  return name.includes('[') || (await ask('ls-files', '-z', '--', `:(top,glob)**/${name}`)) !== '';
}

/** The symbols that none of the files has, but one had. */
async function lostSymbols(symbols: readonly string[], paths: readonly string[], folder: string, ask: Ask) {
  if (symbols.length === 0) return [];
  const texts = await Promise.all(paths.map((path) => textOf(join(folder, ...path.split('/')))));
  if (texts.includes(undefined)) return [];
  const faults: string[] = [];
  for (const symbol of symbols.filter((one) => !texts.some((text) => text?.includes(one)))) {
    for (const path of paths) {
      const options = ['--format=%H', '--no-textconv', '--no-ext-diff', '--no-color', '--no-notes', `-S${symbol}`];
      const commit = (await ask('log', '-1', ...options, 'HEAD', '--', `:(top,literal)${path}`))?.trim();
      if (!commit) continue;
      faults.push(`${path} no longer has ${symbol}, since ${commit.slice(0, shownHash)}`);
      break;
    }
  }
  return faults;
}

/** A commit that is here, but on no branch and under no tag. */
async function isDropped(hash: string, ask: Ask): Promise<boolean> {
  const commit = (await ask('rev-parse', '--verify', '--quiet', `${hash}^{commit}`))?.trim();
  if (!commit || (await ask('for-each-ref', '--count=1', '--format=x', '--contains', commit)) !== '') return false;
  return (await ask('rev-list', '-1', commit, '--not', 'HEAD'))?.trim() === commit;
}

/** What stands at a path of a folder; `other` also behind a link, which may lead anywhere. */
function stateIn(folder: string, path: string): 'file' | 'missing' | 'other' {
  let at = folder;
  const steps = path.split('/');
  for (const [i, step] of steps.entries()) {
    at = join(at, step);
    try {
      const stats = lstatSync(at, { throwIfNoEntry: false });
      if (stats === undefined) return 'missing';
      if (i === steps.length - 1) return stats.isFile() ? 'file' : 'other';
      if (!stats.isDirectory()) return stats.isFile() ? 'missing' : 'other';
    } catch {
      return 'other';
    }
  }
  return 'other';
}

/** The text of a file of moderate size; undefined where it cannot be read at once. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, readNoLink);
    try {
      const stats = await file.stat();
      return stats.isFile() && stats.size <= maxFileBytes ? await file.readFile('utf8') : undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** Changes with every commit and checkout, and with the index. */
function stateOf(gitFolder: string): string {
  return ['HEAD', 'logs/HEAD', 'index'].map((name) => changedAt(join(gitFolder, name))).join();
}

function changedAt(path: string): number {
  try {
    return lstatSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

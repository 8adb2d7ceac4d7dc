import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { replaceFile } from '../base/replace-file.ts';
import { isOlder } from '../base/version.ts';
import { type Program, packageName } from './launch.ts';
import type { SetupReceipt } from './setup/receipt.ts';

/**
 * How many folders are between a cache and its packages, by the cache's name: those of npx, pnpm dlx, yarn dlx and
 * bunx, which install what they run, and empty their caches at any time.
 */
const caches: readonly [name: RegExp, folders: number][] = [
  [/^_npx$/, 1],
  [/^dlx$/, 2],
  [/^(?:dlx|bunx)-/, 0],
];

/** How long the SQLite of a new copy may take to load. */
const provingMs = 30_000;
/** A part that is older was left by a process that was killed. */
const staleMs = 60 * 60_000;

/**
 * The folder of a cache that the program runs out of, with all its packages; undefined for a program that stays where
 * it is: a clone, a global installation, a project's dependency.
 */
export function cacheOf(file: string): string | undefined {
  const parts = file.split(/[\\/]/);
  const ends = parts.flatMap((part, i) => {
    const [, folders] = caches.find(([name]) => name.test(part)) ?? [];
    return folders !== undefined && parts[i + folders + 1] === 'node_modules' ? [i + folders + 1] : [];
  });
  return ends[0] === undefined ? undefined : file.slice(0, parts.slice(0, ends[0]).join('/').length);
}

/**
 * The file in the user's data folder that hosts start: it runs the copy that was made last. There is one for each line of
 * Node releases, because SQLite is built for one.
 * @param folder that copies are in
 */
export function starterIn(folder: string): string {
  return join(folder, `node-${process.versions.modules}`, `${packageName}.cjs`);
}

/** Whether hosts start this program through the starter: it runs out of a cache, or is the copy itself. */
export function needsStarter(file: string, folder: string): boolean {
  const real = existsSync(folder) ? realpathSync(folder) : folder;
  return cacheOf(file) !== undefined || file.startsWith(real + sep);
}

/**
 * Copies a program that runs out of a cache, with all its packages, so that hosts start it without npx and a network.
 * A copy that is newer stays. Throws, with nothing left, when it can't be copied or the copy can't load SQLite.
 */
export function keepCopy(program: Program, folder: string): void {
  const cache = cacheOf(program.file);
  if (cache === undefined) return;
  const starter = starterIn(folder);
  const current = startedBy(starter);
  if (current && isOlder(program.version, current)) return;
  const name = `${program.version}-${digestOf(program.file)}`;
  const place = join(dirname(starter), name);
  if (!existsSync(place)) copyWhole(cache, place, program);
  const file = relative(cache, program.file).replaceAll('\\', '/');
  replaceFile(starter, starterText(`./${name}/${file}`));
  prune(dirname(starter), [name, current ?? name]);
}

/** Whether a file of a host names the starter, by its receipt. */
export function isReferredTo(folder: string, { files }: SetupReceipt): boolean {
  // Backslashes are doubled once more in each string within a string.
  const path = folder.replaceAll('\\', '/');
  return Object.values(files).some(({ written }) =>
    written.some(({ value = null }) => JSON.stringify(value).replace(/\\+/g, '/').includes(path)),
  );
}

/** The folder's name of the copy that a starter runs: its version, a hyphen, its digest. */
function startedBy(starter: string): string | undefined {
  if (!existsSync(starter)) return undefined;
  const name = /"\.\/([^"/]+)\//.exec(readFileSync(starter, 'utf8'))?.[1];
  return name !== undefined && existsSync(join(dirname(starter), name)) ? name : undefined;
}

function starterText(file: string): string {
  return `// Starts the copy of ${packageName} that "init" made last.
'use strict';
process.argv[1] = require.resolve(${JSON.stringify(file)});
require(process.argv[1]);
`;
}

/** The hash of the built files: two builds of one version are two copies. */
function digestOf(file: string): string {
  const folder = dirname(file);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).toSorted()) {
    if (name.endsWith('.cjs')) hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 8);
}

function copyWhole(cache: string, place: string, program: Program): void {
  const part = `${place}.${process.pid}.part`;
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    cpSync(cache, part, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    requireSqlite(program.node, dirname(join(part, relative(cache, program.file))));
    renameSync(part, place);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    // Another process has made the same copy meanwhile.
    if (!existsSync(place)) throw error;
  }
}

/** Throws when the packages beside a folder have no SQLite that this Node can load. */
export function requireSqlite(node: string, folder: string): void {
  const { status, stderr } = spawnSync(node, ['-e', "new (require('better-sqlite3'))(':memory:')"], {
    cwd: folder,
    encoding: 'utf8',
    timeout: provingMs,
  });
  if (status === 0) return;
  const reason = stderr?.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? 'it does not run';
  throw new Error(`its SQLite does not load: ${reason.trim()}`);
}

/** Running servers may still load files of the copy before; older and incomplete ones are removed. */
function prune(folder: string, names: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isPart = name.endsWith('.part') && statSync(path).mtimeMs > Date.now() - staleMs;
    if (name.endsWith('.cjs') || names.includes(name) || isPart) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

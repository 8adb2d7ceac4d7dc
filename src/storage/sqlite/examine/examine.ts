import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import type { Check } from '../../../base/check.ts';
import { counted } from '../../../base/counted.ts';
import { installCommand } from '../../../base/install.ts';
import { Database } from '../../../base/sqlite.ts';
import { iso } from '../../../domain/text.ts';
import { latestVersion, versionOf } from '../disk/identity.ts';
import { contentsOf, hookTotals, indexedBefore, projectsOf } from '../disk/inventory.ts';
import { readingFault } from '../disk/probe.ts';
import { isBusy, openFailure } from '../failures.ts';
import { checkDisk, checkLog, checkMissing, checkMode, type Disk, disk, megabytes, restoreAdvice } from './place.ts';

/** The timeout while others write to the store. */
const timeoutMs = 2_000;

/** Rows that hold what no store should. */
export interface Fault {
  what: string;
  rows: number;
}

type Finding = (sqlite: Database) => readonly Fault[];

/**
 * Examines the store without changing it: an older one is not migrated, a missing one not created.
 * @param find what features find in their rows
 */
export async function examineStore(path: string, find: Finding, around: Disk = disk): Promise<Check[]> {
  const free = checkDisk(path, around);
  if (!existsSync(path)) return [checkMissing(path), free];
  const before = [checkMode(path), checkLog(path), free].filter((check) => check !== undefined);
  const started = performance.now();
  const fault = await readingFault(path);
  const integrity = { name: 'integrity', ok: fault === undefined, ms: Math.round(performance.now() - started) };
  if (fault !== undefined) {
    return [{ ...integrity, detail: `${path} ${fault}`, advice: restoreAdvice(path) }, ...before];
  }
  return [...opened(path, find, { ...integrity, detail: 'all pages are whole' }), ...before];
}

function opened(path: string, find: Finding, integrity: Check): Check[] {
  let sqlite: Database | undefined;
  try {
    sqlite = new Database(path, { fileMustExist: true, timeout: timeoutMs });
    const version = versionOf(sqlite);
    if (version === 0) return [{ name: 'store', ok: true, detail: `${path} is empty; the first start fills it` }];
    return [...contents(sqlite, path, find, version, integrity)];
  } catch (error) {
    return [failed(path, error)];
  } finally {
    sqlite?.close();
  }
}

function* contents(sqlite: Database, path: string, find: Finding, version: number, integrity: Check): Generator<Check> {
  const { bytes, characters, memories } = contentsOf(sqlite);
  const detail = `${path}: ${megabytes(bytes)}, ${counted(memories, 'memory', 'memories')} of ${counted(characters, 'character', 'characters')}`;
  yield { name: 'store', ok: true, detail };
  yield checkVersion(version);
  yield integrity;
  yield checkLock(sqlite, path);
  yield checkIndex(sqlite);
  if (version === latestVersion) {
    const rows = checkRows(sqlite, find);
    if (rows) yield rows;
    yield tellHooks(sqlite);
    yield tellProjects(sqlite);
  }
}

/** The error of a failed opening, with its remedy. */
function failed(path: string, error: unknown): Check {
  const detail = openFailure(path, error).message.replace(/ Nothing was changed\.$/, '');
  return { name: 'store', ok: false, detail, advice: adviceFor(path, error, detail) };
}

function adviceFor(path: string, error: unknown, detail: string): string {
  if (isBusy(error)) return endHolders(path);
  if (detail.includes('another program')) return 'Name another file in SERVICE_DB: this one is left alone.';
  if (detail.includes('a newer')) return `Update: ${installCommand('agent-memory-service@latest')}, or restart npx.`;
  if (/damaged/.test(detail)) return restoreAdvice(path);
  return 'Give yourself the right to read and write the file and its folder, or name another file in SERVICE_DB.';
}

function checkVersion(version: number): Check {
  const name = 'schema';
  if (version === latestVersion) return { name, ok: true, detail: `version ${version}` };
  const advice = 'Start a host with this version once: it keeps a copy beside the store and brings it up to date.';
  return { name, ok: false, detail: `version ${version}; this program works with ${latestVersion}`, advice };
}

/** Whether the store can be written now. */
function checkLock(sqlite: Database, path: string): Check {
  const name = 'lock';
  const holders = holdersOf(realpathSync(path));
  try {
    sqlite.exec('BEGIN IMMEDIATE; ROLLBACK');
    return { name, ok: true, detail: holders.length === 0 ? 'free' : `free; open in ${holders.join(', ')}` };
  } catch (error) {
    if (isBusy(error)) {
      const detail = `another process has kept the store locked for ${timeoutMs / 1_000} s: nothing can be stored`;
      return { name, ok: false, detail, advice: endHolders(path) };
    }
    return { ...failed(path, error), name };
  }
}

function endHolders(path: string): string {
  const holders = holdersOf(existsSync(path) ? realpathSync(path) : path);
  const which = holders.length > 0 ? `It is open in ${holders.join(', ')}: end` : 'End';
  return `${which} whichever does not get ready (backup and database programs, sync tools).`;
}

/** Memories that an older release indexed; searches find them by the old index until a server has reindexed them. */
function checkIndex(sqlite: Database): Check {
  const name = 'search';
  const old = indexedBefore(sqlite);
  const detail = old === 0 ? 'the index is up to date' : `${old} memories wait to be indexed again; a server does it`;
  return { name, ok: true, detail };
}

/** Rows that hold what no store should; undefined: there are none. */
function checkRows(sqlite: Database, find: Finding): Check | undefined {
  const found = find(sqlite).map(({ what, rows }) => `${what}: ${rows}`);
  if (found.length === 0) return undefined;
  const advice = 'See what would be mended, and mend it after a backup: agent-memory-service doctor --repair';
  return { name: 'rows', ok: false, detail: `hold what no store should: ${found.join(', ')}`, advice };
}

/** The latest activity of hosts' hooks. */
function tellHooks(sqlite: Database): Check {
  const hosts = hookTotals(sqlite).map(({ host, given, tokens, captured, lastAt, leftOut }) => {
    const left = leftOut.map(([reason, count]) => `${count} ${reason}`).join(', ');
    const did = `${counted(given, 'memory', 'memories')} given (${tokens} tokens), ${counted(captured, 'turn', 'turns')} captured`;
    return `${host}: ${did}${left === '' ? '' : `, left out: ${left}`}; last ${iso(lastAt)}`;
  });
  return { name: 'hooks', ok: true, detail: hosts.join('; ') || 'have not run yet' };
}

/** Projects with memories of their own, and those that took over a memory stored under their folder's name. */
function tellProjects(sqlite: Database): Check {
  const { count, takenOver } = projectsOf(sqlite);
  const moved = takenOver.map(({ name, folder }) => `"${name}" of an earlier release is the memory of ${folder}`);
  const detail = [`${counted(count, 'project has', 'projects have')} a memory`, ...moved].join('; ');
  return { name: 'projects', ok: true, detail };
}

/**
 * The other processes that have a file open, as `node (1234)`: those of this user, on Linux, from /proc; elsewhere
 * none.
 */
function holdersOf(path: string): string[] {
  const ids = list('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return ids.filter((id) => hasOpen(id, path)).map((id) => `${nameOf(id)} (${id})`);
}

function hasOpen(id: string, path: string): boolean {
  return list(`/proc/${id}/fd`).some((descriptor) => {
    try {
      return readlinkSync(`/proc/${id}/fd/${descriptor}`) === path;
    } catch {
      // Closed meanwhile.
      return false;
    }
  });
}

/** Not its command line, which may contain anything. */
function nameOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/comm`, 'utf8').trim();
  } catch {
    return 'process';
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

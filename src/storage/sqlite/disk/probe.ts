import { execFile } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { StoreUnusable } from '../../unusable.ts';

/** The code of the child process: it reads every page with 256 MiB for SQLite at most, and prints the first fault. */
const script = `
const [driver, path] = process.argv.slice(1);
const db = new (require(driver))(path, { fileMustExist: true, timeout: 0 });
db.pragma('hard_heap_limit = 268435456');
db.pragma('trusted_schema = OFF');
const fault = db.pragma('quick_check(1)', { simple: true });
if (fault !== 'ok') process.stdout.write(String(fault));
`;

/** A slow disk reads 10 MB a second. */
const baseMs = 10_000;
const bytesPerMs = 10_000;

/**
 * Reads a database file through in a child process, which is killed when it takes too long: a hostile file of some kB
 * can keep SQLite reading for ever, and native code in this process could not be stopped. The opening reports other
 * faults (missing, locked, of another program).
 * @param ms timeout; default: 10 s plus 1 s for each 10 MB
 * @returns the fault of its pages, as a predicate of the file; undefined for none
 */
export async function readingFault(path: string, signal?: AbortSignal, ms?: number): Promise<string | undefined> {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const timeout = ms ?? baseMs + Math.ceil(bytes / bytesPerMs);
  const driver = createRequire(realpathSync(process.argv[1] ?? '')).resolve('better-sqlite3');
  const { said, isKilled } = await new Promise<{ said: string; isKilled: boolean }>((resolve) => {
    const options = { timeout, killSignal: 'SIGKILL', signal, windowsHide: true } as const;
    execFile(process.execPath, ['-e', script, driver, path], options, (error, stdout) =>
      resolve({ said: stdout.replace(/\s+/g, ' ').trim().slice(0, 200), isKilled: error?.killed === true }),
    );
  });
  signal?.throwIfAborted();
  if (isKilled) return `can't be read through within ${Math.ceil(timeout / 1_000)} s: it is damaged or hostile`;
  return said === '' ? undefined : `is damaged: ${said}`;
}

/** @throws StoreUnusable for a `readingFault` */
export async function requireReadable(path: string, signal?: AbortSignal): Promise<void> {
  const fault = await readingFault(path, signal);
  if (fault !== undefined) throw new StoreUnusable(`The store ${path} ${fault}. Nothing was changed.`);
}

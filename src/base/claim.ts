import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';

/** Another process has the lock. */
export class Claimed extends Error {
  override readonly name = 'Claimed';

  /** @param holder the id of the process */
  constructor(readonly holder: number) {
    super(`process ${holder} has the lock`);
  }
}

/** A lock file with its holder; `text` is different for each lock that was ever taken. */
interface Lock {
  text: string;
  holder: ProcessId | undefined;
}

/**
 * A mutex between processes, by a lock file: for each path, one process at a time runs the function. `PATH.lock` names
 * its process; the lock of a dead process is taken over. Claimed.
 */
export async function claiming<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  return holding(`${path}.lock`, action);
}

async function holding<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  const text = `${await ownProcess()} ${randomUUID()}\n`;
  const own = `${path}.${randomUUID().slice(0, 8)}`;
  // A link appears with its content; a file that is created and then written would be empty for a moment.
  await writeFile(own, text, { flag: 'wx', mode: 0o600 });
  try {
    await take(path, own);
  } finally {
    await rm(own, { force: true });
  }
  try {
    return await action();
  } finally {
    if ((await lockAt(path))?.text === text) await rm(path, { force: true });
  }
}

async function take(path: string, own: string): Promise<void> {
  while (!(await isLinked(own, path))) {
    const found = await lockAt(path);
    if (found === undefined) continue;
    if (await isHeld(found)) throw new Claimed(found.holder?.id ?? 0);
    if (await isTakenOver(path, own, found)) return;
  }
}

/**
 * Replaces the lock of a dead process. Only the holder of a second lock, named after the first, may do so: while it holds
 * that, nobody else removes the first. The second one is taken over in the same way.
 */
async function isTakenOver(path: string, own: string, dead: Lock): Promise<boolean> {
  const name = createHash('sha256').update(dead.text).digest('hex').slice(0, 8);
  return holding(`${path}.${name}`, async () => {
    if ((await lockAt(path))?.text !== dead.text) return false;
    await rename(own, path);
    return true;
  });
}

async function isHeld({ holder }: Lock): Promise<boolean> {
  return holder !== undefined && (await isRunning(holder));
}

async function isLinked(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Undefined if there is none. */
async function lockAt(path: string): Promise<Lock | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    return { text, holder: processOf(text) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** A process of this machine. Systems use an id again, so its start tells it from an earlier one. */
interface ProcessId {
  id: number;
  /** When it was started, as the system writes it; absent where it does not say. */
  start?: string | undefined;
}

/** This process, as `processOf` reads it. */
export async function ownProcess(): Promise<string> {
  const start = await startOf(process.pid);
  return start === undefined ? `${process.pid}` : `${process.pid} ${start}`;
}

/** The process that a text begins with; undefined if it names none. */
export function processOf(text: string): ProcessId | undefined {
  const [, id, start] = /^([1-9]\d{0,9})(?: (@\S{1,80}))?(?:\s|$)/.exec(text) ?? [];
  return id === undefined ? undefined : { id: Number(id), start };
}

export async function isRunning({ id, start }: ProcessId): Promise<boolean> {
  try {
    process.kill(id, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const found = start === undefined ? undefined : await startOf(id);
  return found === undefined || found === start;
}

/** `@` and a word without blanks; undefined where the system does not say it. */
async function startOf(id: number): Promise<string | undefined> {
  try {
    const start = process.platform === 'linux' ? await ticksOf(id) : await dateOf(id);
    return start && `@${start}`;
  } catch {
    return undefined;
  }
}

/** `man proc`: the 22nd field of `stat`, in ticks since the boot. The second one may have blanks and parentheses. */
async function ticksOf(id: number): Promise<string | undefined> {
  const [boot, stat] = await Promise.all(
    ['/proc/sys/kernel/random/boot_id', `/proc/${id}/stat`].map((path) => readFile(path, 'utf8')),
  );
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return ticks && `${boot?.slice(0, 8)}.${ticks}`;
}

async function dateOf(id: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  // Every process must read the same text, whatever its language and time zone.
  const env = { LC_ALL: 'C', TZ: 'UTC' };
  // Loaded lazily: hooks start at each prompt.
  const { execFile } = await import('node:child_process');
  const stdout = await new Promise<string>((resolve, reject) => {
    const use = (error: Error | null, text: string) => (error ? reject(error) : resolve(text));
    execFile('/bin/ps', ['-o', 'lstart=', '-p', `${id}`], { env }, use);
  });
  return stdout.trim().replaceAll(/\s+/g, '-') || undefined;
}

import { readFile, rm, writeFile } from 'node:fs/promises';

/** Another process has the lock. */
export class Claimed extends Error {
  override readonly name = 'Claimed';

  /** @param holder the id of the process */
  constructor(readonly holder: number) {
    super(`process ${holder} has the lock`);
  }
}

/**
 * A mutex between processes, by a lock file: for each path, one process at a time runs the function. `PATH.lock` has the
 * process's id; the lock of a dead process is taken over. Claimed.
 */
export async function claiming<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  await claim(lock);
  try {
    return await action();
  } finally {
    await rm(lock, { force: true });
  }
}

async function claim(lock: string): Promise<void> {
  const take = () => writeFile(lock, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
  try {
    await take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10);
    if (isRunning(holder)) throw new Claimed(holder);
    await rm(lock, { force: true });
    await take();
  }
}

function isRunning(processId: number): boolean {
  if (!(processId > 0)) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

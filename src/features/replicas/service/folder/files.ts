import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readNoLink } from '../../../../base/no-link.ts';
import { ServiceError } from '../../../../domain/errors.ts';

/** The age at which a half-written file counts as abandoned. */
const abandonedMs = 3_600_000;

/**
 * Reads a regular file; undefined for a missing one. Does not follow a link. InvalidInput for anything else, and for a
 * file that is too large.
 */
export async function readRegular(path: string, most: number): Promise<string | undefined> {
  const found = await lstat(path).catch(missing);
  if (!found) return undefined;
  if (!found.isFile()) throw new ServiceError('InvalidInput', 'it is no regular file');
  const file = await open(path, readNoLink);
  try {
    const { size } = await file.stat();
    if (size > most) throw new ServiceError('InvalidInput', `it is larger than ${most} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** The names in a folder (not a link); empty if it does not exist. */
export async function namesIn(path: string): Promise<string[]> {
  const found = await lstat(path).catch(missing);
  if (!found?.isDirectory()) return [];
  return (await readdir(path)).toSorted();
}

/** Replaces a file as a whole: readers see the old or the new one, also after a crash. InvalidInput if its folder is a link. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await lstat(folder)).isDirectory()) throw new ServiceError('InvalidInput', `${folder} is no folder.`);
  await sweep(folder, basename(path));
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await flushed(temporary, 'wx', (file) => file.writeFile(text));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // Windows can't flush a folder.
  if (process.platform !== 'win32') await flushed(folder, 'r', async () => undefined);
}

async function flushed(path: string, flags: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

type FileHandle = Awaited<ReturnType<typeof open>>;

/** Removes the temporary files of a process that was killed while it wrote this file. */
async function sweep(folder: string, name: string): Promise<void> {
  for (const one of await namesIn(folder)) {
    if (!one.startsWith(`.${name}.`) || !one.endsWith('.tmp')) continue;
    const { mtimeMs } = await lstat(join(folder, one)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > abandonedMs) await rm(join(folder, one), { force: true });
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

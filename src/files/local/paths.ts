import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../domain/errors.ts';
import { maxFileBytes } from '../../domain/file.ts';
import { expandHome } from '../../domain/home.ts';
import { formatOfName } from '../read-document.ts';

/** Where files may be read from, and what relative paths are relative to. */
export interface LocalRoots {
  home: string;
  workingDirectory: string;
}

/** Names that hold secrets wherever they stand; compared without case. */
const secretNames = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.gcloud',
  'gcloud',
  '.password-store',
  '.pki',
  '.vault-token',
  '.netrc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.npmrc',
  '.pypirc',
  '.gem',
  '.cargo',
  '.keychain',
  '.keyrings',
  'keyrings',
  '.mozilla',
  '.thunderbird',
  '.bash_history',
  '.zsh_history',
  '.node_repl_history',
  '.terraform.d',
]);

/** Folders that hold other people's files. */
const foreignNames = new Set(['node_modules', 'vendor', '__pycache__', 'dist', 'build', 'target', 'venv']);

/** What a folder is searched for: notes, not every text. */
const noteEnding = /\.(?:md|mdx|mdc|markdown|mkd|txt|text|org|rst|adoc)$/i;

function refused(path: string, why: string): ServiceError {
  return new ServiceError('InvalidInput', `path "${path}" ${why}.`);
}

/** Whether a part of a path may hold secrets: `.env`, `.env.local`, `.ssh`, … */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase();
  return secretNames.has(plain) || plain.startsWith('.env') || /^id_(?:rsa|dsa|ecdsa|ed25519)/.test(plain);
}

/** Whether a watched folder passes over what stands below it under this relative path. */
export function isPassedOver(relativePath: string): boolean {
  const parts = relativePath.split(/[\\/]/).filter((part) => part !== '');
  const folders = parts.slice(0, -1);
  return parts.some(isSecretName) || folders.some((name) => name.startsWith('.') || foreignNames.has(name));
}

/** Whether a file found in a watched folder is a note to be stored. */
export function isNote(path: string): boolean {
  return noteEnding.test(path);
}

/**
 * The real path (links resolved) of something that may be watched. InvalidInput: it does not exist, lies outside the
 * home and working directories, may hold secrets, is neither a regular file of a text kind nor a directory.
 */
export async function allowedPath(
  given: string,
  roots: LocalRoots,
): Promise<{ path: string; kind: 'file' | 'directory' }> {
  const asked = resolve(roots.workingDirectory, expandHome(given, roots.home));
  const path = await realpath(asked).catch((error: NodeJS.ErrnoException) => {
    throw refused(given, error.code === 'ENOENT' ? 'does not exist' : `cannot be opened (${error.code ?? error.name})`);
  });
  const fault = await faultOf(path, roots);
  if (fault !== undefined) throw refused(given, fault);
  const stats = await lstat(path);
  if (stats.isDirectory()) return { path, kind: 'directory' };
  if (!stats.isFile()) throw refused(given, 'is neither a file nor a directory');
  const format = formatOfName(path);
  if (format === undefined || format === 'pdf' || format === 'docx') {
    throw refused(given, 'is no text file of a known kind (.md, .txt, …)');
  }
  return { path, kind: 'file' };
}

/** Why a real path is not allowed, or undefined. */
async function faultOf(path: string, roots: LocalRoots): Promise<string | undefined> {
  const home = await realOrSame(roots.home);
  const work = await realOrSame(roots.workingDirectory);
  // Hosts start servers in "/" or in a folder above the home directory: that allows nothing.
  const isUsable = dirname(work) !== work && !isBelow(home, work) && work !== home;
  const root = isBelow(path, home) ? home : isUsable && (path === work || isBelow(path, work)) ? work : undefined;
  if (root === undefined) return 'is outside the home directory and the working directory';
  if (relative(root, path).split(sep).some(isSecretName)) return 'may hold secrets';
  return undefined;
}

async function realOrSame(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Whether a path lies strictly below a folder. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** What stands at a path now: bytes, nothing, or something that is not taken. */
export type FileState = { kind: 'bytes'; bytes: Uint8Array } | { kind: 'missing' } | { kind: 'refused'; why: string };

const attempts = 10;
const settleMs = 50;

/**
 * Reads a file as one consistent state: again when it changes while it is read. Rules hold for what the path really
 * leads to at that moment; nothing but a regular file is opened for reading, so a FIFO cannot block.
 */
export async function readLocalFile(given: string, roots: LocalRoots): Promise<FileState> {
  for (let attempt = 1; ; attempt++) {
    const state = await readOnce(given, roots);
    if (state !== 'changing') return state;
    if (attempt === attempts) return { kind: 'refused', why: 'it keeps changing while it is read' };
    await sleep(settleMs * attempt);
  }
}

async function readOnce(given: string, roots: LocalRoots): Promise<FileState | 'changing'> {
  let file: FileHandle | undefined;
  try {
    const path = await realpath(given);
    const fault = await faultOf(path, roots);
    if (fault !== undefined) return { kind: 'refused', why: `it ${fault}` };
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    return await readHandle(file, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    if (code === 'ELOOP') return 'changing';
    return { kind: 'refused', why: `it cannot be read (${code ?? 'unknown error'})` };
  } finally {
    await file?.close();
  }
}

async function readHandle(file: FileHandle, path: string): Promise<FileState | 'changing'> {
  const before = await file.stat({ bigint: true });
  if (!before.isFile()) return { kind: 'refused', why: 'it is no regular file' };
  if (before.size > BigInt(maxFileBytes)) {
    return { kind: 'refused', why: `it is ${before.size} bytes; at most ${maxFileBytes} (5 MiB) are taken` };
  }
  const buffer = Buffer.alloc(Number(before.size) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === buffer.length) break;
  }
  const after = await file.stat({ bigint: true });
  const isSame = after.mtimeNs === before.mtimeNs && after.size === before.size && length === Number(before.size);
  if (!isSame || (await realpath(path)) !== path) return 'changing';
  return { kind: 'bytes', bytes: buffer.subarray(0, length) };
}

/** Whether the folder that holds a path is there: if it is not, a whole disk may be away, and nothing was deleted. */
export async function folderExists(path: string): Promise<boolean> {
  return lstat(join(path, '..')).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readNoLink } from '../../base/no-link.ts';
import { maxFileBytes } from '../../domain/file.ts';
import { HardLinks } from './hard-links.ts';
import { faultOf, type LocalRoots } from './paths.ts';

/** The present state of a path: bytes with their device, missing, or refused. */
export type FileState =
  | { kind: 'bytes'; bytes: Uint8Array; device: bigint }
  | { kind: 'missing' }
  /** `passing`: temporary, so a retry may succeed without a change of the file. */
  | { kind: 'refused'; why: string; passing: boolean };

const attempts = 10;
const settleMs = 50;
/** Errors of opening or reading while the machine lacks a resource or the file is locked. */
const passingCodes = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY', 'EINTR', 'EIO', 'ETIMEDOUT', 'ESTALE']);

function refused(why: string, passing = false): FileState {
  return { kind: 'refused', why, passing };
}

/** Reads files of this machine by its rules, see `allowedPath`. */
export class LocalReader {
  readonly #roots: LocalRoots;
  readonly #links: HardLinks;

  constructor(roots: LocalRoots) {
    this.#roots = roots;
    this.#links = new HardLinks(roots);
  }

  /**
   * Reads a file as one consistent state: again if it changes while it is read. The rules apply to the real target at
   * that moment. Only a regular file is opened, so a FIFO cannot block.
   * @param isCovered whether the caller may read the file at this real path
   */
  async read(given: string, isCovered: (path: string) => Promise<boolean>): Promise<FileState> {
    for (let attempt = 1; ; attempt++) {
      const state = await this.#readOnce(given, isCovered);
      if (state !== 'changing') return state;
      if (attempt === attempts) return refused('it keeps changing while it is read', true);
      await sleep(settleMs * attempt);
    }
  }

  async #readOnce(given: string, isCovered: (path: string) => Promise<boolean>): Promise<FileState | 'changing'> {
    let file: FileHandle | undefined;
    let path: string | undefined;
    try {
      path = await realpath(given);
      const fault = await faultOf(path, this.#roots);
      if (fault !== undefined) return refused(`it ${fault}`);
      if (!(await isCovered(path))) return refused('it is a link that leads out of the watched folder');
      file = await open(path, readNoLink);
      const before = await file.stat({ bigint: true });
      const otherName = await this.#links.faultOf(before);
      if (otherName !== undefined) return refused(`it ${otherName}`);
      return await readHandle(file, path, before);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
      // When it is opened it may have become a link just now.
      if (code === 'ELOOP') return path === undefined ? refused('it is a link in a circle') : 'changing';
      return refused(`it cannot be read (${code ?? 'unknown error'})`, passingCodes.has(code ?? ''));
    } finally {
      await file?.close();
    }
  }
}

async function readHandle(file: FileHandle, path: string, before: BigIntStats): Promise<FileState | 'changing'> {
  if (!before.isFile()) return refused('it is no regular file');
  if (before.size > BigInt(maxFileBytes)) {
    return refused(`it is ${before.size} bytes; at most ${maxFileBytes} (5 MiB) are taken`);
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
  return { kind: 'bytes', bytes: buffer.subarray(0, length), device: after.dev };
}

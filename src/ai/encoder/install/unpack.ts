import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createGunzip } from 'node:zlib';
import { EncoderNotInstalled } from './failure.ts';

/** Tar files are made of blocks: a header of one, then the content, filled up with zeros. */
const block = 512;

/**
 * Unpacks files of a .tgz (USTAR, as npm packs) without keeping it in memory.
 * @param targetOf where a file of the archive goes; undefined: it is left out
 */
export async function unpack(archive: string, targetOf: (path: string) => string | undefined): Promise<void> {
  let rest = Buffer.alloc(0);
  let left = 0;
  let padding = 0;
  let out: FileHandle | undefined;
  try {
    for await (const chunk of createReadStream(archive).pipe(createGunzip())) {
      let data = Buffer.concat([rest, chunk as Buffer]);
      for (;;) {
        if (left > 0) {
          const part = data.subarray(0, left);
          await out?.writeFile(part);
          left -= part.length;
          data = data.subarray(part.length);
          if (left > 0) break;
          await out?.close();
          out = undefined;
        }
        if (padding > data.length) break;
        data = data.subarray(padding);
        padding = 0;
        if (data.length < block) break;
        const { path, size, isFile } = headerOf(data);
        data = data.subarray(block);
        left = size;
        padding = (block - (size % block)) % block;
        const target = isFile ? targetOf(path) : undefined;
        if (target === undefined) continue;
        out = await create(target);
        if (size > 0) continue;
        await out.close();
        out = undefined;
      }
      rest = data;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new EncoderNotInstalled(`${archive} is damaged.`);
    throw error;
  } finally {
    await out?.close();
  }
  if (left > 0) throw new EncoderNotInstalled(`${archive} is damaged: it ends too early.`);
}

async function create(target: string): Promise<FileHandle> {
  await mkdir(dirname(target), { recursive: true });
  return open(target, 'w');
}

function headerOf(data: Buffer): { path: string; size: number; isFile: boolean } {
  const text = (from: number, to: number) => data.toString('utf8', from, to).split('\0', 1)[0]!;
  const prefix = text(345, 500);
  const name = text(0, 100);
  const type = data[156];
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size: Number.parseInt(text(124, 136).trim() || '0', 8),
    // '0', or nothing in old archives.
    isFile: type === 0x30 || type === 0,
  };
}

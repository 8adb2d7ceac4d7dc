import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { once } from '../../base/once.ts';
import path from './character-maps.bin';

/**
 * Gives PDF.js the predefined CMaps for Chinese, Japanese and Korean fonts that a PDF names but does not embed. They
 * are unpacked lazily.
 */
export class CharacterMaps {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const map = kind === 'cMapUrl' ? maps().get(filename) : undefined;
    if (map === undefined) throw new Error(`There is no ${filename}.`);
    // The library may keep and transfer the buffer.
    return new Uint8Array(map);
  }
}

const maps = once((): ReadonlyMap<string, Uint8Array> => {
  const whole = brotliDecompressSync(readFileSync(path));
  let from = whole.indexOf('\n') + 1;
  const sizes = JSON.parse(whole.toString('utf8', 0, from)) as Record<string, number>;
  return new Map(
    Object.entries(sizes).map(([name, size]) => {
      const map = whole.subarray(from, from + size);
      from += size;
      return [name, map];
    }),
  );
});

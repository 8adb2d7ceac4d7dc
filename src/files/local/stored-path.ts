import { sep } from 'node:path';

/** A file of this machine as the store names it: its absolute path with `/` between parts. */
export function storedPath(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

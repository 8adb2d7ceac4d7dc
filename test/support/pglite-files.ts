import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };

const { devDependencies } = manifest;
/** The files of an empty database of these versions, cached between runs. */
const versions = `${devDependencies['@electric-sql/pglite']}-${devDependencies['@electric-sql/pglite-pgvector']}`;
const kept = join(import.meta.dirname, '../../.cache', `pglite-${versions}.tar`);

async function make(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'pglite-files.mjs'), kept]);
}

/** The initial state of a database; making it costs five times as much as starting from it. */
export async function initialFiles(): Promise<Blob> {
  if (!existsSync(kept)) await make();
  return new Blob([readFileSync(kept)]);
}

/** Before a run: they are made beside its first tests, once for all workers. */
export default (): void => {
  // A worker that needs them tries again and reports the error.
  if (!existsSync(kept)) make().catch(() => undefined);
};

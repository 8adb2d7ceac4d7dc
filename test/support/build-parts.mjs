import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildApart, buildLibraries } from '../../scripts/build-parts.mjs';
import { buildWeb } from '../../scripts/build-web.mjs';

const root = join(import.meta.dirname, '../..');
const [cache, dist] = [join(root, '.cache'), join(root, 'dist')];
const sources = ['bin', 'clients/typescript', 'package-lock.json', 'scripts', 'src', 'web'];
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether no source has changed since the build wrote its first file; its last one shows that it ended. */
function isBuilt() {
  const builtAt = changedAt(join(dist, 'start.cjs'));
  if (changedAt(join(dist, 'LICENSES.txt')) === 0) return false;
  // A folder changes with the names in it.
  const below = (path) =>
    statSync(path).isFile() ? [] : readdirSync(path, { recursive: true }).map((name) => join(path, name));
  return sources
    .map((name) => join(root, name))
    .every((path) => [path, ...below(path)].every((one) => changedAt(one) < builtAt));
}

/** Before the run: the parts that tests need, from the current sources. */
export default async () => {
  const [libraries, web] = [join(cache, 'libraries'), join(cache, 'web')];
  if (!isBuilt()) {
    await Promise.all([buildLibraries(libraries), buildApart(cache), buildWeb(web)]);
    return;
  }
  rmSync(web, { recursive: true, force: true });
  for (const name of ['libraries', 'web', 'document-worker.cjs', 'encoder.cjs'])
    cpSync(join(dist, name), join(cache, name), { recursive: true });
};

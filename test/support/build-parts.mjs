import { join } from 'node:path';
import { buildWeb } from '../../scripts/build-web.mjs';
import { buildDocumentWorker } from '../../scripts/document-worker.mjs';
import { buildLibraries } from '../../scripts/libraries.mjs';

const cache = join(import.meta.dirname, '../../.cache');

/** Once a run, before its tests: what they need built, as the sources are now. */
export default async () => {
  await buildLibraries(join(cache, 'libraries'));
  await buildDocumentWorker(join(cache, 'document-worker.cjs'));
  await buildWeb(join(cache, 'web'));
};

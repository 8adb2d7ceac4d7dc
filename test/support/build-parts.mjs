import { join } from 'node:path';
import { buildApart } from '../../scripts/apart.mjs';
import { buildWeb } from '../../scripts/build-web.mjs';
import { buildLibraries } from '../../scripts/libraries.mjs';

const cache = join(import.meta.dirname, '../../.cache');

/** Once a run, before its tests: what they need built, as the sources are now. */
export default async () => {
  await buildLibraries(join(cache, 'libraries'));
  await buildApart(cache);
  await buildWeb(join(cache, 'web'));
};

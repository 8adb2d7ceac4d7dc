import { join } from 'node:path';
import { buildApart, buildLibraries } from '../../scripts/build-parts.mjs';
import { buildWeb } from '../../scripts/build-web.mjs';

const cache = join(import.meta.dirname, '../../.cache');

/** Builds once, before the run, the parts that tests need, from the current sources. */
export default async () => {
  await Promise.all([buildLibraries(join(cache, 'libraries')), buildApart(cache), buildWeb(join(cache, 'web'))]);
};

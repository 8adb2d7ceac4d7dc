// Bundles the libraries that the program loads when it needs them.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { libraries, shared } from './bundling.mjs';
import { bundle } from './licences.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} folder gets a file for each library */
export async function buildLibraries(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [file, names] of libraries) {
    await bundle({
      ...shared,
      stdin: {
        contents: names.map((name) => `export * as ${JSON.stringify(name)} from '${name}';`).join('\n'),
        resolveDir: root,
      },
      outfile: join(folder, `${file}.cjs`),
      minify: true,
      legalComments: 'none',
      // UMD modules require their parts in a way that can't be bundled.
      mainFields: ['module', 'main'],
      // Optional at run time.
      external: ['pg-native', 'pg-cloudflare'],
    });
  }
}

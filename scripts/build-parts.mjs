// Bundles what the program loads or starts when it needs it, each as a file of its own.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { externals, libraries, shared } from './bundling.mjs';
import { bundle } from './licences.mjs';
import { binaries } from './plugins.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const small = { ...shared, minify: true, legalComments: 'none' };

/** @param {string} folder gets a file for each library */
export async function buildLibraries(folder) {
  for (const [file, names] of libraries) {
    await bundle({
      ...small,
      stdin: {
        contents: names.map((name) => `export * as ${JSON.stringify(name)} from '${name}';`).join('\n'),
        resolveDir: root,
      },
      outfile: join(folder, `${file}.cjs`),
      // UMD modules require their parts in a way that can't be bundled.
      mainFields: ['module', 'main'],
      // Optional at run time.
      external: ['pg-native', 'pg-cloudflare'],
    });
  }
}

/** The threads that read documents, and the process of the encoder. */
const entries = { 'document-worker': 'src/files/reading/worker.ts', encoder: 'src/ai/encoder/child.ts' };

/** @param {string} folder inside the project, so that they find its packages */
export async function buildApart(folder) {
  for (const [name, entry] of Object.entries(entries)) {
    const outfile = join(folder, `${name}.cjs`);
    await bundle({ ...small, entryPoints: [join(root, entry)], outfile, plugins: [externals, binaries] });
  }
}

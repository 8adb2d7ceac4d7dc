// Bundles the code of threads and child processes, each as a file of its own.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { externals, shared } from './bundling.mjs';
import { bundle } from './licences.mjs';
import { binaries } from './plugins.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The threads that read documents, and the process of the encoder. */
const entries = { 'document-worker': 'src/files/reading/worker.ts', encoder: 'src/ai/encoder/child.ts' };

/** @param {string} folder inside the project, so that they find its packages */
export async function buildApart(folder) {
  for (const [name, entry] of Object.entries(entries)) {
    await bundle({
      ...shared,
      entryPoints: [join(root, entry)],
      outfile: join(folder, `${name}.cjs`),
      minify: true,
      legalComments: 'none',
      plugins: [externals, binaries],
    });
  }
}

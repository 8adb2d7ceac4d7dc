// Bundles the code of the threads that read documents: a thread starts from a file of its own.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { externals, shared } from './bundling.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} outfile inside the project, so that it finds its packages */
export async function buildDocumentWorker(outfile) {
  await build({
    ...shared,
    entryPoints: [join(root, 'src/files/reading/worker.ts')],
    outfile,
    minify: true,
    legalComments: 'none',
    plugins: [externals],
  });
}

// Bundles the libraries that the program loads when it needs them, and gathers their licences.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { libraries, shared } from './bundling.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} folder gets a file for each library, and `LICENSES.txt` */
export async function buildLibraries(folder) {
  mkdirSync(folder, { recursive: true });
  const packages = new Set();
  for (const [file, names] of libraries) {
    const { metafile } = await build({
      ...shared,
      stdin: {
        contents: names.map((name) => `export * as ${JSON.stringify(name)} from '${name}';`).join('\n'),
        resolveDir: root,
      },
      outfile: join(folder, `${file}.cjs`),
      minify: true,
      legalComments: 'none',
      // UMD modules ask for their parts in a way that can't be bundled.
      mainFields: ['module', 'main'],
      // Looked for at run time, and done without.
      external: ['pg-native', 'pg-cloudflare'],
      metafile: true,
    });
    for (const input of Object.keys(metafile.inputs)) {
      const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
      if (found) packages.add(found);
    }
  }
  writeFileSync(join(folder, 'LICENSES.txt'), `${[...packages].sort().map(noticeOf).join('\n\n')}\n`);
}

/** Name, version and licence of a package, with the licence's text. */
function noticeOf(path) {
  const folder = join(root, path);
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)(?:\.|-|$)/i.test(one));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n${text}`.trim();
}

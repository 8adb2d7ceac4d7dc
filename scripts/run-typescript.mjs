// Bundles a TypeScript file of the project and runs it: node scripts/run-typescript.mjs FILE [ARG ...].
import { spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [source, ...args] = process.argv.slice(2);

// Inside the project, so that the bundle finds its packages.
const outfile = join(root, '.bench', `${basename(source, '.ts')}.mjs`);
/** A binary file is imported as its path. */
const binaries = {
  name: 'binaries',
  setup({ onLoad }) {
    onLoad({ filter: /\.bin$/ }, ({ path }) => ({ contents: `export default ${JSON.stringify(path)};` }));
  },
};

await build({
  entryPoints: [join(root, source)],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  loader: { '.sql': 'text', '.lexicon': 'text' },
  plugins: [binaries],
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', outfile, ...args], { stdio: 'inherit', cwd: root });
process.exit(status ?? 1);

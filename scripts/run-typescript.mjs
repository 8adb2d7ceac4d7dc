// Bundles a TypeScript file of the project and runs it: node scripts/run-typescript.mjs FILE [ARG ...].
import { spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [source, ...args] = process.argv.slice(2);

// Inside the project, so that the bundle finds its packages.
const outfile = join(root, '.bench', `${basename(source, '.ts')}.mjs`);
await build({
  entryPoints: [join(root, source)],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  loader: { '.sql': 'text' },
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', outfile, ...args], { stdio: 'inherit', cwd: root });
process.exit(status ?? 1);

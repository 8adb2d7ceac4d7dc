// npm run bench -- NAME [ARG ...]: builds and runs bench/NAME.ts. Without a name: which there are.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name = '', ...args] = process.argv.slice(2);
const source = join(root, 'bench', `${name}.ts`);

if (!existsSync(source)) {
  const names = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts'));
  console.error(`usage: npm run bench -- NAME, one of: ${names.map((file) => file.slice(0, -3)).join(', ')}`);
  process.exit(2);
}

// Inside the project, so that the bundle finds its packages.
const outfile = join(root, '.bench', `${name}.mjs`);
await build({
  entryPoints: [source],
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

// npm run bench -- NAME [ARG ...]: runs bench/NAME.ts. Without a name: which there are.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const scripts = import.meta.dirname;
const benches = join(scripts, '../bench');
const [name = '', ...args] = process.argv.slice(2);

if (!existsSync(join(benches, `${name}.ts`))) {
  const names = readdirSync(benches).filter((file) => file.endsWith('.ts'));
  console.error(`usage: npm run bench -- NAME, one of: ${names.map((file) => file.slice(0, -3)).join(', ')}`);
  process.exit(2);
}
const line = [join(scripts, 'run-typescript.mjs'), `bench/${name}.ts`, ...args];
process.exit(spawnSync(process.execPath, line, { stdio: 'inherit' }).status ?? 1);

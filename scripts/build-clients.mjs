// Builds the client that programs import: as ES module and CommonJS, for Node and for other runtimes, with types.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** CommonJS has no address of its own module. */
const ownAddress = {
  define: { 'import.meta.url': 'ownAddress' },
  banner: { js: "const ownAddress = require('node:url').pathToFileURL(__filename).href;" },
};

/** Types of an ES module, as CommonJS sees them. */
const typesOfCommonJs = `import type * as client from './node.js' with { 'resolution-mode': 'import' };
export type * from './node.js' with { 'resolution-mode': 'import' };
export declare const connect: typeof client.connect;
export declare const openMemory: typeof client.openMemory;
export declare const MemoryServiceError: typeof client.MemoryServiceError;
export type MemoryServiceError = client.MemoryServiceError;
`;

export async function buildClients(root) {
  const [source, out] = [join(root, 'clients/typescript'), join(root, 'dist/client')];
  const shared = { bundle: true, minify: true, legalComments: 'none', target: 'es2022', platform: 'neutral' };
  for (const name of ['node', 'browser']) {
    const entry = { ...shared, entryPoints: [join(source, `${name}.ts`)] };
    await build({ ...entry, format: 'esm', outfile: join(out, `${name}.mjs`) });
    const commonJs = name === 'node' ? ownAddress : {};
    await build({ ...entry, ...commonJs, format: 'cjs', outfile: join(out, `${name}.cjs`) });
  }
  const types = [join(root, 'node_modules/typescript/bin/tsc'), '-p', source];
  const [code] = await once(spawn(process.execPath, types, { stdio: 'inherit' }), 'close');
  if (code !== 0) throw new Error('the types of the client could not be built');
  for (const file of readdirSync(out).filter((name) => name.endsWith('.d.ts'))) {
    if (/^(?:browser|event-stream|request)\.d/.test(file)) rmSync(join(out, file));
    else
      writeFileSync(
        join(out, file),
        readFileSync(join(out, file), 'utf8').replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"),
      );
  }
  writeFileSync(join(out, 'node.d.cts'), typesOfCommonJs);
  cpSync(join(root, 'scripts/embedded.cjs'), join(root, 'dist/embedded.cjs'));
}

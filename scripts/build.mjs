// Builds dist/agent-memory-service.cjs: CommonJS, because it starts faster than ES modules. The program is one file, and
// the search and the setting up of hosts, which no handshake needs, others. Heavy libraries stay outside and are loaded on first use.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildWeb } from './build-web.mjs';
import { externals, shared } from './bundling.mjs';
import { makeCodeCache } from './code-cache.mjs';
import { buildDocumentWorker } from './document-worker.mjs';
import { exportsOf, lateBuiltins, lazyModule } from './lazily.mjs';
import { noSchemas, sqliteInside } from './recall-bundle.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

const unused = {
  name: 'unused',
  setup({ onLoad }) {
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'export class AjvJsonSchemaValidator {}' }));
  },
};

/** Replaces src/mcp/published.ts by the value it computes. */
const published = {
  name: 'published',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/]mcp[\\/]published\.ts$/ }, async ({ path }) => {
      const outfile = join(dist, 'published.cjs');
      await build({ ...shared, entryPoints: [path], outfile, plugins: [externals, unused, binaries] });
      const { surface } = require(outfile);
      rmSync(outfile);
      return { contents: `export const surface = JSON.parse(${JSON.stringify(JSON.stringify(surface))});` };
    });
  },
};

/** A binary file stands beside the program, which imports its path. */
const binaries = {
  name: 'binaries',
  setup({ onLoad }) {
    onLoad({ filter: /\.bin$/ }, ({ path }) => {
      const name = basename(path);
      cpSync(path, join(dist, name));
      return { contents: `module.exports = require('node:path').join(__dirname, ${JSON.stringify(name)});` };
    });
  },
};

/** Rooms that stand in files of their own, by the modules of them that the program imports, by their paths there. */
const apart = new Map(['search', 'hosts'].map((room) => [room, new Set()]));

/**
 * A room that no handshake needs stands in a file of its own, which is read when something of it is first used.
 * What it uses of other folders stands in both files, so these may be functions and constants only.
 */
const roomsApart = {
  name: 'rooms-apart',
  setup({ onLoad, onResolve }) {
    for (const [room, modules] of apart) {
      const folder = folderOf(room);
      const namespace = `apart-${room}`;
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/, namespace: 'file' }, ({ path, resolveDir }) => {
        const resolved = join(resolveDir, path);
        if (!resolved.startsWith(folder)) return undefined;
        const name = resolved.slice(folder.length).replaceAll('\\', '/');
        modules.add(name);
        return { path: name, namespace };
      });
      onLoad({ filter: /.*/, namespace }, async ({ path }) => ({
        contents: lazyModule(await exportsOf(join(folder, path)), `require('./${room}.cjs')[${JSON.stringify(path)}]`),
      }));
      // The file does not exist yet.
      onResolve({ filter: /.*/, namespace }, ({ path }) => ({ path, external: true }));
    }
  },
};

function folderOf(room) {
  return join(root, 'src', room, '/');
}

/**
 * The hooks of hosts stand in a file of their own, which they start with. What few of them need stands in others: the
 * search of a hook that no server answers, and the capture.
 */
const hookApart = {
  name: 'hook-apart',
  setup({ onLoad, onResolve }) {
    const namespace = 'apart-hook';
    onResolve({ filter: /^\.\/(hook|hook\/capture|own-recall)\.ts$/, namespace: 'file' }, ({ path }) => ({
      path,
      namespace,
    }));
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `module.exports = require('./${basename(path, '.ts')}.cjs');`,
    }));
    // The files do not exist yet.
    onResolve({ filter: /.*/, namespace }, ({ path }) => ({ path, external: true }));
  },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const small = { ...shared, minify: true, legalComments: 'none' };
// Code from a cache can't import by itself: it has no loader attached. A file that is compiled as usual does it.
const importHelper = "'use strict';const dynamicImport = (name) => require('./import.cjs')(name);";

/** Bundles a file of bin that is started from its cache. */
async function buildCached(name, entry, plugins) {
  const outfile = join(dist, name);
  const entryPoints = [join(root, entry)];
  const { outputFiles } = await build({ ...small, entryPoints, outfile, write: false, plugins });
  const code = outputFiles[0].text.replace(/(?<![.\w$])import\((?=["'])/g, 'dynamicImport(');
  writeFileSync(outfile, `${importHelper}${code}`);
}

await buildCached('server.cjs', 'bin/agent-memory-service.ts', [
  externals,
  unused,
  published,
  roomsApart,
  hookApart,
  binaries,
]);
const light = [lateBuiltins, noSchemas, sqliteInside, externals, roomsApart, hookApart, binaries];
await buildCached('hook.cjs', 'bin/hook.ts', light);
await buildCached('own-recall.cjs', 'bin/hook/own-recall.ts', light);
await buildCached('capture.cjs', 'bin/hook/capture.ts', [externals, roomsApart, binaries]);
for (const [room, modules] of apart) {
  const exported = [...modules].sort().map((name) => `export * as ${JSON.stringify(name)} from './${name}';`);
  await build({
    ...small,
    stdin: { contents: exported.join('\n'), resolveDir: folderOf(room) },
    outfile: join(dist, `${room}.cjs`),
    plugins: [...(room === 'search' ? [noSchemas] : []), externals, unused, binaries],
  });
}
await buildDocumentWorker(join(dist, 'document-worker.cjs'));
await buildWeb(join(dist, 'web'));
writeFileSync(join(dist, 'import.cjs'), 'module.exports = (specifier) => import(specifier);\n');
cpSync(join(root, 'scripts/launcher.cjs'), join(dist, 'agent-memory-service.cjs'));
cpSync(join(root, 'scripts/run-cached.cjs'), join(dist, 'run-cached.cjs'));
cpSync(join(root, 'scripts/worker.cjs'), join(dist, 'worker.cjs'));
chmodSync(join(dist, 'agent-memory-service.cjs'), 0o755);
await makeCodeCache(root);

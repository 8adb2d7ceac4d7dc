// Builds dist: CommonJS, because it starts faster than ES modules. One file has what a handshake needs, another the
// rest of the program; search and the setup of hosts have a file each. Heavy libraries stay outside and are loaded on
// first use.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClients } from './build-clients.mjs';
import { buildApart, buildLibraries } from './build-parts.mjs';
import { buildWeb } from './build-web.mjs';
import { externals, lazilyExported, shared, unused } from './bundling.mjs';
import { makeCodeCache } from './code-cache.mjs';
import { layerFiles } from './layers.mjs';
import { bundle, licences } from './licences.mjs';
import {
  apart,
  binaries,
  folderOf,
  lateBuiltins,
  noSchemas,
  programPlugins,
  roomsApart,
  sqliteInside,
} from './plugins.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');

/**
 * Hooks of hosts start a separate file. Parts that few hooks need are in others: the search for when no server answers,
 * and the capture.
 */
const hookApart = {
  name: 'hook-apart',
  setup({ onLoad, onResolve }) {
    const namespace = 'apart-hook';
    onResolve({ filter: /^\.\/(capture|own-recall)\.ts$/, namespace: 'file' }, ({ path }) => ({
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

const entryOf = (path) => ({ entryPoints: [join(root, path)] });

/** Bundles a file that is started from its cache. */
async function buildCached(name, source) {
  const outfile = join(dist, name);
  const { outputFiles } = await bundle({ ...small, ...source, outfile, write: false });
  const code = outputFiles[0].text.replace(/(?<![.\w$])import\((?=["'])/g, 'dynamicImport(');
  writeFileSync(outfile, `${importHelper}${code}`);
}

const layers = await layerFiles(programPlugins);
await buildCached('start.cjs', layers.start);
await buildCached('server.cjs', layers.server);
const light = [lateBuiltins, noSchemas, sqliteInside, externals, roomsApart, hookApart, binaries];
await buildCached('hook.cjs', { ...entryOf('bin/hook/hook.ts'), plugins: light });
await buildCached('own-recall.cjs', { ...entryOf('bin/hook/own-recall.ts'), plugins: light });
await buildCached('capture.cjs', { ...entryOf('bin/hook/capture.ts'), plugins: [externals, roomsApart, binaries] });
for (const [room, modules] of apart) {
  await bundle({
    ...small,
    stdin: { contents: lazilyExported(modules), resolveDir: folderOf(room) },
    outfile: join(dist, `${room}.cjs`),
    plugins: [...(room === 'search' ? [noSchemas] : []), externals, unused, binaries],
  });
}
await buildLibraries(join(dist, 'libraries'));
await buildApart(dist);
writeFileSync(join(dist, 'import.cjs'), 'module.exports = (specifier) => import(specifier);\n');
cpSync(join(root, 'scripts/launcher.cjs'), join(dist, 'agent-memory-service.cjs'));
cpSync(join(root, 'scripts/run-cached.cjs'), join(dist, 'run-cached.cjs'));
cpSync(join(root, 'scripts/worker.cjs'), join(dist, 'worker.cjs'));
chmodSync(join(dist, 'agent-memory-service.cjs'), 0o755);
// The program runs to make its caches; the rest is built meanwhile.
await Promise.all([makeCodeCache(root), buildWeb(join(dist, 'web')).then(() => buildClients(root))]);
writeFileSync(join(dist, 'LICENSES.txt'), licences());

// How esbuild makes the files of the program.
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { externals, shared, unused } from './bundling.mjs';
import { exportsOf, lateBuiltins, lazyModule } from './lazily.mjs';
import { sqliteInside } from './recall-bundle.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

/** Replaces src/mcp/published.ts by its computed value. */
const published = {
  name: 'published',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/]mcp[\\/]published\.ts$/ }, async ({ path }) => {
      const bundling = { ...shared, loader: { ...shared.loader, '.bin': 'empty' }, plugins: [externals, unused] };
      const { outputFiles } = await build({ ...bundling, entryPoints: [path], write: false });
      const computed = { exports: {} };
      new Function('module', 'exports', 'require', outputFiles[0].text)(computed, computed.exports, require);
      const { surface } = computed.exports;
      return { contents: `export const surface = JSON.parse(${JSON.stringify(JSON.stringify(surface))});` };
    });
  },
};

/** A binary file is beside the program, which imports its path. */
export const binaries = {
  name: 'binaries',
  setup({ onLoad }) {
    onLoad({ filter: /\.bin$/ }, ({ path }) => {
      const name = basename(path);
      cpSync(path, join(root, 'dist', name));
      return { contents: `module.exports = require('node:path').join(__dirname, ${JSON.stringify(name)});` };
    });
  },
};

/** Rooms with their own files: the modules that the program imports from them, by path. */
export const apart = new Map(['search', 'hosts'].map((room) => [room, new Set()]));

/**
 * A room that no handshake needs has its own file, loaded at the first use. Modules that it shares with other folders
 * are in both files, so they may only have functions and constants.
 */
export const roomsApart = {
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

export function folderOf(room) {
  return join(root, 'src', room, '/');
}

export const programPlugins = [lateBuiltins, sqliteInside, externals, unused, published, roomsApart, binaries];

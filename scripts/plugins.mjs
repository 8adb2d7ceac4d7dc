// How esbuild makes the files of the program.
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { externals, shared, unused } from './bundling.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

/** Built-in modules that take milliseconds to load and that most runs of the program do without. */
const heavy = ['node:crypto', 'node:fs/promises', 'node:timers/promises'];

/** A CommonJS module that re-exports another one: the expression loads that one when an export is first used. */
function lazyModule(names, expression) {
  const getters = names.map((name) => `get ${JSON.stringify(name)}() { return load().${name}; }`);
  return `let loaded; const load = () => (loaded ??= ${expression}); module.exports = { ${getters.join(', ')} };`;
}

/** The names of a TypeScript file's exports. */
async function exportsOf(path) {
  const outfile = `${basename(path, '.ts')}.js`;
  const { metafile } = await build({ entryPoints: [path], outfile, format: 'esm', write: false, metafile: true });
  return Object.values(metafile.outputs)[0].exports;
}

/** Loads the heavy built-in modules on first use. */
export const lateBuiltins = {
  name: 'late-builtins',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:/, namespace: 'file' }, ({ path }) =>
      heavy.includes(path) ? { path, namespace: 'late' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'late' }, async ({ path }) => ({
      contents: lazyModule(
        Object.keys(await import(path)).filter((name) => name !== 'default'),
        `require('${path}')`,
      ),
    }));
    onResolve({ filter: /.*/, namespace: 'late' }, ({ path }) => ({ path, external: true }));
  },
};

/** Leaves out zod, for a program that never validates: schemas become empty proxies, and validating throws. */
export const noSchemas = {
  name: 'no-schemas',
  setup({ onLoad, onResolve }) {
    const namespace = 'no-schemas';
    onResolve({ filter: /^zod$/ }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /.*/, namespace }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== 'default');
      return { contents: `${nothing} export { ${names.map((name) => `nothing as ${name}`).join(', ')} };` };
    });
  },
};

/** A proxy: every property and call returns itself. */
const nothing = `const nothing = new Proxy(() => undefined, {
  get(_, name) {
    if (/parse/i.test(String(name))) throw new Error('there are no schemas in this program');
    return nothing;
  },
  apply: () => nothing,
});`;

/**
 * Bundles the JavaScript of better-sqlite3 instead of loading fifteen files. Its native module stays where npm put it.
 */
export const sqliteInside = {
  name: 'sqlite-inside',
  setup({ onLoad, onResolve }) {
    const namespace = 'sqlite-inside';
    onResolve({ filter: /^better-sqlite3$/ }, ({ path }) => ({ path: require.resolve(path) }));
    onResolve({ filter: /^bindings$/ }, ({ path }) => ({ path, namespace }));
    // `bindings` looks for the file in many places. This tries the usual one first.
    onLoad({ filter: /.*/, namespace }, () => ({ contents: machineCode }));
    onResolve({ filter: /.*/, namespace }, ({ path }) => ({ path, external: true }));
  },
};

const machineCode = `
const { dirname, join } = require('node:path');
module.exports = (name) => {
  const folder = dirname(require.resolve('better-sqlite3/package.json'));
  try {
    return require(join(folder, 'build/Release', name));
  } catch {
    const lookUp = require(require.resolve('bindings', { paths: [folder] }));
    return lookUp({ bindings: name, module_root: folder });
  }
};`;

/** Replaces src/features/published.ts by its computed value. */
const published = {
  name: 'published',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/]features[\\/]published\.ts$/ }, async ({ path }) => {
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

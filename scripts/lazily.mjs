import { basename } from 'node:path';
import { build } from 'esbuild';

/** Built-in modules that take milliseconds to load and that most runs of the program do without. */
const heavy = ['node:crypto', 'node:fs/promises', 'node:timers/promises'];

/** A CommonJS module that re-exports another one: the expression loads that one when an export is first used. */
export function lazyModule(names, expression) {
  const getters = names.map((name) => `get ${JSON.stringify(name)}() { return load().${name}; }`);
  return `let loaded; const load = () => (loaded ??= ${expression}); module.exports = { ${getters.join(', ')} };`;
}

/** The names of a TypeScript file's exports. */
export async function exportsOf(path) {
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

// Plugins for a faster start of the file that hosts run before each prompt.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

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

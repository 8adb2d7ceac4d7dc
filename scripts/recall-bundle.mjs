// What makes the file that a host waits for before each prompt start faster.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Leaves zod out, for a program that checks nothing by a schema: what its files declare of schemas comes to nothing, and
 * to check by one of them throws.
 */
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

/** Whatever is asked of it or made with it is itself. */
const nothing = `const nothing = new Proxy(() => undefined, {
  get(_, name) {
    if (/parse/i.test(String(name))) throw new Error('there are no schemas in this program');
    return nothing;
  },
  apply: () => nothing,
});`;

/** SQLite's JavaScript as a part of the program, not as fifteen files; its machine code stays where npm put it. */
export const sqliteInside = {
  name: 'sqlite-inside',
  setup({ onLoad, onResolve }) {
    const namespace = 'sqlite-inside';
    onResolve({ filter: /^better-sqlite3$/ }, ({ path }) => ({ path: require.resolve(path) }));
    onResolve({ filter: /^bindings$/ }, ({ path }) => ({ path, namespace }));
    // `bindings` looks for the file in many places, beginning where npm puts it; what it is asked first is asked here.
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

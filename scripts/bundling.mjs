// How the program and the code of its threads are bundled.

/** Bundles what the handshake needs; everything else is loaded lazily from node_modules. */
const bundled = [
  '@modelcontextprotocol/sdk',
  'zod',
  'zod-to-json-schema',
  'content-type',
  'env-paths',
  'is-safe-filename',
  'wink-porter2-stemmer',
  '@orama/stemmers',
];
/**
 * Libraries that are loaded lazily from files of the package: one file each, or one for those that share state. As
 * installed packages they would need a hundred others.
 */
export const libraries = new Map([
  ['clack-prompts', ['@clack/prompts']],
  ['csv-parse', ['csv-parse/sync']],
  ['diff', ['diff']],
  ['htmlparser2', ['htmlparser2']],
  ['huggingface-tokenizers', ['@huggingface/tokenizers']],
  ['jose', ['jose']],
  ['jsonc-parser', ['jsonc-parser']],
  ['mammoth', ['mammoth']],
  ['markdown-it', ['markdown-it']],
  [
    'opentelemetry',
    [
      '@opentelemetry/api',
      '@opentelemetry/core',
      '@opentelemetry/exporter-metrics-otlp-http',
      '@opentelemetry/exporter-prometheus',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-metrics',
      '@opentelemetry/sdk-trace',
    ],
  ],
  ['pg', ['pg']],
  ['smol-toml', ['smol-toml']],
  ['standardwebhooks', ['standardwebhooks']],
  ['undici', ['undici']],
  ['yaml', ['yaml']],
]);
const fileOf = new Map([...libraries].flatMap(([file, names]) => names.map((name) => [name, file])));

/** Packages that are bundled into the program. */
export const inside = [...bundled, ...fileOf.keys()];

const clientOnly = '@modelcontextprotocol/sdk/client/';

export const externals = {
  name: 'externals',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('node:')) return undefined;
      if (fileOf.has(path)) return { path, namespace: 'library' };
      const isBundled = bundled.some((name) => path === name || path.startsWith(`${name}/`));
      return isBundled && !path.startsWith(clientOnly) ? undefined : { path, external: true };
    });
    onLoad({ filter: /.*/, namespace: 'library' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== 'module.exports');
      const values = names.map((name, i) => `const v${i} = library[${JSON.stringify(name)}];`);
      const exported = names.map((name, i) => `v${i} as ${name}`);
      const loaded = `const library = require('./libraries/${fileOf.get(path)}.cjs')[${JSON.stringify(path)}];`;
      return { contents: `${loaded}${values.join('')}export { ${exported.join(', ')} };` };
    });
    // The files do not exist yet.
    onResolve({ filter: /.*/, namespace: 'library' }, ({ path }) => ({ path, external: true }));
    // Only elicitation validates by JSON schema, and the server brings its own: the default validator is never loaded.
    onResolve({ filter: /ajv-provider\.js$/ }, () => ({ path: 'ajv-provider', namespace: 'unused' }));
  },
};

/** The replacement of a module that is never used. */
export const unused = {
  name: 'unused',
  setup({ onLoad }) {
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'export class AjvJsonSchemaValidator {}' }));
  },
};

export const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  loader: { '.sql': 'text', '.lexicon': 'text' },
  logLevel: 'warning',
};

/** Exports modules of one file by their paths; each runs when it is first used. */
export const lazilyExported = (paths) => {
  const getters = [...paths].sort().map((path) => `get ${JSON.stringify(path)}() { return require('./${path}'); }`);
  return `module.exports = { ${getters.join(', ')} };`;
};

// How the program and the code of its threads are bundled.

/** What the handshake needs is bundled; everything else is loaded from node_modules when it is used. */
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
const clientOnly = '@modelcontextprotocol/sdk/client/';

export const externals = {
  name: 'externals',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('node:')) return undefined;
      const isBundled = bundled.some((name) => path === name || path.startsWith(`${name}/`));
      return isBundled && !path.startsWith(clientOnly) ? undefined : { path, external: true };
    });
    // Only elicitation validates by JSON schema, and the server brings its own: the default validator is never loaded.
    onResolve({ filter: /ajv-provider\.js$/ }, () => ({ path: 'ajv-provider', namespace: 'unused' }));
  },
};

/** What takes the place of a module that is never used. */
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

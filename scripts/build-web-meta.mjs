// Builds the dashboard: one page, and files with a hash of their content in their names, each also as Brotli and gzip.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipOf } from 'node:zlib';
import { bundle } from './licences.mjs';

const [brotli, gzip] = [promisify(brotliCompress), promisify(gzipOf)];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'web');
const main = 'web/main.tsx';
/** The pages where the dashboard opens. */
const firstPages = ['web/pages/home.tsx', 'web/pages/memories.tsx'];

const shared = {
  bundle: true,
  target: ['chrome111', 'firefox113', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  loader: { '.woff2': 'file' },
  assetNames: '[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Writes `index.html` with `assets/`, `app.html`, and script and style of `/docs` into a folder, and replaces the old
 * ones.
 */
export async function buildWeb(folder) {
  rmSync(folder, { recursive: true, force: true });
  const assets = join(folder, 'assets');
  mkdirSync(assets, { recursive: true });
  const options = {
    entryPoints: [join(source, 'main.tsx')],
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    format: 'esm',
    ...shared,
  };
  const { metafile: split } = await bundle({ ...options, write: false });
  const { metafile } = await bundle({ ...options, plugins: [inOneChunk(split.inputs)] });
  if (process.env.META) (await import('node:fs')).writeFileSync(process.env.META, JSON.stringify(metafile));
  const { cssBundle } = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === main);
  // The entry's own file does nothing but import the chunk.
  const [script, { imports }] = Object.entries(metafile.outputs).find(([, { inputs }]) => inputs[main]);
  const address = (output) => `/${relative(folder, join(root, output)).replaceAll('\\', '/')}`;
  const tags = [
    `<link rel="stylesheet" href="${address(cssBundle)}">`,
    `<script type="module" src="${address(script)}"></script>`,
    ...imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => `<link rel="modulepreload" href="${address(path)}">`),
  ];
  const font = Object.keys(metafile.outputs).find((name) => name.endsWith('.woff2'));
  tags.push(`<link rel="preload" as="font" type="font/woff2" crossorigin href="${address(font)}">`);
  // Each page imports the first one, whose style is loaded by then.
  for (const output of Object.keys(metafile.outputs))
    if (output.endsWith('.css') && output !== cssBundle) rmSync(join(root, output));
  const page = readFileSync(join(source, 'index.html'), 'utf8').replace('<!-- files -->', tags.join('\n'));
  writeFileSync(join(folder, 'index.html'), page);
  const files = [join(folder, 'index.html'), ...readdirSync(assets).map((name) => join(assets, name))];
  // WOFF2 is Brotli inside.
  await Promise.all(files.filter((path) => !path.endsWith('.woff2')).map(compress));
  await buildApp(join(folder, 'app.html'));
  const reference = await inlined('docs/main.ts', 'docs/docs.css');
  writeFileSync(join(folder, 'docs.js'), reference('main.js'));
  writeFileSync(join(folder, 'docs.css'), reference('docs.css'));
}

/**
 * One chunk for what the first view shares with anything, in place of one for each set of pages that share it: esbuild
 * puts files in one chunk if the same entries reach them. So every page imports `main`, and `main` what is shared.
 */
function inOneChunk(inputs) {
  const targets = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
  );
  const entries = [...new Set([main, ...targets])].filter((path) => /\.tsx?$/.test(path));
  const reach = new Map(entries.map((entry) => [entry, reachedFrom(entry, inputs)]));
  const isOurs = (path) => !reach.has(path) && !path.includes('node_modules/');
  const isShared = (path) => isOurs(path) && entries.filter((entry) => reach.get(entry).has(path)).length > 1;
  const common = firstPages.flatMap((entry) => [...reach.get(entry)].filter(isShared));
  const importing = (paths) =>
    [...new Set(paths)].map((path) => `import ${JSON.stringify(join(root, path))};`).join('');
  return {
    name: 'in-one-chunk',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/, namespace: 'file' }, ({ path: full }) => {
        const path = relative(root, full).replaceAll('\\', '/');
        if (!reach.has(path)) return undefined;
        const contents = `${readFileSync(full, 'utf8')}\n${importing(path === main ? common : [main])}`;
        return { contents, loader: full.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** A file and what it imports statically, to any depth. */
function reachedFrom(path, inputs, reached = new Set()) {
  if (reached.has(path)) return reached;
  reached.add(path);
  for (const { path: next, kind } of inputs[path].imports) {
    if (kind === 'import-statement' && inputs[next]) reachedFrom(next, inputs, reached);
  }
  return reached;
}

async function compress(path) {
  const content = readFileSync(path);
  writeFileSync(`${path}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, await gzip(content, { level: 9 }));
}

/** The contents of single-file pages, by the ends of the outputs' names. */
async function inlined(...entries) {
  const { outputFiles } = await bundle({
    entryPoints: entries.map((path) => join(source, path)),
    outdir: source,
    write: false,
    format: 'iife',
    ...shared,
  });
  return (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
}

/** The page that hosts show inside a conversation. It is one file, because it can't load others. */
async function buildApp(outfile) {
  const textOf = await inlined('app/main.tsx');
  const page = readFileSync(join(source, 'app/app.html'), 'utf8')
    .replace('<!-- style -->', () => `<style>${textOf('.css')}</style>`)
    .replace('<!-- script -->', () => `<script>${textOf('.js')}</script>`);
  writeFileSync(outfile, page);
}

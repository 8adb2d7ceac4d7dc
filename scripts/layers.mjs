// `start` has the modules of a handshake; `server` has the rest and is loaded by the first dynamic import of `start`.
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lazilyExported, shared } from './bundling.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const entry = 'bin/agent-memory-service.ts';
const ours = /^\.{1,2}\/.*\.ts$/;

const pathOf = (resolveDir, path) => relative(root, join(resolveDir, path)).replaceAll('\\', '/');

/** Replaces modules of the program by exports of another of its files, by their paths. */
function elsewhere(file, finds) {
  const namespace = `of-${file}`;
  return {
    name: namespace,
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /.*/, namespace: 'file' }, (imported) => {
        const path = finds(imported);
        return path === undefined ? undefined : { path, namespace };
      });
      onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: `module.exports = require('./${file}')[${JSON.stringify(path)}];`,
      }));
      // The file does not exist yet.
      onResolve({ filter: /.*/, namespace }, ({ path }) => ({ path, external: true }));
    },
  };
}

/** Modules that are imported when they are needed are in server.cjs; `late` takes their paths. */
const later = (late) =>
  elsewhere('server.cjs', ({ kind, path, resolveDir }) => {
    if (kind !== 'dynamic-import' || !ours.test(path)) return undefined;
    late.add(pathOf(resolveDir, path));
    return pathOf(resolveDir, path);
  });

/** Modules of start.cjs are imported from there, so that each exists once. */
const earlier = (early) =>
  elsewhere('start.cjs', ({ path, resolveDir }) => {
    const own = ours.test(path) ? pathOf(resolveDir, path) : undefined;
    return early.has(own) ? own : undefined;
  });

const exported = (paths) => [...paths].sort().map((path) => `export * as ${JSON.stringify(path)} from './${path}';`);

/** The modules that the program's entry imports eagerly, ours and others', and those of ours that it imports lazily. */
export async function layersOf(plugins) {
  const late = new Set();
  const { metafile } = await build({
    ...shared,
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    outdir: root,
    write: false,
    metafile: true,
    plugins: [later(late), ...plugins],
  });
  const inputs = Object.keys(metafile.inputs).filter((path) => !path.startsWith('of-'));
  return { inputs, early: new Set(inputs.filter((path) => /^(?:bin|src)\/.*\.ts$/.test(path))), late };
}

/** The esbuild inputs of the two files. */
export async function layerFiles(plugins) {
  const { early, late } = await layersOf(plugins);
  const start = [...exported(early), `export * from './${entry}';`];
  const file = (lines, ...more) => ({
    stdin: { contents: lines.join('\n'), resolveDir: root, loader: 'ts' },
    plugins: [...more, ...plugins],
  });
  return { start: file(start, later(late)), server: file([lazilyExported(late)], earlier(early)) };
}

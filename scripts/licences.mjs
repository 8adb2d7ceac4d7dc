// Bundles, and records the licences of all bundled packages, which must be included.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundled = new Set();
/** Folders of works that are no packages: their licence, `LICENSE.txt`, is next to them. */
const works = new Map([
  ['web/fonts', 'Literata, a subset (OFL-1.1)'],
  ['src/search/encoder', 'Universal Sentence Encoder multilingual 3, changed: see NOTICE (Apache-2.0)'],
]);

/** esbuild's minified helper of a module that is loaded lazily: it keeps a failure for good. */
const lazyHelper =
  /\((?<run>[\w$]+),(?<made>[\w$]+),(?<error>[\w$]+)\)=>\(\)=>\{if\(\k<error>\)throw \k<error>\[0\];try\{return \k<run>&&\(\k<made>=\k<run>\(\k<run>=0\)\),\k<made>\}catch\((?<caught>[\w$]+)\)\{throw \k<error>=\[\k<caught>\],\k<caught>\}\}/g;

/** A failed module is loaded again at its next use: its files may be missing for a moment, during an update. */
function retrying(code) {
  const retried = code.replace(lazyHelper, (...match) => {
    const { run, made, error, caught } = match.at(-1);
    return `(${run},${made},${error}=${run})=>()=>{try{return ${run}&&(${made}=${run}(${run}=0)),${made}}catch(${caught}){throw ${run}=${error},${caught}}}`;
  });
  if (/\{if\([\w$]+\)throw [\w$]+\[0\];try\{/.test(retried)) throw new Error("esbuild's helper __esm has changed");
  return retried;
}

/** As esbuild's `build`. */
export async function bundle(options) {
  const { write = true } = options;
  const result = await build({ ...options, absWorkingDir: root, metafile: true, write: false });
  result.outputFiles = result.outputFiles.map((file) => {
    const text = /\.c?js$/.test(file.path) ? retrying(file.text) : undefined;
    return text === undefined ? file : { path: file.path, text, contents: Buffer.from(text) };
  });
  for (const { path, contents } of write ? result.outputFiles : []) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  for (const input of Object.keys(result.metafile.inputs)) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    const work = dirname(input);
    if (found) bundled.add(found);
    else if (works.has(work)) bundled.add(work);
  }
  return result;
}

/** The notices of every package that was bundled so far: names, versions and licences above each text that they share. */
export function licences() {
  const namesByText = new Map();
  for (const path of [...bundled].sort()) {
    const { name, text } = noticeOf(path);
    namesByText.set(text, [...(namesByText.get(text) ?? []), name]);
  }
  return [...namesByText]
    .map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}`.trim())
    .join('\n\n----\n\n');
}

/** Name, version and licence of a package, and the licence's text. */
function noticeOf(path) {
  const folder = join(root, path);
  const work = works.get(path);
  if (work) return { name: work, text: readFileSync(join(folder, 'LICENSE.txt'), 'utf8').trim() };
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^(?:(?:un)?licen[cs]e|copying)(?:\.|-|$)/i.test(one));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return { name: `${name} ${version} (${license})`, text };
}

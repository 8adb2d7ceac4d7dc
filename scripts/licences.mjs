// Bundles, and records the licences of all bundled packages, which must be included.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundled = new Set();
/** Fonts are not packages: their licence is next to them. */
const fonts = 'web/fonts';

/** As esbuild's `build`. */
export async function bundle(options) {
  const result = await build({ ...options, absWorkingDir: root, metafile: true });
  for (const input of Object.keys(result.metafile.inputs)) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (found) bundled.add(found);
    else if (input.startsWith(`${fonts}/`)) bundled.add(fonts);
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
  if (path === fonts)
    return { name: 'Literata, a subset (OFL-1.1)', text: readFileSync(join(folder, 'LICENSE.txt'), 'utf8').trim() };
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^(?:(?:un)?licen[cs]e|copying)(?:\.|-|$)/i.test(one));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return { name: `${name} ${version} (${license})`, text };
}

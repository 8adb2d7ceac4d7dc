// Run by npm around packing; `postpack` restores the files that `prepack` changes. The links of README.md become
// absolute if package.json names a GitHub repository, for pages that show the README alone; without one they stay
// relative: their targets are in the package. The script `prepare` builds from the source, which is not in the package.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const files = ['README.md', 'package.json'];
const backupOf = (file) => `${file}.before-pack`;
const [when] = process.argv.slice(2);

for (const file of files) if (existsSync(backupOf(file))) renameSync(backupOf(file), file);
if (when === 'prepack') {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const { repository, version, scripts: { prepare: _, ...scripts } = {} } = manifest;
  replace('package.json', `${JSON.stringify({ ...manifest, scripts }, undefined, 2)}\n`);
  const name = /github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository?.url ?? repository ?? '')?.[1];
  if (name) replace('README.md', withAbsoluteLinks(readFileSync('README.md', 'utf8'), name, `v${version}`));
  else console.error('package.json names no repository of GitHub: the links of README.md stay relative');
}

function replace(file, text) {
  writeFileSync(backupOf(file), readFileSync(file));
  writeFileSync(file, text);
}

/** Links lead to pages, pictures to files as they are; code is left alone. */
function withAbsoluteLinks(text, name, tag) {
  const page = (path) => `https://github.com/${name}/blob/${tag}/${path}`;
  const picture = (path) => `https://raw.githubusercontent.com/${name}/${tag}/${path}`;
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replaceAll(/(!?)(\[[^\]]*\]\()(?!https?:|#|mailto:)([^)]+)\)/g, (_, mark, label, path) => {
              return `${mark}${label}${mark ? picture(path) : page(path)})`;
            })
            .replaceAll(/((?:src|srcset)=")(?!https?:)([^"]+)"/g, (_, start, path) => `${start}${picture(path)}"`),
    )
    .join('');
}

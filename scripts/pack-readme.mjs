// Run by npm around packing. `prepack` makes the links of README.md absolute if package.json names a GitHub repository,
// for pages that show the README alone; `postpack` restores the file. Without a repository links stay relative: their
// targets are in the package.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = join(process.cwd(), 'README.md');
const backup = join(process.cwd(), 'README.md.before-pack');
const [when] = process.argv.slice(2);

if (existsSync(backup)) renameSync(backup, readme);
if (when === 'prepack') {
  const { repository, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const name = /github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository?.url ?? repository ?? '')?.[1];
  if (name) {
    const text = readFileSync(readme, 'utf8');
    writeFileSync(backup, text);
    writeFileSync(readme, withAbsoluteLinks(text, name, `v${version}`));
  } else console.error('package.json names no repository of GitHub: the links of README.md stay relative');
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

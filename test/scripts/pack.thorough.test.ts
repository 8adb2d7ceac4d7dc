import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/stores.ts';

const script = join(import.meta.dirname, '../../scripts/pack.mjs');
const readme = `# Name

![badge](https://img.shields.io/a) ![picture](docs/a.png) [page](docs/a.md#part), [here](#name)
<source srcset="docs/b.svg"> <img src="docs/c.svg">

\`\`\`md
[left alone](docs/a.md)
\`\`\`
`;

function run(folder: string, when: string) {
  const { status, stderr } = spawnSync(process.execPath, [script, when], { cwd: folder, encoding: 'utf8' });
  return { status, stderr, text: readFileSync(join(folder, 'README.md'), 'utf8') };
}

function project(manifest: object): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', ...manifest }));
  writeFileSync(join(folder, 'README.md'), readme);
  return folder;
}

test.each([{ url: 'git+https://github.com/ada/memory.git' }, 'https://github.com/ada/memory'])(
  'links are absolute in the package with the repository %j',
  (repository) => {
    const folder = project({ repository });
    const { status, text } = run(folder, 'prepack');
    expect(status).toBe(0);
    const raw = 'https://raw.githubusercontent.com/ada/memory/v1.2.3/docs';
    expect(text).toContain('![badge](https://img.shields.io/a)');
    expect(text).toContain(`![picture](${raw}/a.png)`);
    expect(text).toContain('[page](https://github.com/ada/memory/blob/v1.2.3/docs/a.md#part), [here](#name)');
    expect(text).toContain(`<source srcset="${raw}/b.svg"> <img src="${raw}/c.svg">`);
    expect(text).toContain('[left alone](docs/a.md)');
    // The next run repairs a killed one.
    expect(run(folder, 'prepack').text).toBe(text);
    expect(run(folder, 'postpack').text).toBe(readme);
    expect(readdirSync(folder).sort()).toStrictEqual(['README.md', 'package.json']);
  },
);

test('links stay relative without a repository, and that is reported', () => {
  const folder = project({});
  expect(run(folder, 'prepack')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('relative'),
    text: readme,
  });
  expect(run(folder, 'postpack').text).toBe(readme);
});

test('the package has no script that builds from the source, and the project keeps it', () => {
  const folder = project({ scripts: { prepare: 'npm run build', test: 'vitest' } });
  const read = () => readFileSync(join(folder, 'package.json'), 'utf8');
  const before = read();
  run(folder, 'prepack');
  expect(JSON.parse(read())).toStrictEqual({ version: '1.2.3', scripts: { test: 'vitest' } });
  // The next run repairs a killed one.
  run(folder, 'prepack');
  run(folder, 'postpack');
  expect(read()).toBe(before);
  expect(readdirSync(folder).sort()).toStrictEqual(['README.md', 'package.json']);
});

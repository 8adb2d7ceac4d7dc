import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServe } from '../support/served.ts';
import { temporaryFolder } from '../support/stores.ts';

const root = join(import.meta.dirname, '../..');

test('every program of docs/client.md runs as written, and once more', async () => {
  const folder = temporaryFolder();
  const { url, key = '' } = await startServe(join(folder, 'served.db'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/agent-memory-service'));
  const page = readFileSync(join(root, 'docs/client.md'), 'utf8');
  const programs = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  expect(programs.length).toBeGreaterThan(3);
  const said = programs.map((code, i) => {
    writeFileSync(join(folder, `${i}.mjs`), code);
    const run = () =>
      execFileSync(process.execPath, [`${i}.mjs`], {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { PATH: process.env.PATH ?? '', HOME: folder, URL: url, KEY: key },
      });
    return [run(), run()];
  });
  expect(said[0]).toStrictEqual(Array(2).fill('I prefer pnpm to npm.\n'));
});

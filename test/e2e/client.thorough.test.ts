import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';

const root = join(import.meta.dirname, '../..');
const built = (name: string) => join(root, 'dist/client', name);

const life = `
const memory = await openMemory({ file: 'memory.db', settings: { SERVICE_TIER: 'DEVELOPER' } });
await memory.createCharacter({ name: 'Ada' });
await memory.addMemory({ characterId: 'Ada', content: 'Ada zieht Tee dem Kaffee vor.' });
const { memories } = await memory.searchMemories({ characterId: 'Ada', query: 'Was trinkt Ada?' });
const refusal = await memory.getCharacter({ characterId: 'nobody' }).catch((error) => error);
const { tier } = await memory.getTier();
await memory.close();
console.log(JSON.stringify([memories[0].content, refusal instanceof MemoryServiceError, refusal.type, tier]));
`;
const said = ['Ada zieht Tee dem Kaffee vor.', true, 'CharacterNotFound', 'DEVELOPER'];

/** A folder where the built package is installed. */
function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/agent-memory-service'));
  return folder;
}

test.each([
  ['module.mjs', `import { openMemory, MemoryServiceError } from 'agent-memory-service/client';\n${life}`],
  [
    'script.cjs',
    `const { openMemory, MemoryServiceError } = require('agent-memory-service/client');\n(async () => {${life}})();`,
  ],
])('the built client opens a store in the same process, from %s', (name, source) => {
  const folder = project();
  writeFileSync(join(folder, name), source);
  const environment = { PATH: process.env.PATH ?? '', HOME: folder };
  const out = execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8', env: environment });
  expect(JSON.parse(out)).toStrictEqual(said);
});

test.each([
  ['node.mjs', 15_000],
  ['node.cjs', 15_000],
  ['browser.mjs', 15_000],
  ['browser.cjs', 15_000],
])('the built client %s is small', (name, most) => {
  expect(statSync(built(name)).size).toBeLessThan(most);
});

test('the browser build imports nothing', () => {
  const code = readFileSync(built('browser.mjs'), 'utf8');
  expect(code).not.toMatch(/\bimport\s*[{(*]|\bfrom\s*["']|\brequire\(|\bprocess\.|\bBuffer\b|node:/);
});

test.each([
  ['nodenext', 'use.mts'],
  ['nodenext', 'use.cts'],
  ['bundler', 'use.ts'],
])('the package has types for modules of %s, in %s', (resolution, name) => {
  const folder = project();
  const source = `import { connect, MemoryServiceError, openMemory } from 'agent-memory-service/client';
    export async function use() {
      const memory = connect({ url: 'http://127.0.0.1:8787', key: 'k' });
      const { memories } = await memory.searchMemories({ characterId: 'a', query: 'b' });
      const contents: string[] = memories.map((one) => one.content);
      for await (const one of memory.listMemories.each({ characterId: 'a' })) contents.push(one.content);
      // @ts-expect-error there is no such field
      await memory.createCharacter({ nome: 'a' });
      // @ts-expect-error a query is missing
      await memory.searchMemories({ characterId: 'a' });
      const own = await openMemory({ file: 'memory.db' });
      await own.whoami();
      const error: unknown = undefined;
      return error instanceof MemoryServiceError ? error.type : contents;
    }`;
  writeFileSync(join(folder, name), source);
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  const flags = ['--strict', '--noEmit', '--target', 'es2022', '--module', module, '--moduleResolution', resolution];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const run = () =>
    execFileSync(process.execPath, [tsc, ...flags, '--lib', 'es2022,dom', '--types', '', name], {
      cwd: folder,
      encoding: 'utf8',
    });
  expect(run()).toBe('');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { generateSource } from 'oazapfts';
import { expect, test } from 'vitest';
import { type Body, temporaryFolder } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

const root = join(import.meta.dirname, '../..');

interface Client {
  defaults: { baseUrl: string; headers: Record<string, string> };
  [operation: string]: unknown;
}

type Call = (...given: unknown[]) => Promise<{ status: number; data: Body }>;

/** A client that a generator made from what the running server publishes. */
async function generateClient(url: string): Promise<Client> {
  const folder = temporaryFolder();
  const description = join(folder, 'openapi.json');
  writeFileSync(description, await (await fetch(`${url}/v1/openapi.json`)).text());
  const source = join(folder, 'client.ts');
  writeFileSync(source, await generateSource(description));
  const outfile = join(folder, 'client.mjs');
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    logLevel: 'warning',
    nodePaths: [join(root, 'node_modules')],
  });
  return (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Client;
}

test('a generated client runs the whole life of a character', async () => {
  const { listen, key } = await openHttp();
  const { url } = await listen();
  const client = await generateClient(url);
  client.defaults.baseUrl = url;
  client.defaults.headers = { authorization: `Bearer ${key}` };
  const run = async (operation: string, status: number, ...given: unknown[]): Promise<Body> => {
    const answer = await (client[operation] as Call)(...given);
    expect(answer, operation).toMatchObject({ status });
    return answer.data;
  };

  const { id } = await run('createCharacter', 201, { name: 'Ada', categoryPreset: 'developer', tags: ['team'] });
  await run('createCharacter', 400, { name: 'Ada' });
  await run('updateProfile', 200, id, { personality: 'curious', rules: ['be exact'] });
  await run('updateAgentConfig', 200, id, { capabilities: ['review'], status: 'BUSY' });
  await run('setAliases', 200, id, { aliases: ['the countess'] });
  await run('setTags', 200, id, { tags: ['team', 'maths'] });
  expect(await run('resolveAlias', 200, 'the countess')).toMatchObject({ id });
  expect(await run('listCharacters', 200, { tag: 'maths', capability: 'review', limit: 5 })).toMatchObject({
    total: 1,
  });

  const added = await run('addMemory', 201, id, { content: 'We decided to use SQLite.' });
  expect(added.memories).toHaveLength(1);
  const direct = { content: 'Ada likes tea.', category: 'preferences', salience: 0.9 };
  const memory = await run('addMemoryDirect', 201, id, direct);
  expect(await run('addMemoryDirect', 200, id, direct)).toMatchObject({ operation: 'NONE', id: memory.id });
  expect(await run('updateMemory', 200, id, memory.id, { content: 'Ada likes coffee.' })).toMatchObject({
    revision: 2,
  });
  await run('deleteMemory', 200, id, memory.id);
  await run('getMemory', 404, id, memory.id);
  await run('restoreMemory', 200, id, memory.id);
  expect(await run('getMemory', 200, id, memory.id)).toMatchObject({ revision: 4 });
  expect(await run('getMemoryHistory', 200, id, memory.id)).toMatchObject({ total: 4 });
  expect(await run('listMemories', 200, id, { importance: 'NORMAL', page: 0 })).toMatchObject({ total: 2 });
  expect(await run('searchMemories', 200, id, { query: 'coffee' })).toMatchObject({ memories: [{ id: memory.id }] });

  await run('addCategory', 201, id, { name: 'drinks', hints: ['tea'] });
  await run('updateCategory', 200, id, 'drinks', { description: 'What people drink' });
  await run('updateMemory', 200, id, memory.id, { category: 'drinks' });
  expect(await run('listCategories', 200, id)).toMatchObject({ categories: expect.any(Array) });
  expect(await run('deleteCategory', 200, id, 'drinks', { reassignTo: 'preferences' })).toMatchObject({
    memoriesReassigned: 1,
  });

  const pushed = await run('syncFile', 200, id, { filePath: 'notes.md', fileContent: '- Ada reads Latin.\n' });
  expect(pushed).toMatchObject({ path: 'notes.md', version: 1, memoriesAdded: 1 });
  expect(await run('getSyncStatus', 200, id)).toMatchObject({ totalFiles: 1 });
  expect(await run('listFiles', 200, id, { limit: 5 })).toMatchObject({ files: [{ fileId: pushed.fileId }] });
  expect(await run('getFile', 200, pushed.fileId, {})).toMatchObject({ content: '- Ada reads Latin.\n' });
  await run('getFile', 404, id, {});
  const document = { fileName: 'past.md', fileContent: '- Ada lived in Turin in 1840.\n' };
  expect(await run('importDocument', 200, id, document)).toMatchObject({ memoriesAdded: 1 });

  expect(await run('exportCharacter', 200, id, {})).toMatch(/^# Ada\n/);
  const copied = { name: 'Ada 2', copyTags: true, memories: 'copy' };
  const { character, memoriesCopied } = await run('cloneCharacter', 201, id, copied);
  expect(character).toMatchObject({ memoryCount: memoriesCopied });
  expect(character).toMatchObject({ name: 'Ada 2', tags: ['team', 'maths'] });
  expect(await run('getTier', 200)).toMatchObject({ tier: 'BUSINESS', features: { currentCharacterCount: 2 } });
  await run('archiveCharacter', 200, id);
  expect(await run('getCharacter', 200, id)).toMatchObject({ status: 'ARCHIVED' });
});

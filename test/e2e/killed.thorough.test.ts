import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Database } from '../../src/base/sqlite.ts';
import { createStore } from '../../src/features/sqlite.ts';
import { openConnection } from '../../src/storage/sqlite/open.ts';
import { temporaryFolder } from '../support/harness.ts';
import { startServer } from '../support/spawned.ts';

test('a sync killed while it moves many memories leaves nothing visible', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const server = await startServer(path, { SERVICE_CHARACTER: 'Ada' });
  const lines = Array.from({ length: 2_000 }, (_, i) => `- Statement ${i} about the harbour of town ${i}\n`).join('');
  await server.call('sync_file', { filePath: 'notes.md', fileContent: `# Before\n\n${lines}` });
  void server.call('sync_file', { filePath: 'notes.md', fileContent: `# Afterwards\n\n${lines}` });
  const watching = new Database(path, { readonly: true });
  const staged = watching.prepare('SELECT 1 FROM staged_moves WHERE position > 600').pluck();
  while (staged.get() === undefined) await pause(2);
  server.child.kill('SIGKILL');
  await server.ended();
  expect(staged.get()).toBe(1);
  watching.close();

  const connection = openConnection(path);
  const store = createStore(connection);
  expect(
    connection.get(`SELECT count(*) AS count FROM memories WHERE content LIKE '%Before%' AND revision = 1`),
  ).toEqual({ count: 2_000 });
  expect(connection.get('SELECT count(*) AS count FROM memories')).toStrictEqual({ count: 2_000 });
  expect(connection.get('SELECT version FROM files')).toStrictEqual({ version: 1 });
  expect(await store.files.clearAbandoned(Date.now() + 120_000)).toBe(1);
  for (const table of ['stagings', 'staged_memories', 'staged_moves', 'staged_segments', 'staged_terms']) {
    expect(connection.all(`SELECT * FROM ${table} LIMIT 1`)).toStrictEqual([]);
  }
  const stray = `SELECT 1 FROM search_postings AS p WHERE NOT EXISTS
    (SELECT 1 FROM search_segments AS s WHERE s.character_no = p.character_no AND s.segment = p.segment) LIMIT 1`;
  expect(connection.all(stray)).toStrictEqual([]);
  await store.close();
});

test('a killed large sync leaves nothing visible, and another process clears its staging', async () => {
  const path = join(temporaryFolder(), 'memory.db');
  const server = await startServer(path, { SERVICE_CHARACTER: 'Ada' });
  await server.call('add_memory_direct', { content: 'Ada likes figs', category: 'facts' });
  const texts = Array.from({ length: 8_000 }, (_, i) => `Statement ${i} about the river and the harbour of town ${i}`);
  void server.call('sync_file', { filePath: 'notes.json', fileContent: JSON.stringify(texts) });
  const watching = new Database(path, { readonly: true });
  const staged = watching.prepare('SELECT 1 FROM staged_segments').pluck();
  while (staged.get() === undefined) await pause(2);
  server.child.kill('SIGKILL');
  await server.ended();
  expect(staged.get()).toBe(1);
  watching.close();

  const other = await startServer(path, { SERVICE_CHARACTER: 'Ada' });
  expect(await other.call('list_memories', { state: 'ALL' })).toMatchObject({ total: 1 });
  expect(await other.call('list_files')).toMatchObject({ total: 0 });
  expect(await other.call('search_memories', { query: 'harbour' })).toMatchObject({ memories: [] });
  other.child.kill('SIGTERM');
  await other.ended();

  const connection = openConnection(path);
  const store = createStore(connection);
  expect(await store.files.clearAbandoned(Date.now() + 120_000)).toBe(1);
  for (const table of ['stagings', 'staged_memories', 'staged_segments', 'staged_terms', 'search_postings']) {
    expect(connection.all(`SELECT * FROM ${table} LIMIT 1`)).toStrictEqual([]);
  }
  await store.close();
});

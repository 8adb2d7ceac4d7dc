import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { program } from '../support/spawned.ts';

const root = join(import.meta.dirname, '../..');

/*
 * A host waits for the handshake, so everything it loads is named here. A new module in these lists makes every
 * session start later: import it where it is used (`import()`), or keep it out of the modules here.
 */
const ofOurs = `
bin/agent-memory-service.ts
bin/help.ts
bin/stdio.ts
bin/terminal/command-line.ts
src/ai/models.ts
src/base/home.ts
src/base/log.ts
src/base/once.ts
src/base/pause.ts
src/base/printable.ts
src/base/program.ts
src/base/redact.ts
src/base/sqlite.ts
src/base/web-address.ts
src/domain/ai-providers.ts
src/domain/captured-clause.ts
src/domain/errors.ts
src/domain/json.ts
src/domain/principal.ts
src/domain/project-rules.ts
src/domain/tier.ts
src/features/config.ts
src/features/published.ts
src/features/telemetry/settings.ts
src/features/tenants-ai/settings.ts
src/gate/operation.ts
src/mcp/apps.ts
src/mcp/instructions.ts
src/mcp/messages.ts
src/mcp/stdio/batch.ts
src/mcp/stdio/front.ts
src/mcp/stdio/lines.ts
src/mcp/stdio/transport.ts
src/mcp/tools.ts
src/service/automatic.ts
src/settings/base.ts
src/settings/config.ts
src/settings/setting.ts
src/settings/settings.ts
src/settings/sign-in.ts
src/storage/sqlite/change-counts.ts
src/storage/sqlite/connection.ts
src/storage/sqlite/disk/folder.ts
src/storage/sqlite/disk/identity.ts
src/storage/sqlite/disk/store-file.ts
src/storage/sqlite/disk/write-ahead-log.ts
src/storage/sqlite/early-migrations.ts
src/storage/sqlite/failures.ts
src/storage/sqlite/middle-migrations.ts
src/storage/sqlite/migrations.ts
src/storage/sqlite/open.ts
src/storage/sqlite/prepared.ts
src/storage/unusable.ts`;
const ofOthers = ['better-sqlite3', 'env-paths', 'is-safe-filename'];
const filesRead = ['agent-memory-service.cjs', 'run-cached.cjs', 'start.cjs', 'start.cache', 'better_sqlite3.node'];
const filesOfSearch = ['server.cjs', 'server.cache', 'search.cjs', 'search.cache', 'words.bin', 'encoder.bin'];
const builtins = ['fs', 'module', 'os', 'path', 'process', 'util', 'vm'];

const isOnNode20 = process.versions.node.startsWith('20.');

interface Layers {
  inputs: string[];
  early: Set<string>;
}

test('start.cjs contains only the listed modules', async () => {
  const scripts = join(root, 'scripts');
  const { layersOf } = (await import(join(scripts, 'layers.mjs'))) as { layersOf(plugins: unknown): Promise<Layers> };
  const { programPlugins } = (await import(join(scripts, 'plugins.mjs'))) as { programPlugins: unknown };
  const { inputs, early } = await layersOf(programPlugins);
  expect([...early].sort()).toStrictEqual(ofOurs.trim().split('\n'));
  const packages = inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  expect([...new Set(packages)].filter((name) => name !== undefined).sort()).toStrictEqual(ofOthers);
});

/** Writes the names of the loaded modules to stderr when stdout is written this text, then ends the program. */
const watching = (until: string) => `
const { Module } = require('node:module');
const fs = require('node:fs');
const loaded = new Set();
const { _load } = Module;
const { readFileSync } = fs;
Module._load = function (name, ...rest) {
  loaded.add(name);
  return Reflect.apply(_load, this, [name, ...rest]);
};
fs.readFileSync = (path, ...rest) => {
  loaded.add(String(path));
  return readFileSync(path, ...rest);
};
const { write } = process.stdout;
process.stdout.write = function (chunk, ...rest) {
  if (!String(chunk).includes(${JSON.stringify(until)})) return Reflect.apply(write, this, [chunk, ...rest]);
  fs.writeSync(2, JSON.stringify([...loaded]));
  process.exit(0);
};`;

/** What the program loads until it answers the last of two requests with a text; the first is the handshake. */
async function loadedFor(method: string, given: object, until: string): Promise<string[]> {
  const folder = temporaryFolder();
  const preload = join(folder, 'watching.cjs');
  writeFileSync(preload, watching(until));
  const database = { SERVICE_DB: join(folder, 'memory.db'), SERVICE_CHARACTER: 'Ada', SERVICE_LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['-r', preload, program], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...database },
  });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  for (const message of [
    { id: 1, method: 'initialize', params },
    { id: 2, method, params: given },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let told = '';
  for await (const chunk of child.stderr) told += String(chunk);
  return (JSON.parse(told) as string[]).map((name) => name.replace(/^node:/, ''));
}

const filesOf = (names: string[]) => {
  const paths = names.filter((name) => name.includes('/') && !isBuiltin(name) && !name.includes('memory.db'));
  return [...new Set(paths.map((path) => path.split('/').at(-1)))].sort();
};

test.runIf(isOnNode20)('a handshake loads only the listed files and built-in modules', async () => {
  const names = await loadedFor('tools/list', {}, '"tools":[');
  expect(filesOf(names)).toStrictEqual(filesRead.toSorted());
  expect([...new Set(names.filter((name) => !name.includes('/')))].sort()).toStrictEqual(builtins);
});

test.runIf(isOnNode20)(
  'the first search loads only the listed files: no server, no client, no other library',
  async () => {
    const search = { name: 'search_memories', arguments: { query: 'tea' } };
    const names = await loadedFor('tools/call', search, '"id":2');
    expect(filesOf(names)).toStrictEqual([...filesRead, ...filesOfSearch].sort());
  },
);

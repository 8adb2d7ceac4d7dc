import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/stores.ts';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
};

interface Packed {
  filename: string;
  files: { path: string; mode: number }[];
}

/** The files that npm publishes of this build; scripts would build it again. */
function pack(...args: string[]): Packed {
  const out = execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(out) as [Packed];
  return packed;
}

test('the package contains the program and its pages, and nothing else', () => {
  const { files } = pack('--dry-run');
  // The dashboard's files are named by their content; each exists three times.
  const plain = files.map(({ path }) => path.replace(/-[0-9A-Z]{8}\./, '-….').replace(/\.(?:br|gz)$/, ''));
  const pages = plain.filter((path) => path.startsWith('dist/web/'));
  expect(new Set(pages)).toContain('dist/web/index.html');
  expect(
    pages.filter(
      (path) => !/^dist\/web\/(?:(?:index|app)\.html|docs\.(?:css|js)|assets\/[\w-]+-…\.(?:js|css|woff2))$/.test(path),
    ),
  ).toStrictEqual([]);
  const isLibrary = (path: string) => /^dist\/libraries\/[\w-]+\.cjs$/.test(path);
  expect(plain.filter(isLibrary).length).toBeGreaterThan(10);
  const isPage = (path: string) => path.startsWith('docs/');
  expect(
    plain.filter((path) => !path.startsWith('dist/web/') && !isLibrary(path) && !isPage(path)).sort(),
  ).toStrictEqual([
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'NOTICE',
    'README.md',
    'SECURITY.md',
    'clients/ai-sdk/index.d.mts',
    'clients/ai-sdk/index.mjs',
    'clients/anthropic/index.d.mts',
    'clients/anthropic/index.mjs',
    'clients/common/notes.mjs',
    'clients/common/options.d.mts',
    'clients/common/shelf.mjs',
    'clients/langchain/index.d.mts',
    'clients/langchain/index.mjs',
    'clients/mastra/index.d.mts',
    'clients/mastra/index.mjs',
    'clients/openai-agents/index.d.mts',
    'clients/openai-agents/index.mjs',
    'clients/python/README.md',
    'dist/LICENSES.txt',
    'dist/agent-memory-service.cjs',
    'dist/capture.cache',
    'dist/capture.cjs',
    'dist/character-maps.bin',
    'dist/client/add.d.ts',
    'dist/client/browser.cjs',
    'dist/client/browser.mjs',
    'dist/client/errors.d.ts',
    'dist/client/index.d.ts',
    'dist/client/node.cjs',
    'dist/client/node.d.cts',
    'dist/client/node.d.ts',
    'dist/client/node.mjs',
    'dist/client/operations.d.ts',
    'dist/client/types.d.ts',
    'dist/document-worker.cjs',
    'dist/embedded.cjs',
    'dist/encoder.bin',
    'dist/encoder.cjs',
    'dist/hook.cache',
    'dist/hook.cjs',
    'dist/hosts.cjs',
    'dist/import.cjs',
    'dist/judge.bin',
    'dist/network.bin',
    'dist/own-recall.cache',
    'dist/own-recall.cjs',
    'dist/run-cached.cjs',
    'dist/search.cache',
    'dist/search.cjs',
    'dist/server.cache',
    'dist/server.cjs',
    'dist/start.cache',
    'dist/start.cjs',
    'dist/told.bin',
    'dist/weights.bin',
    'dist/words.bin',
    'dist/worker.cjs',
    'package.json',
    'schema.sql',
    'server.json',
  ]);
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const linked = [...readme.matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|#)([^)"#]+)/g)].map(([, path = '']) => path);
  expect(linked.length).toBeGreaterThan(20);
  expect(linked.filter((path) => !plain.includes(path))).toStrictEqual([]);
  const program = files.find(({ path }) => path === 'dist/agent-memory-service.cjs');
  expect((program?.mode ?? 0) & 0o111, 'the program can be executed').toBe(0o111);
});

test('the package contains the licences of all bundled code, the dashboard’s too', () => {
  const text = readFileSync(join(root, 'dist/LICENSES.txt'), 'utf8');
  for (const name of ['@modelcontextprotocol/sdk', 'preact', '@preact/signals', 'wouter-preact', 'zod', 'undici'])
    expect(text).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
});

test('the program imports only packages that are installed with it', () => {
  const dist = join(root, 'dist');
  const asked = readdirSync(dist)
    .filter((name) => name.endsWith('.cjs'))
    .flatMap((name) => [...readFileSync(join(dist, name), 'utf8').matchAll(/\b(?:require|import)\("([^".][^"]*)"\)/g)])
    .map(([, path = '']) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !isBuiltin(name));
  expect(new Set(asked).size).toBeGreaterThan(4);
  expect([...new Set(asked)].filter((name) => !Object.hasOwn(manifest.dependencies, name))).toStrictEqual([]);
});

/** A folder with the package as npm installs it: its files, links to its programs and its dependencies, no others. */
function install(): string {
  const folder = temporaryFolder();
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  const { filename } = pack('--pack-destination', folder);
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  renameSync(join(folder, 'package'), join(modules, manifest.name));
  for (const [name, path] of Object.entries(manifest.bin)) {
    symlinkSync(join('..', manifest.name, path), join(modules, '.bin', name));
  }
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  return join(modules, '.bin', manifest.name);
}

// npm makes links of the programs, where the system has them.
test.skipIf(process.platform === 'win32')(
  'the installed package runs by its name, stores, reads and searches',
  async () => {
    const program = install();
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(`${manifest.version}\n`);
    const env = { PATH: process.env.PATH, SERVICE_DB: join(temporaryFolder(), 'memory.db'), SERVICE_CHARACTER: 'Ada' };
    const server = spawn(program, [], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void server.kill('SIGKILL'));
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    let id = 0;
    const request = async (method: string, params: object) => {
      id += 1;
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return JSON.parse((await lines.next()).value as string).result;
    };
    const call = async (name: string, input: object) =>
      (await request('tools/call', { name, arguments: input })).structuredContent;
    const clientInfo = { name: 'test', version: '1' };
    await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    await call('add_memory_direct', { content: 'Ada drinks green tea.', category: 'facts' });
    await call('import_document', { fileName: 'notes.md', fileContent: '# Notes\n\n- The lathe is in the shed.\n' });
    expect(await call('search_memories', { query: 'tea' })).toMatchObject({ total: 1 });
    expect(await call('search_memories', { query: 'lathe' })).toMatchObject({ total: 1 });
    const home = { ...env, HOME: temporaryFolder() };
    const shown = execFileSync(program, ['init', '--host', 'cursor', '--dry-run'], { env: home, encoding: 'utf8' });
    expect(shown).toContain('.cursor/mcp.json');
  },
);

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';

/** Who may import whom; a room's own files are always open to it, and bin wires everything. */
const rooms = {
  domain: [],
  text: ['domain'],
  hooks: ['domain', 'text'],
  search: ['domain', 'text'],
  files: ['domain', 'text'],
  ai: ['domain', 'text', 'search'],
  storage: ['domain', 'search', 'text'],
  service: ['domain', 'text', 'search', 'files'],
  gate: ['domain', 'service'],
  operations: ['gate', 'service', 'domain'],
  hosts: ['domain', 'text', 'hooks'],
  mcp: ['operations', 'gate', 'service', 'domain'],
  http: ['mcp', 'operations', 'gate', 'service', 'domain'],
  telemetry: ['domain', 'gate', 'http'],
} as const satisfies Record<string, readonly string[]>;
type Room = keyof typeof rooms;
const names = Object.keys(rooms) as Room[];

/** Libraries that belong to one room. */
const libraries: [library: string, users: readonly Room[]][] = [
  ['better-sqlite3', ['storage', 'files']],
  ['pg', ['storage']],
  ['openai', ['ai']],
  ['@anthropic-ai/sdk', ['ai']],
  ['@modelcontextprotocol/sdk/types.js', ['mcp', 'http', 'hosts']],
  ['hono', ['http']],
  ['mammoth', ['files']],
];

/** Every folder of a room, as a path below src. */
function foldersOf(room: string): string[] {
  const below = readdirSync(join('src', room), { recursive: true, withFileTypes: true });
  return [
    room,
    ...below.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name).slice('src/'.length)),
  ];
}

/** One import, and whether the linter must refuse it. */
interface Probe {
  code: string;
  forbidden: boolean;
}

/** Every way of importing whatever there is, for a file of a folder. */
function probes(room: Room, folder: string): Probe[] {
  const up = '../'.repeat(folder.split('/').length);
  const may: readonly string[] = rooms[room];
  const others = [
    ...names
      .filter((name) => name !== room)
      .map((name) => ({ from: `${up}${name}/x.ts`, forbidden: !may.includes(name) })),
    ...libraries.map(([library, users]) => ({ from: library, forbidden: !users.includes(room) })),
    { from: `${up}config.ts`, forbidden: true },
    { from: './x.ts', forbidden: false },
    ...(folder.includes('/') ? [{ from: '../x.ts', forbidden: false }] : []),
  ];
  return others.flatMap(({ from, forbidden }) => [
    { code: `import type {} from '${from}';`, forbidden },
    { code: `import '${from}';`, forbidden },
    { code: `import('${from}');`, forbidden },
  ]);
}

test('the linter refuses every import that the house does not allow, and no other', () => {
  const scratch = temporaryFolder();
  const { vcs: _, $schema: __, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'));
  writeFileSync(join(scratch, 'biome.json'), JSON.stringify(config));
  const tried = names.flatMap((room) =>
    foldersOf(room).flatMap((folder) => {
      const path = `src/${folder}/probe.ts`;
      const lines = probes(room, folder);
      mkdirSync(join(scratch, dirname(path)), { recursive: true });
      writeFileSync(join(scratch, path), lines.map(({ code }) => `${code}\n`).join(''));
      return lines.map((line, i) => ({ ...line, at: `${path}:${i + 1}` }));
    }),
  );
  const refused = refusedIn(scratch);
  expect(tried.filter(({ forbidden }) => forbidden).length).toBeGreaterThan(500);
  expect(tried.filter(({ at, forbidden }) => refused.has(at) !== forbidden)).toStrictEqual([]);
});

/** The lines of a scratch copy, as `file:line`, in which the linter finds an import that is not allowed. */
function refusedIn(scratch: string): Set<string> {
  const biome = join(import.meta.dirname, '../../node_modules/@biomejs/biome/bin/biome');
  const given = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', 'src'];
  const { stdout } = spawnSync(process.execPath, [biome, ...given], { cwd: scratch, encoding: 'utf8', maxBuffer: 1e8 });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { location: { path: string; start: { line: number } } }[];
  };
  return new Set(diagnostics.map(({ location: { path, start } }) => `${path}:${start.line}`));
}

/** What every file of src and bin imports, types included. */
function imports(): Map<string, string[]> {
  const files = ['src', 'bin'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map((name) => join(root, name)),
  );
  const own = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+\.ts)'/g;
  return new Map(
    files.map((file) => {
      const found = [...readFileSync(file, 'utf8').matchAll(own)].map(([, path = '']) => path);
      return [file, found.map((path) => normalize(join(dirname(file), path)))];
    }),
  );
}

/** Every set of files that reach one another (strongly connected components, Tarjan 1972). */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    low.set(file, own);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (index.has(next) && !open.includes(next)) continue;
      const reached = index.get(next) ?? visit(next);
      low.set(file, Math.min(low.get(file) ?? own, low.get(next) ?? reached));
    }
    if (low.get(file) === own) {
      const members = open.splice(open.indexOf(file));
      if (members.length > 1) found.push(members.sort());
    }
    return own;
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}

test('no file imports itself by way of others', () => {
  expect(
    circles(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', ['a']],
        ['d', []],
      ]),
    ),
  ).toStrictEqual([['a', 'b', 'c']]);
  expect(imports().size).toBeGreaterThan(200);
  expect(circles(imports())).toStrictEqual([]);
});

/** The packages that a file imports when it runs: not for types alone, and not what Node itself has. */
function packagesOf(code: string): string[] {
  const whole = /^(?:import|export)\s+(?!type\b)(?:[^';]*?\bfrom\s*)?'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;
  return [...code.matchAll(whole)]
    .map(([, from, lazy]) => (from ?? lazy)!)
    .filter((path) => !isBuiltin(path))
    .map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
}

test('whatever the program imports is a dependency that is installed with it', () => {
  const sample = `import a, { type B } from 'a/b';\nimport type { C } from 'c';\nimport {\n  d,\n} from '@d/e/f';\nimport 'g';
    const h = () => import('h');\nimport i from 'node:fs';\nimport j from './j.ts';\nexport { k } from 'k';`;
  expect(packagesOf(sample)).toStrictEqual(['a', '@d/e', 'g', 'h', 'k']);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
  const used = [...imports().keys()].flatMap((file) => packagesOf(readFileSync(file, 'utf8')));
  expect(new Set(used).size).toBeGreaterThan(20);
  expect([...new Set(used)].filter((name) => !Object.hasOwn(dependencies, name))).toStrictEqual([]);
});

test('every room has its rule', () => {
  const found = readdirSync('src', { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(found.map(({ name }) => name).sort()).toStrictEqual([...names].sort());
});

/**
 * A table that is looked up by what comes from outside must be a Map: `constructor` is found in every plain object.
 * TypeScript lets only a type with an index signature be looked up by any string, so these are the ones to watch.
 */
test('no table is a plain object that any string is looked up in', () => {
  const table = /^(?:export )?const (\w+): (?:Readonly<)?(?:Record<string,|\{ \[\w+: string\])/gm;
  const faults = [...imports().keys()].flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    return [...code.matchAll(table)].flatMap(([, name = '']) => {
      const looked = new RegExp(`(?<![.\\w])${name}\\[(?!['"\\d])`);
      return looked.test(code) ? [`${file}: ${name}`] : [];
    });
  });
  expect(faults).toStrictEqual([]);
});

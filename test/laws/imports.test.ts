import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { features as listedFeatures } from '../../src/features/index.ts';

interface Rule {
  rooms: string[];
  libraries: string[];
  /** Files and folders of bin that may import it. */
  commands: string[];
}

/** Who may import whom, from a table of CONTRIBUTING.md whose rows begin with a folder. */
function readRules(row: RegExp): Map<string, Rule> {
  const names = (cell: string) => cell.split(',').flatMap((name) => name.trim() || []);
  return new Map(
    [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(row)].map(
      ([, room = '', rooms = '', libraries = '', commands = '']) => [
        room,
        { rooms: names(rooms), libraries: names(libraries), commands: names(commands) },
      ],
    ),
  );
}
const rules = readRules(/^\| `src\/([\w-]+)\/` \|[^|]*\|([^|]*)\|([^|]*)\|$/gm);
const features = readRules(/^\| `src\/features\/([\w-]+)\/` \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm);

/** The folder that a path below src belongs to: a room, or `features/NAME`. The lists of features are in `features`. */
function folderOf(path: string): string {
  const [root, room = '', name = '', below] = path.split('/');
  if (root !== 'src') return '';
  return room === 'features' && below !== undefined ? `features/${name}` : room;
}

/** What a folder may import. */
function ruleOf(folder: string): Omit<Rule, 'commands'> {
  const [first = '', feature] = folder.split('/');
  if (first !== 'features') return rules.get(first) ?? { rooms: [], libraries: [] };
  const named = feature === undefined ? { rooms: [...features.keys()], libraries: [] } : features.get(feature);
  const needed = (named?.rooms ?? []).map((name) => `features/${name}`);
  return named ? { rooms: [...rules.keys(), ...needed], libraries: named.libraries } : { rooms: [], libraries: [] };
}

/** Every specifier that a file imports, types included. */
function specifiersOf(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([\w@./:-]+)'/g)].map(([, specifier = '']) => specifier);
}

/** The imports of a file below src that the tables do not allow. */
function forbidden(file: string, code: string): string[] {
  const folder = folderOf(file);
  const { rooms, libraries } = ruleOf(folder);
  const isAllowed = (specifier: string) => {
    if (!specifier.startsWith('.')) return libraries.includes(isBuiltin(specifier) ? 'node' : packageOf(specifier));
    const path = normalize(join(dirname(file), specifier));
    if (path === 'schema.sql') return folder === 'storage';
    if (path === 'src/features/feature.ts') return folder.startsWith('features');
    const target = folderOf(path);
    return target !== '' && (target === folder || rooms.includes(target));
  };
  return specifiersOf(code).flatMap((specifier) => (isAllowed(specifier) ? [] : `${file}: ${specifier}`));
}

test('a room or feature imports only what the tables of CONTRIBUTING.md allow', () => {
  const found = [...imports().keys()].filter((file) => file.startsWith('src/'));
  expect(found.flatMap((file) => forbidden(file, readFileSync(file, 'utf8')))).toStrictEqual([]);
});

test('bin reaches features by their lists, or where the table says so', () => {
  const reached = new Map([...features.keys()].map((name): [string, Set<string>] => [name, new Set()]));
  for (const [file, paths] of imports(['bin'])) {
    for (const path of paths) reached.get(folderOf(path).split('/')[1] ?? '')?.add(file);
  }
  for (const [name, { commands }] of features) {
    const files = [...(reached.get(name) ?? [])];
    const isNamed = (file: string) =>
      commands.some((one) => file === one || (one.endsWith('/') && file.startsWith(one)));
    expect(files.filter((file) => !isNamed(file))).toStrictEqual([]);
    const used = (one: string) => files.some((file) => file === one || (one.endsWith('/') && file.startsWith(one)));
    expect(commands.filter((one) => !used(one))).toStrictEqual([]);
  }
});

/** The members that features add to interfaces of rooms, by `declare module`. */
function addedMembers(): string[] {
  const ofFeatures = [...imports().keys()].filter((file) => file.startsWith('src/features/'));
  return ofFeatures.flatMap((file) => {
    const [, added = ''] = /^declare module [^\n]*\n([\s\S]*?)^\}/m.exec(readFileSync(file, 'utf8')) ?? [];
    return [...added.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = '']) => name);
  });
}

test('no room uses a feature’s store', () => {
  const added = addedMembers();
  expect(added).toContain('replication');
  const using = new RegExp(
    `\\bstore\\.(?:${added.join('|')})\\b|\\{ (?:\\w+, )*(?:${added.join('|')})(?:, \\w+)* \\}(?: = |: )[\\w.]*[sS]tore\\b`,
  );
  expect(using.test('await store.replicas.list()')).toBe(true);
  const ofRooms = [...imports(['src']).keys()].filter((file) => !file.startsWith('src/features/'));
  expect(ofRooms.filter((file) => using.test(readFileSync(file, 'utf8')))).toStrictEqual([]);
});

test('a forbidden import is found in every form', () => {
  const refused = [
    ['src/domain/x.ts', '../text/x.ts'],
    ['src/domain/stores/x.ts', '../../storage/rows/x.ts'],
    ['src/domain/x.ts', 'node:fs'],
    ['src/domain/x.ts', 'hono'],
    ['src/storage/sqlite/audit/x.ts', '../../../service/x.ts'],
    ['src/search/index/x.ts', 'better-sqlite3'],
    ['src/mcp/x.ts', '@hono/node-server/serve'],
    ['src/service/x.ts', '../settings/config.ts'],
    ['src/service/x.ts', '../../bin/wiring.ts'],
    ['src/http/x.ts', '../../schema.sql'],
    ['src/nowhere/x.ts', '../domain/x.ts'],
    ['src/domain/x.ts', '../features/telemetry/x.ts'],
    ['src/http/x.ts', '../features/index.ts'],
    ['src/features/telemetry/x.ts', '../index.ts'],
    ['src/features/telemetry/x.ts', '../nowhere/x.ts'],
    ['src/features/telemetry/x.ts', 'hono'],
    ['src/features/nowhere/x.ts', '../../domain/x.ts'],
    ['src/features/index.ts', 'hono'],
  ] as const;
  for (const [file, from] of refused) {
    const ways = [
      `import type { X } from '${from}';`,
      `import '${from}';`,
      `import('${from}');`,
      `export * from '${from}';`,
    ];
    for (const code of ways) expect(forbidden(file, code)).toStrictEqual([`${file}: ${from}`]);
  }
  const allowed = [
    [
      'src/storage/sqlite/x.ts',
      ['./x.ts', '../x.ts', '../../domain/stores/x.ts', '../../../schema.sql', 'better-sqlite3', 'node:fs'],
    ],
    ['src/features/telemetry/x.ts', ['./x.ts', '../feature.ts', '../../gate/x.ts', '@opentelemetry/api']],
    ['src/features/index.ts', ['./feature.ts', './telemetry/x.ts', '../operations/x.ts']],
  ] as const;
  for (const [file, specifiers] of allowed) {
    expect(forbidden(file, specifiers.map((from) => `import '${from}';\n`).join(''))).toStrictEqual([]);
  }
});

/** The imports of every file below some folders, types included. */
function imports(roots: readonly string[] = ['src', 'bin']): Map<string, string[]> {
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => join(root, name)),
  );
  return new Map(
    files.map((file) => {
      const found = specifiersOf(readFileSync(file, 'utf8')).filter((path) => /^\..*\.tsx?$/.test(path));
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

test('an import cycle is found', () => {
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
});

test.each([
  [['src', 'bin'], 800],
  [['web'], 150],
])('no file of %s imports itself indirectly', (roots, least) => {
  const graph = imports(roots);
  expect(graph.size).toBeGreaterThan(least);
  expect(circles(graph)).toStrictEqual([]);
});

/** The runtime imports of a file: without types and Node's own modules. */
function packagesOf(code: string): string[] {
  const whole = /^(?:import|export)\s+(?!type\b)(?:[^';]*?\bfrom\s*)?'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;
  return [...code.matchAll(whole)]
    .map(([, from, lazy]) => (from ?? lazy)!)
    .filter((path) => !isBuiltin(path))
    .map(packageOf);
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

test('every import of the program is one of its files or an installed dependency', async () => {
  const sample = `import a, { type B } from 'a/b';\nimport type { C } from 'c';\nimport {\n  d,\n} from '@d/e/f';\nimport 'g';
    const h = () => import('h');\nimport i from 'node:fs';\nimport j from './j.ts';\nexport { k } from 'k';`;
  expect(packagesOf(sample)).toStrictEqual(['a', '@d/e', 'g', 'h', 'k']);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
  const used = [...imports().keys()].flatMap((file) => packagesOf(readFileSync(file, 'utf8')));
  expect(new Set(used).size).toBeGreaterThan(20);
  const { inside } = (await import(resolve('scripts/bundling.mjs'))) as { inside: string[] };
  const included = new Set(inside.map(packageOf));
  const missing = [...new Set(used)].filter((name) => !Object.hasOwn(dependencies, name) && !included.has(name));
  expect(missing).toStrictEqual([]);
});

test.each([
  ['src', new Map([...rules, ['features', undefined]]), rules],
  ['src/features', features, features],
])('every folder of %s is in its table, and every row names folders', (root, rows, named) => {
  const found = readdirSync(root, { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(found.map(({ name }) => name).sort()).toStrictEqual([...rows.keys()].sort());
  expect([...named.values()].flatMap(({ rooms }) => rooms).filter((room) => !named.has(room))).toStrictEqual([]);
});

test('the list of features names every folder of src/features', () => {
  expect(listedFeatures.map(({ name }) => name).sort()).toStrictEqual([...features.keys()].sort());
});

/**
 * A table that is looked up by outside input must be a Map: every plain object has `constructor`.
 * TypeScript allows a look-up by any string only for a type with an index signature, so the test checks these.
 */
test('no plain object is looked up by arbitrary keys', () => {
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

test('only one file loads the driver of SQLite', () => {
  const loading = [...imports().keys()].filter((file) =>
    packagesOf(readFileSync(file, 'utf8')).includes('better-sqlite3'),
  );
  expect(loading).toStrictEqual(['src/base/sqlite.ts']);
});

/** Where MCP's SDK is named, so that a newer line of it can take its place (docs/development/decisions.md). */
test('only these files import the SDK of MCP', () => {
  const found = [...imports().keys()].filter((file) =>
    readFileSync(file, 'utf8').includes("'@modelcontextprotocol/sdk/"),
  );
  expect(found.toSorted()).toStrictEqual([
    // The client that the demo shows, loaded when it runs.
    'bin/demo.ts',
    // The client that looks at what hosts have configured.
    'src/hosts/handshake.ts',
    // The transport of a session.
    'src/http/mcp-session-transport.ts',
    // Everything else of the server.
    'src/mcp/sdk.ts',
  ]);
});

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { manifests, serverSchema } from '../../scripts/published/manifests.ts';
import { unzip } from '../../src/files/zip.ts';
import { temporaryFolder } from '../support/stores.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const jsonOf = (path: string) => JSON.parse(textOf(path)) as Record<string, unknown>;

test.each(Object.entries(manifests))('%s matches package.json and the declarations', async (path, text) => {
  await expect(text()).toMatchFileSnapshot(join(root, path));
});

test('one command raises the version in every file', () => {
  const { version, scripts } = jsonOf('package.json') as { version: string; scripts: Record<string, string> };
  const lock = jsonOf('package-lock.json') as { version: string; packages: Record<string, { version: string }> };
  expect([lock.version, lock.packages['']?.version]).toStrictEqual([version, version]);
  // npm version changes these two, and runs the script that renews the files which are generated from package.json.
  expect(scripts.version).toBe('npm run docs');
  expect(textOf('docs/development/publishing.md')).toContain('npm version --no-git-tag-version');
});

test.each(['plugin', 'skills', 'clients/openclaw'])('%s has no other entries', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
  expect(paths.sort()).toStrictEqual(
    Object.keys(manifests)
      .filter((path) => path.startsWith(`${folder}/`))
      .sort(),
  );
});

describe('server.json', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(jsonOf('test/fixtures/schemas/server.schema.json'));
  const server = JSON.parse(manifests['server.json']?.() ?? '') as Record<string, unknown>;

  test('server.json is valid by the schema that it names', () => {
    expect(server.$schema).toBe(serverSchema);
    expect(jsonOf('test/fixtures/schemas/server.schema.json').$id).toBe(serverSchema);
    validate(server);
    expect(validate.errors).toBeNull();
  });

  test.each([
    ['a name without a namespace', { name: 'memory' }],
    ['a description that is too long', { description: 'x'.repeat(101) }],
    ['a package of no version', { packages: [{ registryType: 'npm', identifier: 'x', version: 'latest' }] }],
  ])('server.json with %s is invalid', (_, wrong) => {
    expect(validate({ ...server, ...wrong })).toBe(false);
  });

  test('server.json names the package as package.json does, and hides secrets', () => {
    expect(jsonOf('package.json')).toMatchObject({ mcpName: server.name, version: server.version });
    const [first] = server.packages as { environmentVariables: { name: string; isSecret?: boolean }[] }[];
    const secret = first?.environmentVariables.filter(({ isSecret }) => isSecret).map(({ name }) => name);
    expect(secret).toStrictEqual(['SERVICE_AI_API_KEY']);
  });
});

describe('the plugin for hosts of several makers', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });

  test.each(['plugin', 'mcp'])('the plugin’s %s.json is valid by the schema that it names', (name) => {
    const schema = jsonOf(`test/fixtures/schemas/agent-plugins-${name}.schema.json`);
    const document = jsonOf(`${name}.json`);
    expect(schema.$id).toBe(document.$schema);
    const validate = ajv.compile(schema);
    validate(document);
    expect(validate.errors).toBeNull();
    expect(validate({ ...document, hooks: {} })).toBe(false);
  });

  test('the plugin’s skill is named after its folder', () => {
    expect(textOf('skills/memory/SKILL.md')).toMatch(/^---\nname: memory\ndescription: .+\n---\n/);
  });
});

describe('the bundle', () => {
  test('the bundle is packed by the official tool, and starts the package of its own version', async () => {
    const output = join(temporaryFolder(), 'memory.mcpb');
    execFileSync(process.execPath, [join(root, 'scripts/build-bundle.mjs'), output], { stdio: 'pipe' });
    const files = unzip(readFileSync(output), () => true);
    expect([...files.keys()].sort()).toStrictEqual(['README.md', 'manifest.json', 'server/start.cjs']);
    const manifest = JSON.parse(Buffer.from(files.get('manifest.json') ?? []).toString());
    expect(manifest).toStrictEqual(jsonOf('mcpb/manifest.json'));
    const { command, args, platform_overrides: overrides } = manifest.server.mcp_config;
    expect([command, ...args]).toStrictEqual([
      'npx',
      '-y',
      '--prefer-offline',
      `agent-memory-service@${manifest.version}`,
    ]);
    expect(overrides.win32).toMatchObject({ command: 'cmd', args: ['/c', 'npx', ...args] });
    expect(manifest.user_config.api_key).toMatchObject({ sensitive: true, required: false });
  });
});

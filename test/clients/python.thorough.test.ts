import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'clients/python');
/** Cached between runs. */
const environment = join(root, '.cache/python');
const python = join(environment, 'bin/python');
const generator = 'openapi-python-client==0.29.1';

let isInstalled = false;
beforeAll(() => {
  const mark = join(environment, generator);
  try {
    if (!existsSync(mark)) {
      mkdirSync(environment, { recursive: true });
      execFileSync('python3', ['-m', 'venv', environment], { stdio: 'pipe' });
      execFileSync(python, ['-m', 'pip', 'install', '-q', generator], { stdio: 'pipe', timeout: 200_000 });
      writeFileSync(mark, '');
    }
    isInstalled = true;
  } catch {
    // There is no Python, or its package index can't be reached.
  }
}, 300_000);

test('the Python client generated from the OpenAPI document works', async (context) => {
  if (!isInstalled) return context.skip('there is no Python, or pip cannot reach its index');
  const folder = temporaryFolder();
  const client = join(folder, 'client');
  const { listen, key } = await openHttp();
  const { url } = await listen();
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${url}/v1/openapi.json`)).text());
  execFileSync(python, [join(source, 'generate.py'), join(folder, 'openapi.json'), client], { stdio: 'pipe' });
  const env = { PATH: process.env.PATH ?? '', PYTHONPATH: client };
  // The server is in this process, so this must not block.
  const { stdout } = await promisify(execFile)(python, [join(source, 'smoke.py'), url, key], { env });
  expect(JSON.parse(stdout)).toStrictEqual({
    statuses: [201, 201],
    replayed: 'true',
    total: 1,
    found: 'Ada zieht Tee dem Kaffee vor.',
    refused: [404, 'CharacterNotFound'],
  });
}, 120_000);

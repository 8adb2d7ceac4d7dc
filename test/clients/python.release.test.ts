import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/harness.ts';
import { openHttp } from '../support/http-harness.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'clients/python');
/** Environments, kept between runs. */
const kept = join(root, '.cache/python');

/** The interpreters from 3.10 to 3.13 that are here, by version: on the path, or installed by pyenv. */
function interpreters(): [version: string, path: string][] {
  const pyenv = join(homedir(), '.pyenv/versions');
  const own = existsSync(pyenv) ? readdirSync(pyenv).map((name) => join(pyenv, name, 'bin/python')) : [];
  const found = new Map<string, string>();
  for (const path of ['python3', ...[10, 11, 12, 13].map((minor) => `python3.${minor}`), ...own]) {
    const print = 'import sys; print("%d.%d" % sys.version_info[:2])';
    try {
      const version = execFileSync(path, ['-c', print], { encoding: 'utf8', stdio: 'pipe' }).trim();
      if (/^3\.1[0-3]$/.test(version) && !found.has(version)) found.set(version, path);
    } catch {
      // It is not here.
    }
  }
  return [...found];
}

const present = interpreters();
/** What differs between versions shows in the oldest and the newest. */
const tried = present
  .toSorted(([a], [b]) => Number(a.slice(2)) - Number(b.slice(2)))
  .filter((_, i, all) => i === 0 || i === all.length - 1);

/** An environment with these packages; undefined without the package index. */
function environment(interpreter: string, name: string, packages: string[]): string | undefined {
  const folder = join(kept, name);
  const python = join(folder, 'bin/python');
  const mark = join(folder, 'packages');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === packages.join()) return python;
  try {
    execFileSync(interpreter, ['-m', 'venv', '--clear', folder], { stdio: 'pipe' });
    execFileSync(python, ['-m', 'pip', 'install', '-q', ...packages], { stdio: 'pipe', timeout: 200_000 });
  } catch {
    return undefined;
  }
  writeFileSync(mark, packages.join());
  return python;
}

describe.skipIf(present.length === 0)('the Python client', () => {
  const unreachable = 'the package index cannot be reached';
  let builder: string | undefined;
  let wheel = '';
  beforeAll(() => {
    mkdirSync(kept, { recursive: true });
    const tools = ['build==1.6.1', 'hatchling==1.33.0', 'mypy==2.4.1', 'httpx==0.28.1'];
    builder = environment(present[0]![1], 'builder', tools);
    if (builder === undefined) return;
    const out = join(kept, 'built');
    rmSync(out, { recursive: true, force: true });
    execFileSync(builder, ['-m', 'build', '--no-isolation', '--outdir', out, source], { stdio: 'pipe' });
    const [sdist = '', built = ''] = readdirSync(out).toSorted((a, b) => a.localeCompare(b));
    expect([sdist, built].map(extname).toSorted()).toStrictEqual(['.gz', '.whl']);
    wheel = join(out, extname(built) === '.whl' ? built : sdist);
  }, 300_000);

  test('the types of the Python client hold, in its tests too', (context) => {
    if (builder === undefined) return context.skip(unreachable);
    const cache = join(kept, 'mypy');
    const run = () =>
      execFileSync(builder!, ['-m', 'mypy', '--cache-dir', cache, 'src', 'tests'], { cwd: source, stdio: 'pipe' });
    expect(run).not.toThrow();
  }, 300_000);

  test.for(tried)(
    'the wheel passes its tests and runs its README in Python %s',
    { timeout: 300_000 },
    async ([version, path], context) => {
      const python = environment(path, version, ['httpx==0.28.1', 'typing-extensions']);
      if (builder === undefined || python === undefined) return context.skip(unreachable);
      execFileSync(python, ['-m', 'pip', 'install', '-q', '--force-reinstall', '--no-deps', wheel], { stdio: 'pipe' });
      const { listen, key } = await openHttp();
      const { url } = await listen();
      const env = { PATH: process.env.PATH ?? '', URL: url, KEY: key };
      // The server is in this process, so this must not block.
      const run = (args: string[]) => promisify(execFile)(python, args, { cwd: temporaryFolder(), env });
      const { stderr } = await run(['-W', 'error', '-m', 'unittest', 'discover', '-s', join(source, 'tests')]);
      expect(stderr).toMatch(/^Ran \d{2} tests[\s\S]*^OK$/m);
      // The frameworks below need packages of their own.
      const [readme = ''] = readFileSync(join(source, 'README.md'), 'utf8').split('## Frameworks');
      const programs = [...readme.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, program = '']) => program);
      expect(programs).toHaveLength(2);
      const said: string[] = [];
      for (const program of [...programs, ...programs]) said.push((await run(['-c', program])).stdout);
      expect(said[0]).toMatch(/^I prefer pnpm to npm\.\n/);
      expect(said[3]).toMatch(/^Ask before you touch the schema\.$/m);
    },
  );
});

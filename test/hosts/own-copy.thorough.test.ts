import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isReferredTo, keepCopy, needsStarter, starterIn } from '../../src/hosts/own-copy.ts';
import { temporaryFolder } from '../support/stores.ts';

const works = 'module.exports = class {};';

/** The package in npx's cache, which prints its version. */
function cached(version: string, { driver = works, more = '' } = {}) {
  const modules = join(realpathSync(temporaryFolder()), '_npx/1f/node_modules');
  const file = join(modules, 'agent-memory-service/dist/agent-memory-service.cjs');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `console.log('${version}', ...process.argv.slice(1));${more}`);
  mkdirSync(join(modules, 'better-sqlite3'));
  writeFileSync(join(modules, 'better-sqlite3/index.js'), driver);
  return { file, node: process.execPath, version, platform: 'linux' as const };
}

const copiesIn = (folder: string) =>
  readdirSync(dirname(starterIn(folder)))
    .filter((name) => !name.endsWith('.cjs'))
    .sort();
const versionsIn = (folder: string) => copiesIn(folder).map((name) => name.split('-')[0]);
const started = (folder: string) =>
  execFileSync(process.execPath, [starterIn(folder), 'x'], { encoding: 'utf8' })
    .trim()
    .split(' ');

test('the starter runs the newest copy as if it were started by its own path', () => {
  const folder = temporaryFolder();
  keepCopy(cached('1.2.3'), folder);
  const [version, file = '', argument] = started(folder);
  expect([version, argument]).toStrictEqual(['1.2.3', 'x']);
  expect(file).toMatch(/1\.2\.3-[0-9a-f]{8}\/node_modules\/agent-memory-service\/dist\/agent-memory-service\.cjs$/);
  expect(needsStarter(file, folder)).toBe(true);
  // A copy is not copied.
  keepCopy({ ...cached('1.2.4'), file }, folder);
  expect(versionsIn(folder)).toStrictEqual(['1.2.3']);
});

test('a newer version replaces the copy, an older one does not; running servers keep the previous one', () => {
  const folder = temporaryFolder();
  const after = (version: string) => {
    keepCopy(cached(version), folder);
    return started(folder)[0];
  };
  const run = ['1.9.0', '1.10.0', '1.9.9', '1.10.0', '2.0.0'].map(after);
  expect(run).toStrictEqual(['1.9.0', '1.10.0', '1.10.0', '1.10.0', '2.0.0']);
  expect(versionsIn(folder)).toStrictEqual(['1.10.0', '2.0.0']);
});

test('two builds of one version are two copies; equal ones are one', () => {
  const folder = temporaryFolder();
  keepCopy(cached('1.2.3'), folder);
  keepCopy(cached('1.2.3'), folder);
  expect(copiesIn(folder)).toHaveLength(1);
  keepCopy(cached('1.2.3', { more: '// built again' }), folder);
  expect(copiesIn(folder)).toHaveLength(2);
});

test('a copy that fails to load SQLite or cannot be written is refused with the reason and removed', () => {
  const folder = temporaryFolder();
  keepCopy(cached('1.2.3'), folder);
  const broken = cached('1.3.0', { driver: 'throw new TypeError("built for another Node");' });
  expect(() => keepCopy(broken, folder)).toThrow('its SQLite does not load: TypeError: built for another Node');
  expect(versionsIn(folder)).toStrictEqual(['1.2.3']);
  expect(started(folder)[0]).toBe('1.2.3');
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => keepCopy(cached('1.2.3'), file)).toThrow(/ENOTDIR|EEXIST/);
});

test('leftovers of a killed process are removed, files of a running copy are not', () => {
  const folder = temporaryFolder();
  keepCopy(cached('1.2.3'), folder);
  const [old, fresh] = ['1.2.4-a.1.part', '1.2.4-b.2.part'].map((name) => join(dirname(starterIn(folder)), name));
  for (const part of [old, fresh]) mkdirSync(part as string);
  utimesSync(old as string, 1, 1);
  keepCopy(cached('1.2.3'), folder);
  expect([existsSync(old as string), existsSync(fresh as string)]).toStrictEqual([false, true]);
});

test('a host’s file names its copies in any recorded form', () => {
  const files = (value: string | object) => {
    const written = [{ hosts: ['one'], kind: 'server' as const, splices: [], value: value as never }];
    return { version: 1 as const, folders: [], files: { file: { created: true, written } } };
  };
  const windows = 'C:\\Users\\Ada\\Data\\program';
  const starter = `${windows}\\node-115\\agent-memory-service.cjs`;
  expect(isReferredTo(windows, files({ command: 'node', args: [starter] }))).toBe(true);
  expect(isReferredTo(windows, files(`const [program] = ${JSON.stringify([starter])};`))).toBe(true);
  expect(isReferredTo('/d/program', files({ command: 'node', args: ['/d/program/node-115/x.cjs'] }))).toBe(true);
  expect(isReferredTo('/d/program', files({ command: 'npx', args: ['agent-memory-service@0'] }))).toBe(false);
});

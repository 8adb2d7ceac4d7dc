import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { product } from '../../scripts/published/product.ts';
import { openHttp } from '../support/http-harness.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const instructions = textOf('Dockerfile')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
const valuesOf = (name: string) => instructions.filter(([one]) => one === name).map(([, value]) => value);

test('the image names its project, keeps its store in a volume and does not run as root', () => {
  expect(valuesOf('LABEL')).toStrictEqual([`io.modelcontextprotocol.server.name="${product.registryName}"`]);
  expect(valuesOf('VOLUME')).toStrictEqual(['/data']);
  expect(valuesOf('ENV').join()).toContain('SERVICE_DB=/data/');
  expect(valuesOf('USER')).toStrictEqual(['node']);
  expect(valuesOf('CMD').at(-1)).toBe('["serve", "--host", "0.0.0.0"]');
  expect(valuesOf('FROM')).toStrictEqual(['node:24-slim AS build', 'node:24-slim']);
  expect(textOf('compose.yaml')).toContain(`"127.0.0.1:${valuesOf('EXPOSE')[0]}:${valuesOf('EXPOSE')[0]}"`);
});

test('a container has the time that a stopping server takes', () => {
  for (const file of ['compose.yaml', 'compose.postgres.yaml']) {
    const { services } = parse(textOf(file)) as { services: { memory: { stop_grace_period: string } } };
    expect(services.memory.stop_grace_period).toBe('15s');
    expect(textOf('docs/operating.md')).toContain(`\`${file}\``);
  }
});

test('every source of the image exists, and no other file is sent to the build', () => {
  const sent = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(sent.filter((path) => !existsSync(join(root, path)))).toStrictEqual([]);
  const copied = valuesOf('COPY').filter((value) => !value.startsWith('--from'));
  expect(copied).toStrictEqual(['package.json package-lock.json ./', '. .']);
});

/** The paths of this repository that a script of the build names: its imports, and files and folders below the root. */
function namedIn(path: string): string[] {
  const named = [...textOf(path).matchAll(/'([\w./-]+)'/g)].map(([, to = '']) =>
    normalize(to.startsWith('.') ? join(dirname(path), to) : to),
  );
  return named.filter((to) => !/^(?:[./]|dist|node_modules)/.test(to) && existsSync(join(root, to)));
}

test('the build context has every file that the build reads', () => {
  const lines = textOf('.dockerignore').split('\n');
  const sent = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const run = valuesOf('RUN').flatMap((value) => [...value.matchAll(/npm run ([\w:]+)/g)]);
  const waiting = run.flatMap(([, name = '']) => scripts[name]?.match(/\bscripts\/\S+/g) ?? []);
  const read = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (read.has(path)) continue;
    read.add(path);
    if (/^scripts\/.*\.mjs$/.test(path)) waiting.push(...namedIn(path));
  }
  expect([...read]).toEqual(expect.arrayContaining(['scripts/build-clients.mjs', 'src', 'web']));
  expect([...read].filter((path) => !sent.includes(path.split('/')[0] ?? ''))).toStrictEqual([]);
});

test('the image’s health check passes while the server answers, and fails otherwise', async () => {
  const [command = ''] = valuesOf('HEALTHCHECK').map((value) => value.slice(value.indexOf('CMD ') + 4));
  const [node = '', ...args] = JSON.parse(command) as string[];
  expect(node).toBe('node');
  const { listen } = await openHttp();
  const { port, close } = await listen();
  const check = () =>
    new Promise<number>((resolve) => {
      const here = args.map((one) => one.replace('8787', String(port)));
      execFile(process.execPath, here, (error) => resolve(error ? Number(error.code) : 0));
    });
  expect(await check()).toBe(0);
  await close(0);
  expect(await check()).toBe(1);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The placeholder of a name in a path. */
const placeholder = /NAME|VERSION|\*/;

/** The paths of a pattern such as `src/{a,b}.ts`. */
function expanded(pattern: string): string[] {
  const [group, names] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (group === undefined || names === undefined) return [pattern];
  return names.split(',').flatMap((name) => expanded(pattern.replace(group, name)));
}

test.each(['CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/development/adding.md'])(
  'every path that %s names exists',
  (page) => {
    const named = readFileSync(join(root, page), 'utf8').matchAll(
      /`((?:src|bin|web|clients|test|scripts|bench|docs|ops|\.ci)\/[^`\s]*)`/g,
    );
    const paths = [...named].flatMap(([, path = '']) => expanded(path)).filter((path) => !placeholder.test(path));
    expect(paths.length).toBeGreaterThan(50);
    const missing = paths.filter(
      (path) => !['', '.ts', '.test.ts'].some((ending) => existsSync(join(root, path + ending))),
    );
    expect(missing).toStrictEqual([]);
  },
);

/** Source files with their texts. */
const sources = ['src', 'bin', 'web']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((one) => join(folder, one)),
  )
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('no source file has more than 300 lines', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  const long = sources.filter(({ text }) => text.split('\n').length - 1 > 300);
  expect(long.map(({ path }) => path)).toStrictEqual([]);
});

test('the names of limits begin with max', () => {
  const others = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?const \[?((?:most|longest|largest)[A-Z]\w*|(?:MOST|LONGEST)_\w+)/gm)].map(
      ([, name]) => `${path} ${name}`,
    ),
  );
  expect(others).toStrictEqual([]);
});

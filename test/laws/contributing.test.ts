import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The placeholder of a name in a path. */
const placeholder = /NAME|VERSION|\*|\{/;

test.each(['CONTRIBUTING.md', 'ARCHITECTURE.md'])('every path that %s names is there', (page) => {
  const named = readFileSync(join(root, page), 'utf8').matchAll(
    /`((?:src|bin|web|test|scripts|bench|docs|ops|\.ci)\/[^`\s]*)`/g,
  );
  const paths = [...named].map(([, path = '']) => path).filter((path) => !placeholder.test(path));
  expect(paths.length).toBeGreaterThan(3);
  const missing = paths.filter(
    (path) => !['', '.ts', '.test.ts'].some((ending) => existsSync(join(root, path + ending))),
  );
  expect(missing).toStrictEqual([]);
});

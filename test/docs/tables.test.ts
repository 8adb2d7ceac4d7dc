import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTables } from '../../scripts/tables.ts';

const pages = [
  ...['docs/categories', 'docs/teams', 'docs/reference/limits', 'docs/reference/settings', 'docs/reference/tiers'],
  'ops/README',
];

test.each(pages)('the tables of %s.md match the program; npm run docs renews them', async (name) => {
  const path = `../../${name}.md`;
  const page = readFileSync(join(import.meta.dirname, path), 'utf8');
  await expect(withTables(page)).toMatchFileSnapshot(path);
});

test('an unknown table is an error', () => {
  expect(() => withTables('<!-- table odd -->\n<!-- end -->')).toThrow(/odd/);
});

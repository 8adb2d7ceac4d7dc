import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secretPatterns } from '../../src/files/local/secrets.ts';

test('docs list every file name that is never read, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/watching.md'), 'utf8');
  const [, table = ''] = /\| kind \| names \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text) ?? [];
  const names = [...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  expect(names.toSorted()).toStrictEqual([...secretPatterns].toSorted());
});

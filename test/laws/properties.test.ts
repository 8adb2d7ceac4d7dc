import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('every property test uses a fixed seed, and a fresh one under the fuzzer', () => {
  const folder = join(import.meta.dirname, '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const direct = files.filter((file) =>
    /from 'fast-check'|fc\.(?:assert|check)\(/.test(readFileSync(join(folder, file), 'utf8')),
  );
  // This file names them too.
  expect(direct.toSorted()).toStrictEqual([join('laws', 'properties.test.ts'), join('support', 'law.ts')]);
});

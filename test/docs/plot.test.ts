import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test.each(['light', 'dark'])('the %s plot shows the stored run; node scripts/plot-search.mjs renews it', (theme) => {
  const folder = mkdtempSync(join(tmpdir(), 'plot-'));
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/plot-search.mjs'), folder]);
  expect(status).toBe(0);
  const name = `search-quality-${theme}.svg`;
  expect(readFileSync(join(folder, name), 'utf8')).toBe(readFileSync(join(root, 'docs', name), 'utf8'));
});

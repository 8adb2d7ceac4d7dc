import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesMeant } from '../../bin/import-files.ts';

test('of a folder with notes of Keep their records are taken, not the pages beside them; - is standard input', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keep-'));
  const keep = join(folder, 'Keep');
  mkdirSync(keep);
  const files = {
    'Packing.json': '{"isTrashed": false, "createdTimestampUsec": 1714557600000000}',
    'Packing.html': '<p>Packing</p>',
    'Labels.txt': 'travel\n',
    'settings.json': '{"color": 1}',
    'letter.html': '<p>Dear Ada</p>',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(keep, name), text);
  const { files: found } = await filesMeant([folder, '-']);
  expect(found.map(({ name }) => name.split('/').at(-1))).toStrictEqual([
    'Packing.json',
    'letter.html',
    'standard input',
  ]);
});

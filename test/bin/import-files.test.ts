import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesMeant, slackOf } from '../../bin/import/files.ts';

test('a folder of Google Keep gives its records, not the pages beside them; - is standard input', async () => {
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

test('a folder of a Slack export gives its channels’ days, with the names in users.json', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slack-'));
  const channel = join(folder, 'team', 'dev');
  mkdirSync(channel, { recursive: true });
  writeFileSync(join(folder, 'team', 'users.json'), '[{"id": "U1", "profile": {"display_name": "Ada"}}]');
  writeFileSync(join(folder, 'team', 'channels.json'), '[]');
  writeFileSync(join(channel, '2026-03-02.json'), '[]');
  writeFileSync(join(folder, '2026-03-02.json'), '[]');
  const { files } = await filesMeant([folder]);
  expect(files.map(({ path }) => path)).toStrictEqual([join(channel, '2026-03-02.json')]);
  const known = new Map();
  const slack = slackOf(join(channel, '2026-03-02.json'), known);
  expect(slack).toStrictEqual({ channel: 'dev', people: new Map([['U1', 'Ada']]) });
  expect(slackOf(join(channel, '2026-03-02.json'), known)?.people).toBe(slack?.people);
  expect(slackOf(join(folder, '2026-03-02.json'), known)).toBeUndefined();
});

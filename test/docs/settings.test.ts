import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { help } from '../../bin/help.ts';
import { withSettings } from '../../scripts/settings-tables.ts';
import { settings } from '../../src/settings/settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');

test('the tables of docs/settings.md are the declared settings; npm run docs renews them', async () => {
  await expect(withSettings(page)).toMatchFileSnapshot('../../docs/settings.md');
});

test.each(Object.entries(settings))('%s is in docs/settings.md and in --help', (name, { meaning, readBy }) => {
  const renewed = withSettings(page);
  expect(renewed).toMatch(new RegExp(`\\| \`${name}\` \\|[^\n]+\\|\n`));
  expect(renewed).toContain(meaning);
  expect(help()).toContain(`${name} [${readBy.join(', ')}]`);
  expect(help()).toContain(meaning.replaceAll('`', ''));
});

test('a table that does not exist is an error', () => {
  expect(() => withSettings('<!-- settings odd -->\n<!-- end -->')).toThrow(/odd/);
});

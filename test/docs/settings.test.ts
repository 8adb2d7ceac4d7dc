import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { help } from '../../bin/help.ts';
import { withSettings } from '../../scripts/settings-tables.ts';
import { settings } from '../../src/settings/settings.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

test('the README’s tables of settings are what config.ts declares; npm run docs renews them', async () => {
  await expect(withSettings(readme)).toMatchFileSnapshot('../../README.md');
});

test.each(Object.entries(settings))('%s is in the README and in --help', (name, { meaning, readBy }) => {
  const renewed = withSettings(readme);
  expect(renewed).toMatch(new RegExp(`\\| \`${name}\` \\|[^\n]+\\|\n`));
  expect(renewed).toContain(meaning);
  expect(help()).toContain(`${name} [${readBy.join(', ')}]`);
  expect(help()).toContain(meaning.replaceAll('`', ''));
});

test('a table that does not exist is told', () => {
  expect(() => withSettings('<!-- settings odd -->\n<!-- end -->')).toThrow(/odd/);
});

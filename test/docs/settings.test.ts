import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsHelp } from '../../bin/help.ts';
import { withTables } from '../../scripts/tables.ts';
import { settings } from '../../src/features/config.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/settings.md'), 'utf8');

test.each(Object.entries(settings))(
  'the setting %s is in docs/reference/settings.md and in help settings',
  (name, { meaning, readBy }) => {
    const renewed = withTables(page);
    expect(renewed).toMatch(new RegExp(`\\| \`${name}\` \\|[^\n]+\\|\n`));
    expect(renewed).toContain(meaning.replaceAll('](', '](../'));
    const shown = settingsHelp();
    expect(shown).toContain(`${name} [${readBy.join(', ')}]`);
    expect(shown).toContain(meaning.replaceAll('`', '').replace(/\[(.*?)\]\(.*?\)/g, '$1'));
  },
);

test('help settings is plain text', () => {
  expect(settingsHelp()).not.toMatch(/`|\]\(/);
});

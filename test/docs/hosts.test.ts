import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsHelp } from '../../bin/help.ts';
import { withHosts } from '../../scripts/hosts-table.ts';
import { hosts } from '../../src/hosts/index.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['docs/hosts.md', 'docs/reference/hosts.md'];
const renewed = (page: string) => withHosts(readFileSync(join(root, page), 'utf8'), hosts);

test.each(pages)('%s has the declared hosts; npm run docs renews it', async (page) => {
  await expect(renewed(page)).toMatchFileSnapshot(join(root, page));
});

test.each(hosts.map(({ name, title }) => [name, title]))(
  'the host %s is in the pages of hosts, whose flags are in help commands',
  (name, title) => {
    const [text = '', tables] = pages.map(renewed);
    expect(text).toContain(`${title} \`${name}\``);
    expect(tables).toContain(`| ${title} | \`${name}\` |`);
    for (const flag of text.match(/`--[a-z-]+/g) ?? []) expect(commandsHelp).toContain(flag.slice(1));
  },
);

test('an unknown section is an error', () => {
  expect(() => withHosts('<!-- hosts odd -->\n<!-- end -->', hosts)).toThrow(/odd/);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('docs/frameworks.md has the examples that are run; npm run docs renews them', async () => {
  const page = join(root, 'docs/frameworks.md');
  const shown = readFileSync(page, 'utf8').replaceAll(
    /(<!-- example ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const code = readFileSync(join(root, `clients/examples/${name}.mjs`), 'utf8');
      const [, lines = ''] = /^\/\/ begin\n([\s\S]*?)^\/\/ end$/m.exec(code) ?? [];
      expect(lines, name).not.toBe('');
      return `${begin}\`\`\`js\n${lines.trim()}\n\`\`\`\n${end}`;
    },
  );
  expect([...shown.matchAll(/<!-- example/g)]).toHaveLength(5);
  await expect(shown).toMatchFileSnapshot(page);
});

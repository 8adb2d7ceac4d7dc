import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = ['docs', 'src', 'scripts', 'clients', 'web', 'ops', 'mcpb', '.'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') && !name.includes('node_modules') ? [join(folder, name)] : [],
  ),
);

/** A page without its blocks of code. */
const proseOf = (path: string) => readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');

/** The anchors that a heading gets: its words in lower case, joined by hyphens. */
const anchorsOf = (path: string) =>
  [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link of a page leads to a file, and to a heading of it', () => {
  const broken = pages.flatMap((page) => {
    const text = proseOf(join(root, page)).replaceAll(/`[^`\n]*`/g, '');
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^(?:https?|mailto):/.test(target)) return [];
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(root, page) : join(root, dirname(page), path);
      const leads = existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor));
      return leads ? [] : [`${page}: ${target}`];
    });
  });
  expect(broken).toStrictEqual([]);
  expect(pages).toContain('docs/search.md');
});

test('every picture is shown by a page', () => {
  const shown = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');
  const unused = readdirSync(join(root, 'docs/images')).filter((name) => !shown.includes(`images/${name}`));
  expect(unused).toStrictEqual([]);
});

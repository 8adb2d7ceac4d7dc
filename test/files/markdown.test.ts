import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentIdentity } from '../../src/domain/text.ts';
import { splitMarkdown } from '../../src/files/markdown/split.ts';
import { render } from '../../src/files/piece.ts';

const handbook = readFileSync(join(import.meta.dirname, 'handbook.md'), 'utf8');
const categories = ['general', 'Decisions', 'preferences'];

/** The memories of a text as a person would list them. */
async function memories(text: string): Promise<string[]> {
  return (await splitMarkdown(text)).map((piece) => render(piece, categories).content);
}

describe('a handbook of 2,000 lines', () => {
  test('a handbook gives memories that a person can read', async () => {
    const pieces = await splitMarkdown(handbook);
    const lines = pieces.map((piece) => {
      const { content, category } = render(piece, categories);
      return `[${category ?? '-'}, ${piece.occurredAt?.slice(0, 10) ?? '-'}] ${content}`;
    });
    await expect(`${lines.join('\n\n')}\n`).toMatchFileSnapshot('handbook.golden.txt');
  });

  test('a handbook gives no statement twice and cuts no sentence', async () => {
    const pieces = await splitMarkdown(handbook);
    const identities = pieces.map((piece) => contentIdentity(render(piece, categories).content));
    expect(new Set(identities).size).toBe(identities.length);
    const story = pieces.filter(({ context }) => context.at(-1) === 'A long story');
    expect(story.length).toBeGreaterThan(1);
    for (const { body } of story) expect(body).toMatch(/^Point \d+ .*could wait\.$/);
  });

  test('a handbook loses no word and no heading but those of empty sections', async () => {
    const all = (await memories(handbook)).join('\n');
    const empty = ['Empty on purpose', 'Not written yet'];
    for (const [, heading = ''] of handbook.matchAll(/^#{1,6} (.+)$/gm)) {
      if (!categories.includes(heading) && !empty.includes(heading)) expect(all).toContain(heading);
    }
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    const known = new Set(words(all));
    // Badges, a comment, a script, the name of a reference, and what Markdown itself is written in.
    const notSaid = new Set(
      words(
        'Build Docs docs svg badge ci The table of contents is made by a script Do not edit it by hand alert memory',
      ),
    );
    // Boxes and footnotes are said otherwise, and struck text is left out.
    const markup = new Set(
      words('Style guide style amp WARNING bash sql sh yaml Decisions Preferences x adr4 adr8 adr12 rule'),
    );
    const said = handbook.replace(new RegExp(`#+ (?:${empty.join('|')})\\n`, 'g'), '');
    const lost = words(said.replace(/<br>/g, ' ').replace(/<\/?[a-z]+>/g, '')).filter((word) => !known.has(word));
    expect(lost.filter((word) => !notSaid.has(word) && !markup.has(word))).toStrictEqual([]);
  });
});

test('list items keep their parents, and labels and announcements become context', async () => {
  expect(
    await memories('We use:\n\n- Databases\n  - Postgres\n- Never deploy on Friday. Really.\n  - except hotfixes\n'),
  ).toStrictEqual([
    'We use › Databases: Postgres',
    'We use: Never deploy on Friday. Really.',
    'We use › Never deploy on Friday: except hotfixes',
  ]);
});

test('lines that are sentences of their own become one piece each, and lines of a margin one together', async () => {
  const notes = `# Momo
The vet of Momo is Dr. Fujita.
She eats salmon twice a day.

モモは三歳です。
病院は駅の前にあります。

The boiler was serviced in March. The next
service is due in two years.`;
  const pieces = await splitMarkdown(notes);
  expect(pieces.map(({ body }) => body)).toStrictEqual([
    'The vet of Momo is Dr. Fujita.',
    'She eats salmon twice a day.',
    'モモは三歳です。',
    '病院は駅の前にあります。',
    'The boiler was serviced in March. The next service is due in two years.',
  ]);
});

test('a heading that its text begins with is said once', () => {
  const contentOf = (body: string) => render({ body, context: ['Work', 'Atlas'] }, []).content;
  expect(contentOf('Atlas uses PostgreSQL.')).toBe('Work: Atlas uses PostgreSQL.');
  expect(contentOf('Atlases are heavy.')).toBe('Work › Atlas: Atlases are heavy.');
});

test('an announcement without a following list is kept', async () => {
  expect(await memories('# A\n\nWe use:\n\n# B\n\nx\n\nAnd:')).toStrictEqual(['A: We use:', 'B: x', 'B: And:']);
});

test('code stays whole under its heading, whatever its text', async () => {
  const code = '```js\n# no heading\n\n- no item\n~~~\n```';
  expect(await memories(`# Run\n\n${code}\n`)).toStrictEqual([`Run:\n${code}`]);
});

test('a category’s heading becomes the category and is not repeated', async () => {
  const [piece] = await splitMarkdown('# Ada\n\n## 1. Preferences:\n\n- likes tea\n');
  expect(piece && render(piece, categories)).toStrictEqual({ content: 'Ada: likes tea', category: 'preferences' });
});

test('front matter, a dated heading and a date of the whole document set the date', async () => {
  const pieces = await splitMarkdown('---\ndate: 2024-05-01\n---\na\n\n## 2024-06-02\n\nb\n\n## Other\n\nc\n');
  expect(pieces.map(({ body, occurredAt }) => [body, occurredAt?.slice(0, 10)])).toStrictEqual([
    ['date: 2024-05-01', '2024-05-01'],
    ['a', '2024-05-01'],
    ['b', '2024-06-02'],
    ['c', '2024-05-01'],
  ]);
});

test('tables are read by row with their column names, and references get their address', async () => {
  expect(await memories('| A | B |\n|---|---|\n| 1 | [x][r] |\n| 2 |  |\n\n[r]: http://x.org\n')).toStrictEqual([
    'A: 1; B: [x](http://x.org)',
    'A: 2',
  ]);
});

test('a long document is read like its parts', async () => {
  const part = (i: number) => `## Part ${i}\n\nText of part ${i} with [a][ref] link.\n\n- item ${i}\n  - sub ${i}\n\n`;
  const text = `${Array.from({ length: 300 }, (_, i) => part(i)).join('')}[ref]: http://x.org\n`;
  const all = await memories(text);
  expect(all).toHaveLength(600);
  expect(all[400]).toBe('Part 200: Text of part 200 with [a](http://x.org) link.');
});

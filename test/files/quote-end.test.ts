import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { endQuotesEarly } from '../../src/files/markdown/parse.ts';
import { fc, holds } from '../support/law.ts';

test('quotes end where CommonMark ends them', async () => {
  const usual = new MarkdownIt({ html: true });
  const early = new MarkdownIt({ html: true });
  endQuotesEarly(early);
  const marks = ['> ', '>', '> > ', '- ', '  ', '    ', '', '1. ', '>  - '];
  const contents = [
    '```',
    '````',
    '~~~',
    '# a',
    '---',
    '***',
    'text',
    '<div>',
    '<!-- a',
    '-->',
    '',
    '<b>x',
    '<b>',
    '| a |',
    '|-|',
    '[x]: y',
    '- ```',
    '  ```',
    '    code',
    '===',
  ];
  const line = fc.tuple(fc.constantFrom(...marks), fc.constantFrom(...contents)).map((parts) => parts.join(''));
  await holds(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.join('\n');
      expect(early.render(text)).toBe(usual.render(text));
    }),
    600,
  );
});

test.each([
  ['> <!-- a', '> ```', '> -->', '> text', 'text'],
  ['> <b>', '> ```', '>', '> text', 'text'],
  ['> - ```', '>   ```', '> text', 'text'],
  ['> ```', '> > ```', '> ```', '> text', 'text'],
])('a code mark within HTML, lists or code begins and ends no code: %j', (...lines) => {
  const early = new MarkdownIt({ html: true });
  endQuotesEarly(early);
  expect(early.render(lines.join('\n'))).toBe(new MarkdownIt({ html: true }).render(lines.join('\n')));
});

test('lines that may belong to a quote are scanned a bounded number of times', () => {
  const early = new MarkdownIt({ html: true });
  endQuotesEarly(early);
  let looks = 0;
  early.block.ruler.before(
    'blockquote',
    'count',
    ({ line }, start) => {
      looks += Number(start >= line);
      return false;
    },
    { alt: ['blockquote'] },
  );
  for (const quote of ['>     code', '> <b>', '> a\n> ===', '> | a |\n> |-|', '> - ```']) {
    looks = 0;
    early.render(`\n${quote}\ny`.repeat(2_000));
    expect(looks, quote).toBeLessThan(200_000);
  }
});

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

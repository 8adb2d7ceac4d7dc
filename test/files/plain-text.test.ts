import { expect, test } from 'vitest';
import { render } from '../../src/files/piece.ts';
import { splitText } from '../../src/files/plain-text.ts';
import { packLines, packSentences } from '../../src/text/prose.ts';
import { fc, holds } from '../support/law.ts';

const bodies = (text: string) => splitText(text).map((piece) => render(piece, []).content);

test('paragraphs, wrapped lines, single-line statements and lists are recognized', () => {
  const wrapped = `${'word '.repeat(14)}\n${'word '.repeat(13)}\nend.`;
  expect(
    bodies(
      `Title\n\n${wrapped}\n\nOne thing is. \nAnother is too.\n\nname: Ada\ntown: Porto\n\nBuy:\n* milk\n* bread\n  and butter\n`,
    ),
  ).toStrictEqual([
    'Title',
    `${'word '.repeat(27)}end.`,
    'One thing is.',
    'Another is too.',
    'name: Ada\ntown: Porto',
    'Buy: milk',
    'Buy: bread and butter',
  ]);
});

test('an announcement without what it announces is kept', () => {
  expect(bodies('We met. We need:\n\nnothing:')).toStrictEqual(['We met.', 'We need:', 'nothing:']);
});

test('long prose is cut between sentences, not at abbreviations', () => {
  const sentence = 'We met Dr. Levy, e.g. on Monday, and talked about the plan for the year. ';
  const parts = packSentences(sentence.repeat(50), 500, 2_000);
  for (const part of parts) expect(part).toMatch(/^We met .* year\.$/);
});

test('cutting loses nothing and keeps its limits', async () => {
  const text = fc.array(
    fc.oneof(fc.constantFrom('. ', '! ', '。', ' ', '\n'), fc.string({ unit: 'grapheme', maxLength: 80 })),
    { maxLength: 60 },
  );
  await holds(
    fc.property(text, (parts) => {
      const given = parts.join('');
      const bare = (one: string) => one.replace(/\s+/gu, '');
      const packed = packSentences(given, 100, 300);
      expect(bare(packed.join(''))).toBe(bare(given));
      for (const part of packed) {
        expect(part.length).toBeLessThanOrEqual(300);
        expect(part.isWellFormed()).toBe(given.isWellFormed());
      }
      for (const block of packLines(given, 300)) expect(block.length).toBeLessThanOrEqual(300);
    }),
  );
});

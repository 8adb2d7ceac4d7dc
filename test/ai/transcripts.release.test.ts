import { expect, test } from 'vitest';
import { rulesExtractor } from '../../src/ai/rules.ts';
import { presets } from '../../src/domain/category.ts';
import { splitText } from '../../src/files/plain-text.ts';
import { saysNothing } from '../../src/text/small-talk.ts';
import { superlinear } from '../support/cost.ts';

/** Repeated without end, each makes overlapping repeats of a pattern slow. */
const hostile = [
  ...['A. ', 'z. B. ', '3. Klasse ', 'a?B', '? ', 'https://a.b/?C', 'x', '我喜欢。', ' ', '\t', '\u200e', 'a\u0301'],
  ...['Ana: ', 'Ana: I live here\nBen: ok\n', '[10:32] ', '[10:32] Ana: hi\n', '**', '<a ', '#', ' #', ' › ', 'ok, '],
  ...['```\n', '`', '{\n', '(', 'f(\n', '{"a":', '"', '|', '- ', '- a\n', 'if (a ', 'a = ', '@@ -1\n', '$ a\n', 'a;'],
  ...["don't really like ", 'gusta', `# a${' '.repeat(30)}`, `:${' '.repeat(50)}`, `${' '.repeat(60)}x`],
];

test('reading any text takes time linear in its length', async () => {
  const categories = presets.standard.map((one) => ({ ...one, memoryCount: 0 }));
  const read = async (text: string) => {
    saysNothing(text);
    splitText(text);
    await rulesExtractor().extract({ text, categories, similar: [], occurredAt: '' });
  };
  const slow: string[] = [];
  for (const seed of hostile) {
    const took = await superlinear(read, (size) => seed.repeat(size / seed.length), 16_000);
    if (took !== undefined) slow.push(`${seed}: ${took}`);
  }
  expect(slow).toStrictEqual([]);
});

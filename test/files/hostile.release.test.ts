import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../support/cost.ts';
import { bounded, bytes, contents } from './bounded.ts';

const size = 5 * 1024 * 1024;

test.each(['a.md', 'a.html'])('100 kB of unfinished markup are read in bounded time: %s', async (name) => {
  for (const mark of [
    ',a[',
    '[',
    '[[',
    '\\',
    '||\n',
    'a\n',
    '\n\n> ',
    '> ',
    '- ',
    '1. ',
    '# ',
    '*a_',
    '<a href=',
    '<p><b>',
    '&',
  ]) {
    const cost = await cpuTimeOf(() => contents(name, bytes(mark.repeat(100_000 / mark.length))));
    expect(cost, mark).toBeLessThan(2_000);
  }
});

describe('large documents', () => {
  test.each([
    ['one line of words', 'a.md', 'word '.repeat(size / 5)],
    ['one line without a space', 'a.txt', 'x'.repeat(size)],
    ['emphasis', 'a.md', '*_'.repeat(size / 2)],
    ['brackets', 'a.md', '['.repeat(size)],
    ['quotes in quotes', 'a.md', '>'.repeat(size)],
    ['empty lines', 'a.md', '\n'.repeat(size)],
    ['open code', 'a.md', `\`\`\`\n${'code line\n'.repeat(size / 10)}`],
    ['elements in elements', 'a.html', `<div>${'x'.repeat(40)}`.repeat(size / 45)],
    ['lists in lists', 'a.json', '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['objects in objects', 'a.json', `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`],
  ])('5 MiB of %s end well', async (_, name, text) => {
    const found = await bounded(() => contents(name, bytes(text)));
    for (const content of found) expect(content.length).toBeLessThanOrEqual(10_000);
  });

  test('an unclosed quote in a table gives bounded statements', async () => {
    await expect(contents('a.csv', bytes(`a,b\n"${'x'.repeat(size - 10)}`))).rejects.toMatchObject({
      type: 'InvalidInput',
    });
    const many = Array.from({ length: 100_000 }, (_, i) => `${i}`).join('\n\n');
    await expect(contents('a.txt', bytes(many))).rejects.toThrow('at most 20000');
  });
});

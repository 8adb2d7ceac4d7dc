import { expect, test } from 'vitest';
import { beginningOf } from '../../src/base/graphemes.ts';

const family = '👨‍👩‍👧‍👦';
const flags = '🇩🇪🇫🇷🇮🇹';

test.each([
  ['a family', family, family.length],
  ['flags in a row', flags.repeat(40), 4],
  ['accents as marks', 'e\u0301'.repeat(50), 2],
  ['Devanagari syllables', 'क्षि'.repeat(30), 'क्षि'.length],
  ['skin tones behind words', 'yes 👍🏽 '.repeat(40), 1],
])('%s: a text is cut at the last grapheme boundary that fits', (_, text, longest) => {
  const bounds = [...Array.from(new Intl.Segmenter().segment(text), ({ index }) => index), text.length];
  for (let most = 0; most <= text.length; most++) {
    const kept = beginningOf(text, most);
    expect(text.startsWith(kept)).toBe(true);
    expect(kept.length).toBeLessThanOrEqual(most);
    expect(bounds).toContain(kept.length);
    if (longest > 1) expect(most - kept.length).toBeLessThanOrEqual(family.length);
  }
});

test('a grapheme of endless combining marks is cut anyway', () => {
  expect(beginningOf(`a${'\u0301'.repeat(5_000)}`, 1_000)).toHaveLength(1_000);
});

import { describe, expect, test } from 'vitest';
import { TEXT } from '../../src/search/parameters.ts';
import { analyzeMemory } from '../../src/search/text/analyze-memory.ts';
import { findWords } from '../../src/search/text/words.ts';

const terms = (text: string) => findWords(text).words.map(({ term }) => term);
const telling = (text: string) =>
  findWords(text)
    .words.filter(({ role }) => role === 'word')
    .map(({ term }) => term);

describe('English', () => {
  test('the forms of an English word have one term', () => {
    for (const [form, base] of [
      ['went', 'go'],
      ['bought', 'buy'],
      ['children', 'child'],
      ['running', 'run'],
      ['lives', 'live'],
      ['leaves', 'leave'],
      ['Caroline’s', 'Caroline'],
    ] as const) {
      expect(terms(form)).toStrictEqual(terms(base));
    }
  });

  test('stop words are marked, contractions among them', () => {
    expect(telling("I don't know what you're doing about the roof")).toStrictEqual(['know', 'roof']);
  });

  test('stop words take no position', () => {
    const places = findWords('king of the hill').words.filter(({ role }) => role === 'word');
    expect(places.map(({ position }) => position)).toStrictEqual([0, 1]);
  });
});

describe('names as developers write them', () => {
  test.each([
    ['getUserById', ['get', 'user', 'id', 'getuserbyid']],
    ['snake_case_name', ['snake', 'case', 'name', 'snake_case_name']],
    ['src/search/words.ts', ['src', 'search', 'word', 'ts', 'src/search/words.ts']],
    ['v1.24.3', ['v1', '24', '3', 'v1.24.3']],
    ['ERR_CONN_RESET', ['err', 'conn', 'reset', 'err_conn_reset']],
    ['XMLHttpRequest', ['xml', 'http', 'request', 'xmlhttprequest']],
    ['ann@example.com', ['ann', 'exampl', 'com', 'ann@example.com']],
    ['std::vector', ['std', 'vector', 'std::vector']],
    ['E0308', ['e0308']],
    ['C++', ['c++']],
    ['C#', ['c#']],
    ['python3', ['python', '3', 'python3']],
    ['e-mail', ['e', 'mail', 'email']],
  ])('the name %s is found whole and by part', (written, expected) => {
    expect(terms(written)).toStrictEqual(expect.arrayContaining(expected));
  });
});

describe('signs', () => {
  test('emoji are found with any skin tone or variant', () => {
    expect(terms('👍🏽')).toStrictEqual(terms('👍'));
    expect(terms('❤️')).toStrictEqual(terms('❤'));
    expect(terms('🇩🇪 👩‍💻')).toHaveLength(2);
  });

  test('a text of punctuation is indexed by its signs', () => {
    expect(terms('... !!')).toStrictEqual(['...', '!!']);
  });
});

describe('passages', () => {
  test('passages pack sentences, split longer ones, and fit positions into seven bits', () => {
    const sentence = `${Array.from({ length: 30 }, (_, i) => `word${i}x`).join(' ')}. `;
    const lengths = analyzeMemory(sentence.repeat(5)).map(({ length }) => length);
    expect(lengths.every((length) => length <= TEXT.passageWords)).toBe(true);
    expect(lengths.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(150);
    for (const text of [
      'tomato '.repeat(1_400),
      '🎉'.repeat(10_000),
      '漢字'.repeat(5_000),
      'aB'.repeat(5_000),
      `${'tomato '.repeat(80)}the the`,
    ]) {
      for (const { length, terms: found } of analyzeMemory(text)) {
        expect(length).toBeLessThanOrEqual(TEXT.passageWords);
        for (const positions of found.values()) expect(Math.max(...positions)).toBeLessThan(128);
      }
    }
  });

  test('stop words are indexed only where hardly anything else is', () => {
    expect(analyzeMemory('To be, or not to be')[0]!.terms.has('be')).toBe(true);
    expect(analyzeMemory('The roof of the garage is to be painted green')[0]!.terms.has('be')).toBe(false);
  });
});

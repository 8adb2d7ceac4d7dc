import { describe, expect, test } from 'vitest';
import { answerSize, fitted, fitting } from '../../src/service/answer-size.ts';
import { estimateTokens } from '../../src/text/tokens.ts';

const render = (output: object) => ({
  answer: output as Record<string, string & string[]>,
  size: answerSize({ structured: output, texts: [JSON.stringify(output)] }),
});

describe('an answer that is too long', () => {
  test('the longest texts are cut, with a note on what is missing and where it is', () => {
    const output = { short: 'Ada lives in Porto.', long: 'a'.repeat(50_000), longer: 'b'.repeat(70_000) };
    const { short, long, longer } = fitted(output, render, 'get_memory');
    expect(short).toBe(output.short);
    for (const [cut = '', whole] of [
      [long, output.long],
      [longer, output.longer],
    ] as const) {
      const [, kept = '', missing = ''] = /^([ab]+)… ([\d,]+) more characters: get_memory$/.exec(cut) ?? [];
      expect(kept.length + Number(missing.replaceAll(',', ''))).toBe(whole.length);
      expect(kept.length).toBeGreaterThan(19_000);
    }
    expect(JSON.stringify({ short, long, longer }).length * 2).toBeLessThan(80_000);
  });

  test('texts are cut between characters, and sooner where each character is a token', () => {
    const texts = { one: '\u{1F3B5}'.repeat(30_000), two: 'a' };
    const { one = '' } = fitted(texts, render, 'get_memory');
    expect(one.isWellFormed()).toBe(true);
    expect([...one].length).toBeLessThan(20_000);
  });

  test('lists are cut when short texts are not enough', () => {
    const list = Array.from({ length: 3_000 }, (_, i) => `an item of a list, number ${i}`);
    const { next, ...cut } = fitted({ list }, render, 'get_memory');
    expect(next).toBe(`list: the first ${cut.list?.length} of 3000. Ask for less at a time, or by REST.`);
    expect(cut).toMatchObject({ truncated: true, list: list.slice(0, cut.list?.length) });
    expect(cut.list?.length).toBeGreaterThan(1_000);
  });

  test('the size of an answer is never below what is sent, nor below its tokens', () => {
    const texts = ['\u0000'.repeat(12_000), '字'.repeat(21_000), 'a '.repeat(9_000), '"\n'.repeat(3_000)];
    for (const text of texts) {
      const answer = { structured: { text }, texts: [text] };
      expect(answerSize(answer)).toBeGreaterThanOrEqual(JSON.stringify(answer).length);
      expect(answerSize(answer)).toBeGreaterThanOrEqual(4 * estimateTokens(text));
    }
  });

  test('an answer that fits stays unchanged', () => {
    const output = { text: 'a'.repeat(30_000) };
    expect(fitted(output, render, 'get_memory')).toBe(output);
  });
});

test('a list stops earlier for a model than for a program', () => {
  const items = Array.from({ length: 100 }, (_, i) => ({ id: i, content: 'x'.repeat(9_000) }));
  expect(fitting(items, {})).toBe(100);
  expect(fitting(items, { isModel: true })).toBe(100);
  expect(fitting(items, { isModel: true, isWhole: true })).toBe(4);
});

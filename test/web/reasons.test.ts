import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leftOutReasons } from '../../src/domain/stores/hooks.ts';
import { hookReason, reasonsInWords } from '../../web/languages/reasons.ts';
import { language } from '../../web/languages/translate.ts';

const sources = ['src/ai/clauses/keep.ts', 'src/service/extraction/known.ts', 'src/base/orders.ts'];

/** The fixed texts of the rules that say why. */
function given(): string[] {
  return sources.flatMap((path) => {
    const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
    const found = text.matchAll(
      /(?:reason: (?:isCued \? )?|return |^ {2}\w+: |leftOut\()'([^'\n]+ [^'\n]+|pasted)'/gmu,
    );
    return Array.from(found, ([, reason = '']) => reason);
  });
}

test('the dashboard has words for every reason that the rules of capture and the hooks give', () => {
  const reasons = given();
  expect(reasons.length).toBeGreaterThan(20);
  const before = language.value;
  const texts = new Map(reasons.map((reason) => [reason, 'in words'] as const));
  language.value = { ...before, texts };
  try {
    expect(reasons.filter((reason) => reasonsInWords(reason) !== 'in words')).toStrictEqual([]);
    expect(reasonsInWords('pasted; a question; as the model says')).toBe('in words; in words; as the model says');
  } finally {
    language.value = before;
  }
  expect(leftOutReasons.filter((reason) => hookReason(reason) === reason)).toStrictEqual([
    'code',
    'repeated',
    'too long',
  ]);
});

import { expect, test } from 'vitest';
import { holdingOf } from '../../../src/service/retrieval/holding.ts';

test('a day that a question names is asked of at its end, an instant before the next day', () => {
  const next = Date.parse('2026-01-10T00:00:00Z');
  const at = (asOf: string) => holdingOf(next, { asOf, timeZone: 'UTC' })?.at;
  expect([at('2026-01-09'), at('2026-01-10T00:00:00Z')]).toStrictEqual([next - 1, next]);
});

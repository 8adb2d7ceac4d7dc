import { expect, test } from 'vitest';
import { around, instantsOf, next, partsOf, periodOf, unitOf } from '../../web/parts/timeline/period.ts';

test.each(['2024', '2024-02', '2024-02-29', '0999-12-31'])('the text %s is a period', (period) => {
  expect(periodOf(period)).toBe(period);
});

test.each([null, '', '24', '2024-13', '2024-02-30', '2023-02-29', '2024-1', 'yesterday'])(
  'the text %s is no period',
  (text) => {
    expect(periodOf(text)).toBe('');
  },
);

test('periods have parts and neighbours, and each begins where the one before ends', () => {
  expect(['2024-02-29', '2024-02', '2024', ''].map(around)).toStrictEqual(['2024-02', '2024', '', '']);
  expect(['', '2024', '2024-02', '2024-02-29'].map(unitOf)).toStrictEqual(['YEAR', 'MONTH', 'DAY', 'DAY']);
  expect(next('2024-02-29', 1)).toBe('2024-03-01');
  expect(next('2024-01', -1)).toBe('2023-12');
  expect(next('0999', 1)).toBe('1000');
  expect(partsOf('2024')).toHaveLength(12);
  expect(partsOf('2024-02').at(-1)).toBe('2024-02-29');
  expect(instantsOf('2024-02')).toStrictEqual({
    since: '2024-02-01T00:00:00.000Z',
    until: '2024-03-01T00:00:00.000Z',
  });
  for (const part of partsOf('2024')) expect(instantsOf(part).until).toBe(instantsOf(next(part, 1)).since);
});

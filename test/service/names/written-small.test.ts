import { expect, test } from 'vitest';
import { isWrittenSmall } from '../../../src/service/names/written-small.ts';

test('words that texts write small are told from names, in several languages', () => {
  const words = ['However', 'Seeing', 'Dragon', 'Además', 'Однако', 'Jednak', 'Trotzdem', 'MUST'];
  const names = [
    'Anna',
    'Priya',
    'Matthias',
    'London',
    'Kubernetes',
    'Барсик',
    'メイ',
    'iOS',
    'Microsoft',
    'POS',
    'CBN',
  ];
  expect([...words, ...names].filter(isWrittenSmall)).toStrictEqual(words);
});

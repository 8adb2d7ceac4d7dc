import { expect, test } from 'vitest';
import { fence } from '../../src/domain/fence.ts';

test('several notes about one subject name it once', () => {
  const note = (text: string) => ({ title: 'facts', text });
  const lines = fence('m', [
    note('Heron: The lead is Ana.'),
    note('It rains.'),
    note('Heron › Team: Ben.'),
    note('Ibis: Red.'),
  ]);
  expect(lines.split('\n').slice(2, -1)).toStrictEqual([
    '- Heron:',
    '  - [facts] The lead is Ana.',
    '  - [facts] Team: Ben.',
    '- [facts] It rains.',
    '- [facts] Ibis: Red.',
  ]);
});

import { expect, test } from 'vitest';
import { labels } from '../../bin/store/memories.ts';
import { UsageError } from '../../bin/terminal/command-line.ts';

test('flags of tags and metadata make filters, in which a number means its text too', () => {
  const flags = { tag: ['release', 'api'], metadata: ['team=payments', 'year=2026', 'note=a=b', 'empty='] };
  expect(labels({ args: [], flags })).toStrictEqual({
    tags: ['release', 'api'],
    metadata: { team: 'payments', year: { in: ['2026', 2026] }, note: 'a=b', empty: '' },
  });
  expect(labels({ args: [], flags: {} })).toStrictEqual({});
  expect(() => labels({ args: [], flags: { metadata: ['team'] } })).toThrow(UsageError);
});

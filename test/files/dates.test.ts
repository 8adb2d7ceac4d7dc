import { describe, expect, test } from 'vitest';
import { dayIn, dayOrderOf, daysIn } from '../../src/files/dates.ts';
import { readDocument } from '../../src/files/read-document.ts';
import { zip } from '../support/archives.ts';

describe('the date in a file name', () => {
  test.each([
    '2026-05-30',
    '2026_05_30.md',
    '20260530.md',
    '202605301015 A thought.md',
    '30-05-2026.md',
    '05-30-2026.md',
    '30.05.2026',
    'Meeting with Bob 2026-05-30',
    'May 30, 2026',
    'Saturday, May 30th, 2026',
    '30 May 2026',
    'Samstag, 30. Mai 2026',
    'sábado, 30 de mayo de 2026',
    '30 mai 2026',
    'sabato 30 maggio 2026',
    '30 maja 2026',
    '30 Mayıs 2026 Cumartesi',
    '30 мая 2026 г.',
    '30 Μαΐου 2026',
    '30 toukokuuta 2026',
    '2026年5月30日',
    '2026년 5월 30일',
  ])('the date of the file name "%s" is read', (name) => {
    expect(dayIn(name)).toBe('2026-05-30T00:00:00.000Z');
  });

  test('every date format is found in a text', () => {
    const text = `Die Frist ist der 3. März 2026, und 2026-05-30 kam danach; on May 1, 2026 or 02/04/2026, 締切は2026年6月7日。
      31 April 2026 is none, and 12 May names no year.`;
    const days = daysIn(text).map((day) => day.slice(5, 10));
    expect(days.toSorted()).toStrictEqual(['03-03', '04-02', '05-01', '05-30', '06-07']);
    expect(daysIn('no day in 2026')).toStrictEqual([]);
  });

  test.each(['31.04.2026', '2026-13-45', 'phone 20269999', 'Room 3 in May 2024', 'Invoice 123456', '12 may', ''])(
    'a text with %s has no date',
    (name) => {
      expect(dayIn(name)).toBeUndefined();
    },
  );

  test('an ambiguous date is read day first, unless other names say otherwise', () => {
    expect(dayIn('03-05-2026')).toBe('2026-05-03T00:00:00.000Z');
    expect(dayIn('03-05-2026', 'month')).toBe('2026-03-05T00:00:00.000Z');
    expect(dayOrderOf(['03-05-2026.md', '05-30-2026.md'])).toBe('month');
    expect(dayOrderOf(['03-05-2026.md', '30-05-2026.md'])).toBe('day');
    expect(dayOrderOf(['03-05-2026.md', 'other.md'])).toBeUndefined();
  });
});

const dated = async (name: string, text: string | Uint8Array, more = {}) =>
  (await readDocument(name, Buffer.from(text), 'auto', more)).pieces.map(({ occurredAt, body }) => [body, occurredAt]);

test('the notes of an archive share one order of day and month', async () => {
  const archive = zip([
    { name: 'v/03-05-2026.md', data: Buffer.from('Ada came.') },
    { name: 'v/05-30-2026.md', data: Buffer.from('Ben came.') },
  ]);
  expect(await dated('v.zip', archive)).toStrictEqual([
    ['Ada came.', '2026-03-05T00:00:00.000Z'],
    ['Ben came.', '2026-05-30T00:00:00.000Z'],
  ]);
});

test('a heading with a date dates the text below it', async () => {
  const text = '# Log\n\n## Samstag, 30. Mai 2026\n\nAda came.\n\n## 31.05.2026\n\nBen came.\n';
  expect(await dated('log.md', text)).toStrictEqual([
    ['Ada came.', '2026-05-30T00:00:00.000Z'],
    ['Ben came.', '2026-05-31T00:00:00.000Z'],
  ]);
});

test('date and published precede created, then the file name, then the file’s own time', async () => {
  const modifiedAt = '2026-07-01T00:00:00.000Z';
  const note = (matter: string) => `---\ntags: [a]\n${matter}---\nSee [[Ada]].\n`;
  const time = async (name: string, matter: string) => (await dated(name, note(matter), { modifiedAt })).at(-1)?.[1];
  expect(await time('2026-01-08.md', 'created: 2026-03-22\npublished: 2026-02-02\n')).toContain('2026-02-02');
  expect(await time('2026-01-08.md', 'created: 22.03.2026\n')).toContain('2026-03-22');
  expect(await time('2026_01_08.md', '')).toContain('2026-01-08');
  expect(await time('Ada.md', '')).toBe(modifiedAt);
  expect(await dated('plain.md', 'Ada came.', { modifiedAt })).toStrictEqual([['Ada came.', modifiedAt]]);
});

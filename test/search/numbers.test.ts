import { expect, test } from 'vitest';
import { findWords } from '../../src/search/text/words.ts';
import { openSession } from '../support/harness.ts';

const terms = (text: string) => findWords(text).words.map(({ term }) => term);
const haveOneTerm = (a: string, b: string) => terms(a).some((term) => terms(b).includes(term));

test.each([
  ['Arabic, Persian, Devanagari, Bengali, Thai digits', ['427', '٤٢٧', '۴۲۷', '४२७', '৪২৭', '๔๒๗', '４２７']],
  ['grouped numbers', ['120000', '₹1,20,000', '120,000', '120.000', "120'000", '120’000', '120 000', '120\u202f000']],
  ['a decimal', ['12.5', '12,5']],
  ['a grouped decimal', ['1234.56', '1,234.56', '1.234,56', '1 234,56']],
  ['a time of the day', ['17:30', '17h30', '17.30', '5:30 pm', '5.30pm', '5:30 p.m.', '5:30PM', '١٧:٣٠']],
  ['a full hour', ['10:00', '10 am', '10am', '10 a.m.']],
  ['a telephone number', ['+43 (660) 123-45-67', '436601234567', '43-660-1234567', '43.660.123.4567']],
])('%s: every notation finds every other', (_, written) => {
  for (const one of written) for (const other of written) expect([one, other, haveOneTerm(one, other)]).toContain(true);
});

test.each([
  ['60l', '60 l'],
  ['12.5m', '12,5 m'],
  ['36.250km', '36,250 km'],
  ['48,500元', '48,500 元'],
])('the number %s is equal to %s', (joined, apart) => {
  expect(terms(joined)).toStrictEqual(expect.arrayContaining(terms(apart).slice(0, 1)));
  expect(terms(joined).length).toBeGreaterThanOrEqual(terms(apart).length);
});

test.each([
  ['500', '48,500'],
  ['240', '1 240 euros'],
  ['30', '17:30'],
  ['17:30', '17:45'],
  ['5:30 pm', '5:45 pm'],
  ['5:30 am', '5:30 pm'],
  ['36', '36.250'],
])('a part of a number, or another number, is no match: %s in %s', (part, whole) => {
  expect(haveOneTerm(part, whole)).toBe(false);
});

test.each(['2024-05-01', 'v1.2.3', '127.0.0.1', 'Node 20', '5th', 'a-1,000-b'])('the parts of %s are kept', (name) => {
  const parts = name.toLowerCase().match(/[a-z]?\d+(?:th)?/g) ?? [];
  expect(terms(name)).toStrictEqual(expect.arrayContaining(parts));
});

test('the search finds the number first, and nothing with another number at .9', async () => {
  const { call } = await openSession({ character: 'Ada' });
  for (const content of ['The meeting is at 17:30.', 'Lunch is at 5:45 pm.', 'The loan is ₹1,20,000.', 'غرفة ٤٢٧'])
    await call('add_memory_direct', { category: 'facts', content });
  const first = async (query: string) => {
    const found = await call<{ memories: { content: string; relevance: number }[] }>('search_memories', { query });
    return found.memories[0];
  };
  expect(await first('5:30pm')).toMatchObject({ content: 'The meeting is at 17:30.' });
  expect(await first('120000')).toMatchObject({ content: 'The loan is ₹1,20,000.' });
  expect(await first('room 427')).toMatchObject({ content: 'غرفة ٤٢٧' });
  for (const other of ['5:31 pm', '20,000', '17:15']) expect((await first(other))?.relevance ?? 0).toBeLessThan(0.9);
});

import { expect, test } from 'vitest';
import { placeAfter } from '../../web/parts/queue/place.ts';

test('the card behind a decided one follows, also where new cards came first, until that is taken back', () => {
  let place = placeAfter({ list: 'all', at: 0, keys: [] }, ['a', 'b', 'c', 'd'], undefined);
  const shows = (keys: string, chosen?: string) => {
    place = placeAfter(place, keys === '' ? [] : keys.split(' '), chosen);
    return place.keys[place.at];
  };
  expect(shows('a b c d')).toBe('a');
  expect(shows('a b c d', 'b')).toBe('b');
  expect(shows('a c d', 'b')).toBe('c');
  expect(shows('n a d c', 'b')).toBe('c');
  expect(shows('n a d', 'b')).toBe('d');
  expect(shows('n a c d', 'b')).toBe('c');
  expect(shows('n a', 'b')).toBe('a');
  expect(shows('n a b', 'b')).toBe('b');
});

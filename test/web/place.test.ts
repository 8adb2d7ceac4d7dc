import { expect, test } from 'vitest';
import { type Place, placeAfter } from '../../web/parts/queue/place.ts';

function walk() {
  let place: Place = { list: 'all', order: [] };
  return (keys: string, chosen?: string) => {
    const all = keys === '' ? [] : keys.split(' ');
    place = placeAfter(place, all, chosen);
    return place.order
      .filter((key) => all.includes(key))
      .map((key) => (key === place.shown ? `[${key}]` : key))
      .join(' ');
  };
}

test('the card behind a decided one follows, until that is taken back at its place', () => {
  const shows = walk();
  expect(shows('a b c d')).toBe('[a] b c d');
  expect(shows('a b c d', 'b')).toBe('a [b] c d');
  expect(shows('a c d', 'b')).toBe('a [c] d');
  expect(shows('a d', 'b')).toBe('a [d]');
  expect(shows('a c d', 'b')).toBe('a [c] d');
  expect(shows('a d', 'b')).toBe('a [d]');
  expect(shows('a', 'b')).toBe('[a]');
  expect(shows('a b', 'b')).toBe('a [b]');
});

test('new cards come behind the shown one, whatever their weight', () => {
  const shows = walk();
  expect(shows('a b c')).toBe('[a] b c');
  expect(shows('m n a b o c')).toBe('[a] m n b o c');
  expect(shows('m n b o c')).toBe('[m] n b o c');
  expect(shows('l m n b o c p', 'b')).toBe('m n [b] l o c p');
});

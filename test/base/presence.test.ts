import { expect, test } from 'vitest';
import { Presence } from '../../src/base/presence.ts';

test('a single owner shares with nobody, however often it is seen', () => {
  const presence = new Presence();
  expect(presence.isShared).toBe(false);
  for (const now of [0, 1, 5_000]) presence.see('a', now);
  expect(presence.isShared).toBe(false);
});

test('two share for ten seconds after the other was last seen', () => {
  const presence = new Presence();
  presence.see('a', 0);
  presence.see('b', 100);
  expect(presence.isShared).toBe(true);
  presence.see('b', 9_999);
  expect(presence.isShared).toBe(true);
  presence.see('b', 10_000);
  expect(presence.isShared).toBe(false);
});

test('who is seen again counts from then, also when others came in between', () => {
  const presence = new Presence();
  presence.see('a', 0);
  presence.see('b', 1);
  presence.see('a', 9_000);
  presence.see('c', 10_500);
  // b has expired; a, seen at 9,000, and c have not.
  expect(presence.isShared).toBe(true);
  presence.see('c', 19_000);
  expect(presence.isShared).toBe(false);
});

import { expect, test } from 'vitest';
import { Presence } from '../../src/base/presence.ts';

test('one owner alone never counts as shared', () => {
  const presence = new Presence();
  expect(presence.isShared).toBe(false);
  for (const now of [0, 1, 5_000]) presence.see('a', now);
  expect(presence.isShared).toBe(false);
});

test('presence is shared for ten seconds after the other owner was last seen', () => {
  const presence = new Presence();
  presence.see('a', 0);
  presence.see('b', 100);
  expect(presence.isShared).toBe(true);
  presence.see('b', 9_999);
  expect(presence.isShared).toBe(true);
  presence.see('b', 10_000);
  expect(presence.isShared).toBe(false);
});

test('another sighting renews an owner’s presence, also with others in between', () => {
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

import { expect, test } from 'vitest';
import { leavesPart } from '../../../src/search/judge/news.ts';

test.each([
  ['I live in Berlin and work as a developer at Nordlicht.', 'I moved to Hamburg.', true],
  ['Ich wohne in Graz und arbeite in der alten Mühle.', 'Ich bin nach Wien gezogen.', true],
  ['Our CI runs on Jenkins. The wiki runs on MediaWiki.', 'We replaced Jenkins by GitHub Actions.', true],
  ['We deploy with Docker and Podman.', 'We deploy with Kubernetes now.', false],
  ['I live in Berlin and work for Nordlicht.', 'I no longer live in Berlin, and no longer work for Nordlicht.', false],
  ['My dentist is Dr. Baum.', 'My dentist is Dr. Kern now.', false],
])('a part of “%s” is left by “%s”: %s', (older, newer, isLeft) => {
  expect(leavesPart(newer, older)).toBe(isLeft);
});

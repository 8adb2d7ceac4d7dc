import { expect, test } from 'vitest';
import { putStatesFirst } from '../../src/search/smart/asked-states.ts';

const other = { content: 'Feature flags live in flags.yaml.', relevance: 0.85 };

test.each([
  ['Where do I live?', 'I moved to Berlin last week, I no longer live in Bremen.'],
  ['Where do I live?', 'Ich wohne in Berlin, Neukölln.'],
  ['Wo wohne ich?', 'I live in Berlin.'],
])('a weak match that tells the state comes first and is of use: “%s”, “%s”', (question, content) => {
  const order = putStatesFirst(question, [other, { content, relevance: 0.2 }]);
  expect(order.map((one) => [one.content, one.relevance])).toStrictEqual([
    [content, 0.5],
    [other.content, 0.34],
  ]);
});

test('a question for no state of the person leaves the order', () => {
  const two = [other, { content: 'I live in Berlin.', relevance: 0.2 }];
  expect(putStatesFirst('Where do the feature flags live?', two)).toStrictEqual(two);
});

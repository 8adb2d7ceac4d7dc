import { expect, test } from 'vitest';
import { readingIn } from '../../src/text/readings.ts';

test.each([
  ['The vet is 藤田 (Fujita).', '藤田', 'Fujita'],
  ['The vet is 藤田先生（Fujita）.', '藤田', 'Fujita'],
  ['Ask Fujita (藤田さん) for it.', '藤田', 'Fujita'],
  ['Fujita 藤田さん is the vet.', '藤田', 'Fujita'],
  ['林さん (Hayashi Ken) moved.', '林', 'Hayashi Ken'],
  ['Fujita reads 新聞 daily.', undefined, undefined],
  ['藤田先生はいい人だ。', undefined, undefined],
  ['The vet is Dr. Fujita.', undefined, undefined],
])('a name in signs is read as the one beside it: %s', (text, alias, name) =>
  expect(readingIn(text)).toStrictEqual(alias === undefined ? undefined : { alias, name }),
);

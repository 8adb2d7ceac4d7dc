import { expect, test } from 'vitest';
import { isSameQuestion } from '../../src/search/same-question.ts';
import { cpuTimeOf } from '../support/cost.ts';

const same = (one: string, other: string) => [isSameQuestion(one, other, 0), isSameQuestion(other, one, 0)];

test.each([
  ['Which port does staging use?', 'which port does staging use'],
  ['Which port does staging use?', 'What port is staging on?'],
  ['What is my dog called?', 'How is my dog called?'],
  ['我的狗叫什么？', '我的狗叫什么名字？'],
  ['ما اسم كلبي؟', 'ما اسم كلبي'],
])('“%s” and “%s” ask for the same', (one, other) => expect(same(one, other)).toStrictEqual([true, true]));

test.each([
  ['Which port does staging use?', 'Which port does production use?'],
  ['Where do I live?', 'Where does Ana live?'],
  ['What do we plan for May 2026?', 'What do we plan for June 2026?'],
  ['What is it?', 'Where do I live?'],
  ['', 'Where do I live?'],
])('“%s” and “%s” ask for something else', (one, other) => expect(same(one, other)).toStrictEqual([false, false]));

test('a prompt is compared with many known questions without reading them again', async () => {
  const known = (word: string) =>
    Array.from({ length: 200 }, (_, i) => `Which flags does the ${word} of service ${i} take on the staging host?`);
  const compare = (word: string) => known(word).filter((one) => isSameQuestion(one, `Where is the ${word} kept?`, 0));
  compare('deployment');
  const first = await cpuTimeOf(() => compare('release'));
  expect(await cpuTimeOf(() => compare('release'))).toBeLessThan(first / 2);
});

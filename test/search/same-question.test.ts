import { expect, test } from 'vitest';
import { isSameQuestion } from '../../src/search/same-question.ts';

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

import { expect, test } from 'vitest';
import { isSameQuestion } from '../../src/search/same-question.ts';

test.each<[is: boolean, one: string, other: string]>([
  [true, 'Which port does staging use?', 'which port does staging use'],
  [true, 'Which port does staging use?', 'What port is staging on?'],
  [true, 'What is my dog called?', 'How is my dog called?'],
  [true, '我的狗叫什么？', '我的狗叫什么名字？'],
  [true, 'ما اسم كلبي؟', 'ما اسم كلبي'],
  [false, 'Which port does staging use?', 'Which port does production use?'],
  [false, 'Where do I live?', 'Where does Ana live?'],
  [false, 'What do we plan for May 2026?', 'What do we plan for June 2026?'],
  [false, 'What is it?', 'Where do I live?'],
  [false, '', 'Where do I live?'],
])('it is %s that “%s” and “%s” ask for the same', (is, one, other) => {
  expect(isSameQuestion(one, other, 0)).toBe(is);
  expect(isSameQuestion(other, one, 0)).toBe(is);
});

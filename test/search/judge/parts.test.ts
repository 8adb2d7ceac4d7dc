import { expect, test } from 'vitest';
import { asksForRest, heldBeside, leavesPart } from '../../../src/search/judge/parts.ts';

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

test.each([
  ["I'm Lena, I live in Leeds and my dog is called Rex.", 'I moved to York.', "I'm Lena and my dog is called Rex."],
  ["I'm Lena. I live in Leeds and my dog is called Rex.", 'My dog is called Bella now.', "I'm Lena. I live in Leeds."],
  ['I live in Leeds and work at the mill.', 'I moved to York.', 'I work at the mill.'],
  ['Paula lives in Leeds and has a dog.', 'Paula has moved to York.', 'Paula has a dog.'],
  ['Ich wohne in Kassel und arbeite bei Bosch.', 'Ich bin nach Freiburg gezogen.', 'Ich arbeite bei Bosch.'],
  ['Vivo en Madrid y trabajo en Telefónica.', 'Me mudé a Bilbao.', 'Trabajo en Telefónica.'],
  ['Я живу в Москве, и мою собаку зовут Рекс.', 'Я переехал в Казань.', 'Мою собаку зовут Рекс.'],
  ['أسكن في القاهرة، واسم كلبي ريكس.', 'انتقلت إلى الإسكندرية.', 'اسم كلبي ريكس.'],
  ['私は横浜に住んでいて、犬の名前はレックスです。', '京都に引っ越しました。', '犬の名前はレックスです。'],
  ['我住在上海，我的狗叫小黑。', '我搬到北京了。', '我的狗叫小黑。'],
  ['I like apples, red pears and green tea.', "I don't like apples any more.", undefined],
  ['I live in Leeds.', 'I moved to York.', undefined],
  ['Anna plays the cello and I write poems.', 'The office has moved to York.', undefined],
])('the rest of “%s” beside “%s” is “%s”', (older, newer, held) => {
  expect(heldBeside(newer, older)).toBe(held);
});

test.each([
  ['What is my dog called?', true],
  ['Where do I live?', false],
  ['Is there a piano?', false],
])('“%s” asks for what a move leaves of a memory about home and dog: %s', (question, isAsked) => {
  expect(asksForRest(question, 'I moved to York.', 'I live in Leeds and my dog is called Rex.')).toBe(isAsked);
});

test('a question in Chinese asks for a part by the characters that both have', () => {
  const [newer, older] = ['我搬到北京了。', '我住在上海，我的狗叫小黑。'];
  expect(asksForRest('我的狗叫什么？', newer, older)).toBe(true);
  expect(asksForRest('我住在哪里？', newer, older)).toBe(false);
});

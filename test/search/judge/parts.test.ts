import { expect, test } from 'vitest';
import { goneBeside, heldBeside } from '../../../src/search/judge/held.ts';
import { asksForRest, leavesPart } from '../../../src/search/judge/parts.ts';

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
  ['Kestrel is the new reporting tool. Ana leads Kestrel.', 'Kestrel is the new reporting tool.'],
  ['The project is called Kestrel. Kestrel runs on AWS.', 'Kestrel runs on AWS.'],
])('a new name changes nothing of what it names: “%s” leaves “%s”', (older, left) => {
  expect(heldBeside('Project Kestrel has been renamed to Falcon Reports; Ana handed it to Tom.', older)).toBe(left);
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
  ['Ana: I live in Leeds and have a dog.', 'Ana: I moved to York.', 'Ana: I have a dog.'],
  ['Paula lives in Leeds and her dog is Rex.', 'Paula moved to York.', "Paula's dog is Rex."],
  ['Paula lives in Leeds. She has a dog.', 'Paula moved to York.', 'Paula has a dog.'],
  [
    'Trabajo en Telefónica, vivo en Madrid y tengo dos perros.',
    'Me mudé.',
    'Trabajo en Telefónica y tengo dos perros.',
  ],
  ['Le serveur a Debian 11 et les copies sont sur le NAS.', 'Le serveur a Debian 12.', 'Les copies sont sur le NAS.'],
  ['犬の名前はレックスで、横浜に住んでいます。', '京都に引っ越しました。', '犬の名前はレックスです。'],
  [
    'I am Kenta.\n妹のユキはベルリンに住んでいる。\nJe suis né à Kobe.',
    'Yuki moved to Kiel.',
    'I am Kenta.\nJe suis né à Kobe.',
  ],
  ['Ich bin Kenta. Моя сестра Юки живёт в Берлине. 我对花生过敏。', 'Yuki moved.', 'Ich bin Kenta. 我对花生过敏。'],
  ['I live in Kyoto.\nMy sister Yuki lives in Berlin.', 'ユキはハンブルクに引っ越した。', 'I live in Kyoto.'],
  ['Kurs › Ort: Frau Brandt lehrt. Schwester Yuki in Berlin.', 'Yuki moved to Kiel.', 'Kurs › Ort: Frau Brandt lehrt.'],
  ['日記 › 5月: 妹のユキはベルリンに住んでいる。モモは猫だ。', 'Yuki moved to Kiel.', '日記 › 5月: モモは猫だ。'],
  [
    'Frau Brandt lehrt. Der Kurs ist dienstags um 19 Uhr.',
    'Frau Brandt hat den Kurs auf Donnerstag verlegt.',
    'Frau Brandt lehrt. Der Kurs ist um 19 Uhr.',
  ],
  [
    'Ms Roy teaches us. The course is on Tuesdays at 7 pm.',
    'The course was moved to Thursday at 8.',
    'Ms Roy teaches us.',
  ],
  ['I like apples, red pears and green tea.', "I don't like apples any more.", undefined],
  ['my dog is called Rex. I live in Leeds.', 'I moved to York.', 'my dog is called Rex.'],
  ['I live in Leeds.', 'I moved to York.', undefined],
  ['Anna plays the cello and I write poems.', 'The office has moved to York.', undefined],
])('the rest of “%s” beside “%s” is “%s”', (older, newer, held) => {
  expect(heldBeside(newer, older)).toBe(held);
});

test.each([
  ['Atlas uses PostgreSQL 15 and Redis for sessions.', 'Atlas moved to PostgreSQL 17.'],
  ['Der Code liegt auf GitLab und das Wiki auf Confluence.', 'Der Code liegt jetzt auf GitHub.'],
  ['The API listens on port 8080 and logs to stdout.', 'The API listens on port 9090 now.'],
  ['My sister lives in Bonn. She has two dogs.', 'My sister moved to Kiel.'],
  ['My sister lives in Bonn, and her son is called Max.', 'My sister moved to Kiel.'],
  ['Ma sœur habite à Lyon. Elle a deux chiens.', 'Ma sœur a déménagé à Nantes.'],
  ["Whenever I'm coding, whatever the language, my editor is Sublime.", 'I ditched Sublime for Helix.'],
  ['TOEIC、800点を目指してる', 'TOEICで目指すのは900点。'],
  ['毎朝コーヒーを飲み、夜は紅茶を飲む。', '夜は緑茶を飲むことにした。'],
  ['我妹妹住在上海。她有两只狗。', '我妹妹搬到北京了。'],
])('no broken rest is made of “%s” beside “%s”', (older, newer) => {
  expect(heldBeside(newer, older)).toBe(undefined);
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

test.each([
  ['Kurs: Wir üben Deutsch. Er ist dienstags um 19 Uhr.', 'Der Kurs ist jetzt donnerstags.', undefined],
  ['Ada lives in Leeds and her dog is called Rex.', 'Ada moved to Lisbon.', 'Ada lives in Leeds.'],
  ['I live in Leeds and work at the mill', 'I work at the port now', 'I work at the mill'],
  ['Home: Momo eats fish; the vet is Dr. Fujita.', 'The vet is Dr. Hayashi now.', 'Home: The vet is Dr. Fujita.'],
  ['私は横浜に住んでいて、犬の名前はレックスです。', '京都に引っ越しました。', '私は横浜に住んでいる。'],
  ['My dentist is Dr. Baum.', 'My dentist is Dr. Kern now.', undefined],
])('a text of its own says what goes of “%s” by “%s”', (older, newer, gone) => {
  expect(goneBeside(newer, older)).toBe(gone);
});

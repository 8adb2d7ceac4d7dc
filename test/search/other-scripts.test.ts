import { expect, test } from 'vitest';
import { storing, UNRELATED } from './searchable.ts';

test.each([
  ['Наш офис в Москва открывается в девять', 'Moskva'],
  ['Наташа отвечает за релизы', 'What does Natasha do?'],
  ['Григорий и Анна живут в Твери', 'Where does Grigorij live?'],
  ['Дмитро працює в Харкові', 'Dmytro'],
  ['Ο Γιώργος φτιάχνει τα τιμολόγια', 'What does Giorgos do?'],
  ['Natasha Petrova leads the billing team', 'Кто такая Наташа Петрова?'],
  ['The river Volga is frozen', 'Волга'],
  ['Maria Papadopoulos owns the bakery', 'Τι κάνει η Μαρία;'],
])('a name is found in another script: %s | %s', (memory, question) =>
  expect(storing(...UNRELATED, memory).find(question)[0]).toBe(memory),
);

test.each([
  ['Тема встречи не выбрана', 'Which team won?'],
  ['Мост закрыт на ремонт', 'Must I sign?'],
  ['Кот спит', 'Where is the coat?'],
])('a word that only resembles one in another script does not find it: %s | %s', (memory, question) =>
  expect(storing(...UNRELATED, memory).find(question)).not.toContain(memory),
);

test.each([
  ['أعيش كنباتي منذ سنوات', 'هل أنا نباتي؟'],
  ['أنا نباتي', 'ماذا آكل كنباتي؟'],
  ['الهدية لليلى', 'ليلى'],
  ['وسافرنا إلى البحر', 'سافرنا'],
  ['من هر روز می‌خوانم', 'خوانم'],
  ['کتاب‌های آشپزی روی میز است', 'کتاب آشپزی'],
])('an Arabic or Persian word is found without what is written with it, and with it: %s | %s', (memory, question) => {
  expect(storing('القطة على السطح', 'گربه روی بام است', memory).find(question)[0]).toBe(memory);
});

test.each([
  ['We fly to Tokyo in March', '東京'],
  ['東京の友だち', 'Who lives in Tokyo?'],
  ['انتقلنا إلى القاهرة', 'Cairo'],
  ['Мы переехали в Берлин', 'Wer wohnt in Berlin?'],
  ['서울 사무실은 3층이다', 'Seoul office'],
])('a place is found by its name in another script: %s | %s', (memory, question) => {
  expect(storing(...UNRELATED, memory).find(question)[0]).toBe(memory);
});

test('a Chinese word that is found counts as much as one that is not', () => {
  const { memories } = storing('项目从零开始。').rank('从阶段八开始讨论预算');
  expect(memories[0]!.relevance).toBeLessThan(0.3);
});

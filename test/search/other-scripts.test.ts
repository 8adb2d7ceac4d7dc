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

import { expect, test } from 'vitest';
import { statesAskedIn } from '../../../src/search/judge/asked-states.ts';

test.each([
  ['Where do I live?', 'home'],
  ["what's my name?", 'name'],
  ['Who do I work for?', 'work'],
  ['Do you know where I live?', 'home'],
  ['Weißt du, wo ich wohne?', 'home'],
  ['What is the name of my doctor?', 'doctor'],
  ['Wo wohne ich jetzt?', 'home'],
  ['Wie heißt mein Zahnarzt?', 'dentist'],
  ["J'habite où ?", 'home'],
  ['¿Cuál es mi número?', 'phone'],
  ['Dove abito?', 'home'],
  ['Qual é o meu número?', 'phone'],
  ['Gdzie mieszkam?', 'home'],
  ['Как меня зовут?', 'name'],
  ['Nerede oturuyorum?', 'home'],
  ['私はどこに住んでいますか？', 'home'],
  ['我叫什么名字？', 'name'],
  ['어디에 살고 있나요?', 'home'],
  ['أين أسكن؟', 'home'],
])('a question for a state of the speaker is understood: %s', (question, kind) => {
  expect([...statesAskedIn(question)]).toStrictEqual([kind]);
});

test.each([
  'Where does my sister live?',
  "What is my boss's phone number?",
  'What did I ask my boss?',
  'Was sagt mein Zahnarzt?',
  'Where do tickets live?',
  'How do I work with the queue?',
  'What is in my living room?',
  'Which restaurants are near where I live?',
  'Welche Restaurants gibt es, wo ich wohne?',
  'Какие рестораны есть там, где я живу?',
  'I live in Bremen.',
  'Где живёт мой брат?',
  '妹はどこに住んでいますか？',
])('a question for something else asks for no state: %s', (question) => {
  expect(statesAskedIn(question).size).toBe(0);
});

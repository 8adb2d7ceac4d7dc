import { describe, expect, test } from 'vitest';
import { type Searchable, storing, UNRELATED } from './searchable.ts';

const OPEN = [
  'open: Cancel the electricity contract',
  'open: Paint the kitchen',
  'open: Call the roofer (due 2026-12-03)',
];
const DONE = ['done: Register at the new school', 'done: Measure the windows'];
const DROPPED = ['dropped: Rent a van for Sunday'];
const subject = (task: string) => `Move to Graz › Tasks: ${task}`;
const tasks = [...DROPPED, ...DONE, ...OPEN].map(subject);

const store = storing(...UNRELATED, ...tasks, 'The corner shop is open on Sundays', 'Ada is done with chemistry');

/** Whether these tasks come first, in any order. */
function expectFirst(query: string, wanted: readonly string[], from: Searchable = store): void {
  const found = from.find(query);
  expect(found.slice(0, wanted.length).sort(), query).toStrictEqual(wanted.map(subject).sort());
}

const stillToDo = [
  'What is still to do?',
  'What is left to do?',
  "What's left?",
  'What do I still have to do?',
  'What do we need to do?',
  'Which tasks are open?',
  'my to-do list',
  'What is not done yet?',
  'What should I do next?',
  'What remains to be done?',
  'What do I need to get done?',
  "What haven't I done yet?",
  'Was ist noch zu tun?',
  'Was muss ich noch erledigen?',
  'Was steht noch an?',
  'Was bleibt noch zu tun?',
  'Was habe ich noch nicht erledigt?',
  'Welche Aufgaben sind noch offen?',
  "Qu'est-ce qui reste à faire ?",
  'Que me reste-t-il à faire ?',
  "Qu'est-ce que je n'ai pas encore fait ?",
  'Quelles tâches sont ouvertes ?',
  "Cosa c'è ancora da fare?",
  'Cosa devo ancora fare?',
  'Cosa rimane da fare?',
  'Cosa non ho ancora fatto?',
  'Quali attività sono ancora aperte?',
  '¿Qué queda por hacer?',
  '¿Qué tengo que hacer?',
  '¿Qué falta por hacer?',
  '¿Qué no he hecho todavía?',
  '¿Qué tareas están pendientes?',
  'O que falta fazer?',
  'O que ainda tenho de fazer?',
  'O que ainda não fiz?',
  'Quais tarefas estão abertas?',
  'Wat is er nog te doen?',
  'Wat moet ik nog doen?',
  'Wat heb ik nog niet gedaan?',
  'Welke taken staan nog open?',
  'Vad är kvar att göra?',
  'Hva gjenstår å gjøre?',
  'Hvad mangler der at blive gjort?',
  'Mitä on vielä tekemättä?',
  'Mitä en ole vielä tehnyt?',
  'Co jeszcze zostało do zrobienia?',
  'Czego jeszcze nie zrobiłem?',
  'Что ещё осталось сделать?',
  'Что я ещё не сделал?',
  'Yapılacak ne kaldı?',
  'Henüz ne yapmadım?',
];
const alreadyDone = [
  'What have I done?',
  'What has been done already?',
  'Which tasks are done?',
  'What is finished?',
  'Was habe ich schon erledigt?',
  'Welche Aufgaben sind fertig?',
  "Qu'est-ce que j'ai déjà fait ?",
  'Cosa ho già fatto?',
  '¿Qué he hecho ya?',
  'O que já fiz?',
  'Wat heb ik al gedaan?',
  'Vad har jag redan gjort?',
  'Hva har jeg allerede gjort?',
  'Hvad har jeg allerede lavet?',
  'Mitä olen jo tehnyt?',
  'Co już zrobiłem?',
  'Что уже сделано?',
  'Şimdiye kadar neler yaptım?',
];

describe('a question for tasks', () => {
  test.each(stillToDo)('a question for open tasks finds them: %s', (query) => expectFirst(query, OPEN));
  test.each(alreadyDone)('a question for done tasks finds them: %s', (query) => expectFirst(query, DONE));
  test.each(['Which tasks were dropped?', 'Welche Aufgaben sind abgesagt?', 'Quelles tâches sont annulées ?'])(
    'a question for dropped tasks finds them: %s',
    (query) => expectFirst(query, DROPPED),
  );

  test('open tasks of the question’s subject rank first', () => {
    const notes = ['House: done: Order the gutters', 'House: open: Paint the fence', 'House: dropped: Buy a ladder'];
    const houses = storing(...tasks, ...notes, 'House: Slate lasts a hundred years.');
    expect(houses.find('What is still to do on the house?')[0]).toBe('House: open: Paint the fence');
    expect(houses.find('What have we already done on the house?')[0]).toBe('House: done: Order the gutters');
  });

  test('tasks written by hand are found', () => {
    const notes = storing(
      ...UNRELATED,
      'TODO: renew the passport',
      '[x] book the flight',
      'The list of TODO items is long',
    );
    expect(notes.find('What is left to do?')).toStrictEqual(['TODO: renew the passport']);
    expect(notes.find('Which tasks are done?')[0]).toBe('[x] book the flight');
  });

  test('a question for tasks finds nothing where there are none', () => {
    expect(storing(...UNRELATED).find('What is still to do?')).toStrictEqual([]);
  });

  test('a statement below a task is not taken for the task', () => {
    const notes = storing(...UNRELATED, 'Garden › open: Clean the pond › Notes: The pond is 2 m deep');
    expect(notes.find('What is still to do?')).toStrictEqual([]);
  });
});

describe('words also used of tasks', () => {
  test('words of tasks keep their meaning beside other words', () => {
    const notes = storing(...UNRELATED, ...tasks, 'Invoice 12 is still open', 'Invoice 9 is paid');
    expect(notes.find('Which invoice is open?')[0]).toBe('Invoice 12 is still open');
    expect(notes.find('When is the shop open?')[0]).not.toContain('Tasks');
    expect(notes.find('Did I cancel the electricity contract?')[0]).toBe(subject(OPEN[0]!));
  });
});

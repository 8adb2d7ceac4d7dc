import { expect, test } from 'vitest';
import { asciiDigits } from '../../src/text/digits.ts';
import { saidTask } from '../../src/text/tasks.ts';

test.each([
  ['[x] Order the gutters', 'done: Order the gutters'],
  ['[ ] Call the roofer', 'open: Call the roofer'],
  ['[-] Rent a van', 'dropped: Rent a van'],
  ['[/] Paint the kitchen', 'open: Paint the kitchen'],
  ['TODO Call the roofer', 'open: Call the roofer'],
  ['[#A] WAITING Permit of the town', 'open: Permit of the town'],
  ['TODO [#B] Plant the tree', 'open: Plant the tree'],
  ['DONE Clean the pond', 'done: Clean the pond'],
  ['CANCELLED Buy a ladder', 'dropped: Buy a ladder'],
  ['[ ] Insure it 📅 2026-12-01 🔁 every year', 'open: Insure it (due 2026-12-01) (repeats every year)'],
  ['TODO', ''],
  ['TODO list of the house', 'TODO list of the house'],
  ['Done is better than perfect.', 'Done is better than perfect.'],
  ['[decision] We use SQLite', '[decision] We use SQLite'],
])('the task %j is stored as %j', (text, said) => {
  expect(saidTask(text)).toBe(said);
});

test('digits of every script are read as numbers', () => {
  expect(['٢٠٢٤', '۱۴۰۳', '१२३', '𝟙𝟚', '2024'].map(asciiDigits)).toStrictEqual(['2024', '1403', '123', '12', '2024']);
});

import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { temporaryFolder } from '../../support/harness.ts';

/** Two connections to one store, as two processes have them, and how often the first has read what it is asked for. */
function open() {
  const path = join(temporaryFolder(), 'memory.db');
  const connect = () => {
    const db = openConnection(path);
    onTestFinished(() => db.close());
    return db;
  };
  const [db, other] = [connect(), connect()];
  db.sqlite.exec('CREATE TABLE notes (text TEXT)');
  const unit = vi.fn(() => db.all<{ text: string }>('SELECT text FROM notes').map(({ text }) => text));
  const ask = (key = 'notes') => db.readKept(key, unit);
  const note = (by: typeof db, text: string) => by.write(() => by.run('INSERT INTO notes VALUES (?)', text));
  return { db, other, ask, note, unit };
}

test('an answer is read once while nothing changes', async () => {
  const { ask, unit } = open();
  expect(await ask()).toStrictEqual([]);
  expect(await ask()).toBe(await ask());
  expect(unit).toHaveBeenCalledTimes(1);
  await ask('others');
  expect(unit).toHaveBeenCalledTimes(2);
});

test('what this process or another writes is in the next answer', async () => {
  const { db, other, ask, note } = open();
  await ask();
  await note(db, 'own');
  expect(await ask()).toStrictEqual(['own']);
  await note(other, 'foreign');
  expect(await ask()).toStrictEqual(['own', 'foreign']);
  await note(db, 'own again');
  expect(await ask()).toStrictEqual(['own', 'foreign', 'own again']);
});

test('what failed is asked for again', async () => {
  const { ask, unit } = open();
  unit.mockImplementationOnce(() => {
    throw new Error('refused');
  });
  await expect(ask()).rejects.toThrow('refused');
  expect(await ask()).toStrictEqual([]);
});

test('a thousand answers are kept at most', async () => {
  const { ask, unit } = open();
  for (let i = 0; i < 1_001; i++) await ask(`notes ${i}`);
  await ask('notes 1000');
  expect(unit).toHaveBeenCalledTimes(1_001);
  await ask('notes 0');
  expect(unit).toHaveBeenCalledTimes(1_002);
});

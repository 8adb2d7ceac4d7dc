import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '../../../src/base/sqlite.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { temporaryFolder } from '../../support/harness.ts';

const newPath = () => join(temporaryFolder(), 'memory.db');

/** A store with a table of its own, and how many transactions have been committed since. */
function open() {
  const path = newPath();
  const db = openConnection(path);
  onTestFinished(() => db.close());
  db.sqlite.exec('CREATE TABLE notes (text TEXT NOT NULL UNIQUE)');
  const other = new Database(path, { readonly: true });
  onTestFinished(() => void other.close());
  const run = vi.spyOn(db, 'run');
  const commits = () => run.mock.calls.filter(([sql]) => sql === 'COMMIT').length;
  const clock = { ms: 1_000 };
  vi.spyOn(process, 'uptime').mockImplementation(() => clock.ms / 1_000);
  const note = (text: string | null) => db.write(() => db.run('INSERT INTO notes VALUES (?)', text).changes);
  const notes = () => other.prepare('SELECT text FROM notes ORDER BY rowid').pluck().all();
  return { db, clock, note, notes, commits };
}

test('units requested together are one transaction, in their order', async () => {
  const { note, notes, commits } = open();
  const asked = ['a', 'b', 'c'].map(note);
  expect(await Promise.all(asked)).toStrictEqual([1, 1, 1]);
  expect(notes()).toStrictEqual(['a', 'b', 'c']);
  expect(commits()).toBe(1);
});

test('a failing unit rolls back its own writes, and no others', async () => {
  const { db, note, notes } = open();
  const half = db.write(() => {
    db.run('INSERT INTO notes VALUES (?)', 'half');
    throw new Error('refused');
  });
  const outcomes = await Promise.allSettled([note('a'), half, note('a'), note('b')]);
  expect(outcomes.map(({ status }) => status)).toStrictEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { message: 'refused' } });
  expect(notes()).toStrictEqual(['a', 'b']);
});

test('no unit is answered before its commit', async () => {
  const { db, note, notes } = open();
  const seen: unknown[] = [];
  const first = note('a').then(() => seen.push(...notes()));
  await Promise.all([first, db.write(() => expect(notes()).toStrictEqual([]))]);
  expect(seen).toStrictEqual(['a']);
});

test('units that take long end the transaction, and the next ones start another', async () => {
  const { db, clock, note, notes, commits } = open();
  const long = db.write(() => {
    clock.ms += 30;
  });
  await Promise.all([note('a'), long, note('b'), note('c')]);
  expect(notes()).toStrictEqual(['a', 'b', 'c']);
  expect(commits()).toBe(2);
});

test('closing waits for requested units', async () => {
  const path = newPath();
  const db = openConnection(path);
  db.sqlite.exec('CREATE TABLE notes (text TEXT)');
  const asked = ['a', 'b'].map((text) => db.write(() => db.run('INSERT INTO notes VALUES (?)', text)));
  await db.close();
  await Promise.all(asked);
  const file = new Database(path, { readonly: true });
  expect(file.prepare('SELECT text FROM notes').pluck().all()).toStrictEqual(['a', 'b']);
  file.close();
});

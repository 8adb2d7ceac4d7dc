import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nobody } from '../../../src/storage/sqlite/change-counts.ts';
import { openConnection } from '../../../src/storage/sqlite/open.ts';
import { temporaryFolder } from '../../support/harness.ts';

/** Two connections to one store, as of two processes, and how often the first has read. */
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
  const ask = (key = 'notes') => db.read(() => db.cached(key, unit));
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

test('a write of this or another process is in the next answer', async () => {
  const { db, other, ask, note } = open();
  await ask();
  await note(db, 'own');
  expect(await ask()).toStrictEqual(['own']);
  await note(other, 'foreign');
  expect(await ask()).toStrictEqual(['own', 'foreign']);
  await note(db, 'own again');
  expect(await ask()).toStrictEqual(['own', 'foreign', 'own again']);
});

test('a failed read is not cached', async () => {
  const { ask, unit } = open();
  unit.mockImplementationOnce(() => {
    throw new Error('refused');
  });
  await expect(ask()).rejects.toThrow('refused');
  expect(await ask()).toStrictEqual([]);
});

test('a thousand answers are cached at most', async () => {
  const { ask, unit } = open();
  for (let i = 0; i < 1_001; i++) await ask(`notes ${i}`);
  await ask('notes 1000');
  expect(unit).toHaveBeenCalledTimes(1_001);
  await ask('notes 0');
  expect(unit).toHaveBeenCalledTimes(1_002);
});

test('units share one snapshot within a turn of the event loop, until a write', async () => {
  const { db, other, note } = open();
  const run = vi.spyOn(db, 'run');
  const begun = () => run.mock.calls.filter(([sql]) => sql === 'BEGIN').length;
  const count = () => db.read(() => db.all('SELECT text FROM notes').length);
  expect([await count(), await count(), await count()]).toStrictEqual([0, 0, 0]);
  expect(begun()).toBe(1);
  await note(other, 'foreign');
  expect([await count(), await count()]).toStrictEqual([1, 1]);
  expect(begun()).toBe(2);
  const [, written] = await Promise.all([count(), note(db, 'own').then(count)]);
  expect(written).toBe(2);
  await new Promise(setImmediate);
  expect(db.sqlite.inTransaction).toBe(false);
});

test('a unit that writes reads its own writes, not the cache', async () => {
  const { db, ask, unit } = open();
  await ask();
  const seen = await db.write(() => {
    db.run("INSERT INTO notes VALUES ('own')");
    return db.cached('notes', unit);
  });
  expect(seen).toStrictEqual(['own']);
});

test('a stamp changes with the units of its tenant, of all tenants and of other processes', async () => {
  const { db, other } = open();
  const stamps = () => db.read(() => [db.stamp('a'), db.stamp('b')]);
  /** Whose stamps a unit changes. */
  const changed = async (by: typeof db, tenantId?: string) => {
    const before = await stamps();
    await by.write(() => by.run('INSERT INTO notes VALUES (?)', 'x'), tenantId);
    const after = await stamps();
    return ['a', 'b'].filter((_, i) => before[i] !== after[i]);
  };
  expect(await changed(db, 'a')).toStrictEqual(['a']);
  expect(await changed(db, nobody)).toStrictEqual([]);
  expect(await changed(db)).toStrictEqual(['a', 'b']);
  expect(await changed(other, nobody)).toStrictEqual(['a', 'b']);
  expect(await stamps()).toStrictEqual(await stamps());
});

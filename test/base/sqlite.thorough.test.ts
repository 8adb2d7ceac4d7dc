import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Driver from 'better-sqlite3';
import { afterEach, expect, test, vi } from 'vitest';

const { versions } = process;

afterEach(() => {
  Object.defineProperty(process, 'versions', { value: versions });
});

async function loadedOn(node: string): Promise<typeof Driver> {
  Object.defineProperty(process, 'versions', { value: { ...versions, node } });
  vi.resetModules();
  return (await import('../../src/base/sqlite.ts')).Database;
}

test.each(['20.20.0', '22.23.3', '26.10.0'])('the database class on Node %s is the driver’s own', async (node) => {
  expect(await loadedOn(node)).toBe(Driver);
});

test.each(['24.0.0', '24.21.0', '26.3.1'])('no object of the driver on Node %s is garbage-collected', async (node) => {
  const Database = await loadedOn(node);
  expect(Database).not.toBe(Driver);
  const made = makeSome(Database);
  setFlagsFromString('--expose-gc');
  // A reference holds its target until the current task ends.
  await new Promise((resolve) => setTimeout(resolve));
  (runInNewContext('gc') as () => void)();
  expect(made.map((one) => typeof one.deref())).toStrictEqual(['object', 'object', 'object']);
  expect(() => new Database('/nowhere/memory.db')).toThrow('directory does not exist');
});

/** A database, a statement and an iterator of which nothing here holds one. */
function makeSome(Database: typeof Driver): WeakRef<object>[] {
  const database = new Database(':memory:');
  expect(database.pragma('user_version', { simple: true })).toBe(0);
  const statement = database.prepare('SELECT value FROM json_each(?)').pluck();
  const rows = statement.iterate('[1, 2, 3]');
  expect([...rows]).toStrictEqual([1, 2, 3]);
  expect(database).toBeInstanceOf(Driver);
  database.close();
  return [new WeakRef(database), new WeakRef(statement), new WeakRef(rows)];
}

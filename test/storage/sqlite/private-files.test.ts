import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunResult } from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from '../../../src/base/sqlite.ts';
import { copyStore } from '../../../src/storage/sqlite/disk/store-file.ts';
import { openStore, temporaryFolder } from '../../support/stores.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** The modes of files when SQLite begins to write them: a later chmod comes too late. */
function modesAtFirst(): Map<string, number> {
  const modes = new Map<string, number>();
  const { prepare } = Database.prototype;
  onTestFinished(() => void Object.assign(Database.prototype, { prepare }));
  Database.prototype.prepare = function (this: Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (!sql.startsWith('VACUUM INTO')) return statement;
    const run = statement.run as (this: unknown, path: unknown) => RunResult;
    statement.run = (path: unknown) => {
      modes.set(String(path), modeOf(String(path)));
      return run.call(statement, path);
    };
    return statement;
  } as typeof prepare;
  return modes;
}

test.skipIf(process.platform === 'win32')(
  'a store and its copies are private to their user before they have content',
  async () => {
    const umask = process.umask(0);
    try {
      const path = join(temporaryFolder(), 'memory.db');
      const store = openStore(path);
      expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toStrictEqual([0o600, 0o600, 0o600]);
      await store.close();
      const modes = modesAtFirst();
      const db = new Database(path);
      copyStore(db, `${path}.copy`);
      db.close();
      expect(modes).toStrictEqual(new Map([[`${path}.copy`, 0o600]]));
      expect(modeOf(`${path}.copy`)).toBe(0o600);
    } finally {
      process.umask(umask);
    }
  },
);

import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Row, Target } from '../../move/side.ts';
import { StoreUnusable } from '../../unusable.ts';
import { makeFolder, writeOut, writeOutNames } from '../disk/folder.ts';
import { quoted } from '../disk/inventory.ts';
import { freePath, logEndings } from '../disk/store-file.ts';
import { openConnection } from '../open.ts';
import { sqliteSide } from './side.ts';

/** Values of every memory that are not moved: it waits for the index. */
const filled: ReadonlyMap<string, Row> = new Map([['memories', { index_version: 0 }]]);

/**
 * A new store at a free path: written under another name, and renamed when it is complete.
 * @throws StoreUnusable
 */
export function sqliteTarget(path: string): Target {
  if (existsSync(path)) {
    throw new StoreUnusable(`${path} is there already: a store is moved into a file that does not exist yet.`);
  }
  makeFolder(dirname(path));
  const partial = freePath(`${path}.partial`);
  const db = openConnection(partial);
  const { sqlite } = db;
  // No one reads it before it is complete; then it is synced and verified.
  sqlite.pragma('synchronous = OFF');
  sqlite.pragma('foreign_keys = OFF');
  const side = sqliteSide(db, path);
  const remove = () => {
    for (const ending of ['', '-journal', ...logEndings]) rmSync(partial + ending, { force: true });
  };
  return {
    ...side,
    numbersByCharacter: false,
    storable: (text) => text,

    async put(table, rows) {
      const more = filled.get(table) ?? {};
      const columns = [...side.tables.get(table)!.stored, ...Object.keys(more)];
      // Contents that several characters have are stored once here.
      const insert = sqlite.prepare(
        `INSERT ${table === 'file_contents' ? 'OR IGNORE ' : ''}INTO ${quoted(table)} (${columns.map(quoted).join(', ')})
         VALUES (${columns.map(() => '?').join(', ')})`,
      );
      await db.write(() => {
        for (const row of rows) insert.run(columns.map((column) => row[column] ?? more[column] ?? null));
      });
    },

    complete: async () => undefined,

    async keep() {
      // The snapshot of the last reads is open until the event loop continues.
      await new Promise((resolve) => setImmediate(resolve));
      try {
        requireWhole(sqlite.pragma('foreign_key_check') as unknown[], sqlite.pragma('quick_check', { simple: true }));
        sqlite.pragma('wal_checkpoint(TRUNCATE)');
        sqlite.pragma('journal_mode = DELETE');
        await side.store.close();
        writeOut(partial);
        if (existsSync(path)) throw new StoreUnusable(`${path} is there now: another program has made it.`);
        renameSync(partial, path);
        writeOutNames(dirname(path));
      } finally {
        remove();
      }
    },

    async discard() {
      await side.store.close();
      remove();
    },
  };
}

function requireWhole(dangling: unknown[], check: unknown): void {
  if (dangling.length === 0 && check === 'ok') return;
  const fault = dangling.length > 0 ? `${dangling.length} rows name others that are missing` : String(check);
  throw new StoreUnusable(`The store that was moved is not whole: ${fault}. The target was left as it was.`);
}

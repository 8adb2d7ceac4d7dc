import type { Database as Sqlite } from 'better-sqlite3';
import { isOwnColumn, isOwnTable } from '../../move/own.ts';
import type { MovedTable } from '../../move/side.ts';
import { quoted, tablesOf } from '../disk/inventory.ts';

/** Joined columns of a table's rows, where referenced tables have them. */
const wanted = ['character_no', 'tenant_id', 'file_no'];

/** A table with the FROM clause of its rows: itself and referenced tables. */
interface SqliteTable extends MovedTable {
  /** Column → SQL expression. */
  expressions: ReadonlyMap<string, string>;
  from: string;
}

/** Each content once for each character that has it. */
const contentsOfCharacters = `file_contents JOIN (
  SELECT DISTINCT character_no, snapshots.content_hash FROM snapshots JOIN files ON files.no = file_no
) AS held ON held.content_hash = file_contents.content_hash`;

export function movedTables(sqlite: Sqlite): Map<string, SqliteTable> {
  const names = tablesOf(sqlite).filter((name) => !isOwnTable(name));
  return new Map(names.map((name) => [name, describe(sqlite, name)]));
}

function describe(sqlite: Sqlite, name: string): SqliteTable {
  const columns = columnsOf(sqlite, name);
  const stored = columns.filter((column) => !isOwnColumn(name, column));
  const expressions = new Map(stored.map((column) => [column, `${quoted(name)}.${quoted(column)}`]));
  const references = keysOf(sqlite, name).map(({ table }) => table);
  const more = { stored, references, expressions };
  if (name === 'file_contents') {
    expressions.set('character_no', 'held.character_no');
    return { ...more, offered: [...expressions.keys()], from: contentsOfCharacters };
  }
  const from = joined(sqlite, name, expressions);
  return { ...more, offered: [...expressions.keys()], from };
}

/** Follows foreign keys, the nearest tables first, as long as a wanted column is missing. */
function joined(sqlite: Sqlite, name: string, expressions: Map<string, string>): string {
  let from = quoted(name);
  let edge = [name];
  const seen = new Set(edge);
  while (edge.length > 0 && wanted.some((column) => !expressions.has(column))) {
    const next: string[] = [];
    for (const table of edge) {
      for (const key of keysOf(sqlite, table)) {
        if (seen.has(key.table)) continue;
        seen.add(key.table);
        next.push(key.table);
        from += ` LEFT JOIN ${quoted(key.table)} ON ${quoted(key.table)}.${quoted(key.to)} = ${quoted(table)}.${quoted(key.from)}`;
        for (const column of columnsOf(sqlite, key.table)) {
          if (!wanted.includes(column) || expressions.has(column)) continue;
          expressions.set(column, `${quoted(key.table)}.${quoted(column)}`);
        }
      }
    }
    edge = next;
  }
  return from;
}

function columnsOf(sqlite: Sqlite, table: string): string[] {
  return sqlite.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
}

function keysOf(sqlite: Sqlite, table: string): { table: string; from: string; to: string }[] {
  return sqlite.prepare('SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)').all(table) as never;
}

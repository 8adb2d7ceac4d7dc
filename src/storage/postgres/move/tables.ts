import { isOwnColumn, isOwnTable } from '../../move/own.ts';
import type { MovedTable } from '../../move/side.ts';
import type { DatabaseSession } from '../driver.ts';

/** A table with the types of its columns. */
export interface PostgresTable extends MovedTable {
  /** Its columns and their types. */
  types: ReadonlyMap<string, string>;
  /** Whether its rows name their tenant by its number. */
  hasTenant: boolean;
}

export async function movedTables(session: DatabaseSession): Promise<Map<string, PostgresTable>> {
  const columns = (await session.query(
    undefined,
    `SELECT relname AS "table", attname AS name, format_type(atttypid, atttypmod) AS type
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND attnum > 0 AND NOT attisdropped ORDER BY relname, attnum`,
    [],
  )) as { rows: { table: string; name: string; type: string }[] };
  const keys = (await session.query(
    undefined,
    `SELECT conrelid::regclass::text AS "table", confrelid::regclass::text AS named FROM pg_constraint
     WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
    [],
  )) as { rows: { table: string; named: string }[] };
  const names = [...new Set(columns.rows.map(({ table }) => table))].filter((name) => !isOwnTable(name));
  return new Map(
    names.map((name) => {
      const own = columns.rows.filter(({ table }) => table === name);
      const types = new Map(own.map((column) => [column.name, column.type]));
      const hasTenant = types.has('tenant_no');
      const stored = [...types.keys()]
        .filter((column) => !isOwnColumn(name, column))
        .map((column) => (column === 'tenant_no' ? 'tenant_id' : column));
      const references = keys.rows.filter(({ table }) => table === name).map(({ named }) => named);
      return [name, { types, hasTenant, stored, offered: stored, references }];
    }),
  );
}

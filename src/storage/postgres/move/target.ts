import { localTenantId } from '../../../domain/principal.ts';
import { INDEX_VERSION } from '../../../search/parameters.ts';
import { numbered } from '../../move/own.ts';
import type { Row, Target, Value } from '../../move/side.ts';
import { StoreUnusable } from '../../unusable.ts';
import type { DatabaseSession, Driver } from '../driver.ts';
import { openFailure } from '../failures.ts';
import { pathKey } from '../files/file-rows.ts';
import { type PostgresSide, postgresSide, seeAll } from './side.ts';

/** The most bytes in one statement. */
const maxBytes = 16 * 2 ** 20;

/**
 * An empty database (no memories, keys or characters) as the target of a move. One transaction makes the store visible
 * at once; other nodes wait.
 * @throws StoreUnusable, also when it holds something
 */
export async function postgresTarget(driver: Driver, place: string): Promise<Target> {
  const side = await postgresSide(driver, place, 'BEGIN');
  const { session } = side;
  try {
    await session.query(undefined, 'LOCK TABLE tenants, members, characters IN ACCESS EXCLUSIVE MODE', []);
    await seeAll(session);
    await requireEmpty(session, place);
    await session.query(undefined, 'DELETE FROM tenants', []);
  } catch (error) {
    await side.end('ROLLBACK');
    throw openFailure(place, error);
  }
  const tenants = new Map<string, number>();
  return {
    ...side,
    numbersByCharacter: true,
    // PostgreSQL can't store U+0000; the service has refused it for a long time.
    storable: (text) => text.replaceAll('\0', '\ufffd'),
    put: (table, rows) => put(side, table, rows, tenants),
    complete: () => complete(side),
    keep: () => side.end('COMMIT'),
    discard: () => side.end('ROLLBACK'),
  };
}

async function requireEmpty(session: DatabaseSession, place: string): Promise<void> {
  const { rows } = await session.query(
    undefined,
    `SELECT EXISTS (SELECT 1 FROM characters) OR EXISTS (SELECT 1 FROM members)
       OR EXISTS (SELECT 1 FROM tenants WHERE id <> $1) AS used`,
    [localTenantId],
  );
  if ((rows[0] as { used: boolean }).used) {
    throw new StoreUnusable(
      `The database ${place} is not empty: a store is moved into one without tenants and memories.`,
    );
  }
}

/** Columns that the source does not have. Memories are indexed later. */
function filledIn(table: string, row: Row, tenants: Map<string, number>): Row {
  if (table === 'tenants') {
    tenants.set(String(row.id), tenants.size + 1);
    return { ...row, no: tenants.size };
  }
  return {
    ...row,
    ...(typeof row.tenant_id === 'string' && { tenant_no: tenants.get(row.tenant_id) ?? null }),
    ...(typeof row.path === 'string' && { path_key: pathKey(row.path) }),
    ...(table === 'memories' && { index_version: 0, embedded_model: 0 }),
  };
}

async function put(
  { session, tables }: PostgresSide,
  table: string,
  rows: readonly Row[],
  tenants: Map<string, number>,
): Promise<void> {
  await seeAll(session);
  const columns = [...tables.get(table)!.types];
  const arrays = columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ');
  const names = columns.map(([name]) => name).join(', ');
  const insert = `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays})`;
  for (const some of inParts(rows.map((row) => filledIn(table, row, tenants)))) {
    await session.query(
      undefined,
      insert,
      columns.map(([name]) => some.map((row) => row[name] ?? null)),
    );
  }
}

function inParts(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [[]];
  let bytes = 0;
  for (const row of rows) {
    if (bytes > maxBytes) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(row);
    bytes += Object.values(row).reduce<number>((sum, value) => sum + sizeOf(value), 0);
  }
  return parts;
}

const sizeOf = (value: Value) => (typeof value === 'string' || value instanceof Uint8Array ? value.length : 0);

/** The highest number among a character's rows. */
const highest = (table: string) => `(SELECT max(no) FROM ${table} WHERE character_no = characters.no)`;

/** Counters, the table of file ids, sequences, and statistics for the planner. */
async function complete({ session }: PostgresSide): Promise<void> {
  await seeAll(session);
  const others = [...numbered.values()].filter((table) => table !== 'memories');
  await session.query(
    undefined,
    `INSERT INTO character_states (character_no, tenant_no, last_memory_no, last_no, analyser, embedded_model)
     SELECT no, tenant_no, coalesce(${highest('memories')}, 0), coalesce(greatest(${others.map(highest).join(', ')}), 0),
       CASE WHEN memory_count > 0 THEN 0 ELSE $1::int END, CASE WHEN memory_count > 0 THEN 0 ELSE 2147483647 END
     FROM characters`,
    [INDEX_VERSION],
  );
  await session.script(
    `INSERT INTO file_places (tenant_no, id, character_no, file_no)
       SELECT tenant_no, files.id, character_no, files.no FROM files JOIN characters ON characters.no = character_no;
     ANALYZE;`,
  );
  const { rows } = await session.query(
    undefined,
    `SELECT attrelid::regclass::text AS "table", attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE attidentity <> '' AND relnamespace = current_schema()::regnamespace AND NOT relispartition`,
    [],
  );
  for (const { table, name } of rows as { table: string; name: string }[]) {
    const sequence = `pg_get_serial_sequence('${table}', '${name}')`;
    await session.script(`SELECT setval(${sequence}, max(${name})) FROM ${table} HAVING max(${name}) IS NOT NULL`);
  }
}

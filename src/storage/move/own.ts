// What an engine keeps for itself. All else is moved, whatever tables there are: the schemas themselves tell.

/**
 * Tables that are not moved: who the store is, who is signed in to the dashboard, the projects of its machine and what its
 * hooks captured, what is held for some seconds (leases, stagings), and what an engine makes again of all others (the
 * index, vectors in its own form, counters, where files are).
 */
export function isOwnTable(table: string): boolean {
  return ownTables.has(table) || ownPrefixes.some((prefix) => table.startsWith(prefix));
}

const ownTables = new Set([
  'store',
  'sessions',
  'projects',
  'captured_turns',
  'host_turns',
  'host_extractions',
  'leases',
  'rate_counts',
  'idempotency_keys',
  'stagings',
  'coarse_characters',
  'character_states',
  'file_places',
]);
const ownPrefixes = ['staged_', 'search_', 'embedding', 'memory_bits', 'sqlite_'];

/** Columns that an engine fills by itself. */
const ownColumns: ReadonlyMap<string, readonly string[]> = new Map([
  ['tenants', ['no']],
  ['characters', ['index_version']],
  ['memories', ['index_version', 'embedded', 'embedded_model']],
  ['revisions', ['change_no']],
  ['files', ['path_key']],
  ['watches', ['path_key']],
]);

export const isOwnColumn = (table: string, column: string): boolean => ownColumns.get(table)?.includes(column) ?? false;

/** Tables whose rows are numbered by the engine, by what others call such a number: `memory_no`, `category_no`, … */
export const numbered: ReadonlyMap<string, string> = new Map([
  ['category', 'categories'],
  ['file', 'files'],
  ['memory', 'memories'],
  ['piece', 'pieces'],
  ['capture', 'captures'],
]);

export const isNumbered = (table: string): boolean => [...numbered.values()].includes(table);

/** The table whose numbers are in a column; undefined for all other columns. */
export function numberedBy(table: string, column: string): string | undefined {
  if (column === 'no') return isNumbered(table) ? table : undefined;
  return column.endsWith('_no') ? numbered.get(column.slice(0, -'_no'.length)) : undefined;
}

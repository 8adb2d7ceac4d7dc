// The tables and columns that belong to an engine. All others are moved; the schemas list them.

/**
 * Tables that are not moved: the store's identity, sessions of the dashboard and links to it, grants of clients, the projects of its
 * machine and the captures of its hooks, its connections to servers and backups, short-lived rows (leases, stagings), and derived
 * data (the index, vectors in the engine's form, counters, places of files).
 */
export function isOwnTable(table: string): boolean {
  return ownTables.has(table) || ownPrefixes.some((prefix) => table.startsWith(prefix));
}

const ownTables = new Set([
  'store',
  'sessions',
  'sign_in_links',
  'passkey_challenges',
  'grants',
  'grant_tokens',
  'projects',
  'character_identities',
  'connections',
  'replicas',
  'replica_memories',
  'replica_refusals',
  'decided_characters',
  'bundles',
  'backups',
  'erasure_replicas',
  'captured_turns',
  'host_turns',
  'host_extractions',
  'leases',
  'alike_pairs',
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
  ['characters', ['index_version', 'vectors_version']],
  ['memories', ['compared', 'index_version', 'embedded', 'embedded_model']],
  ['revisions', ['change_no']],
  ['erasures', ['change_no']],
  ['files', ['path_key']],
  ['watches', ['path_key']],
]);

export const isOwnColumn = (table: string, column: string): boolean => ownColumns.get(table)?.includes(column) ?? false;

/** Tables whose rows the engine numbers, by the columns that refer to them: `memory_no`, `category_no`, … */
export const numbered: ReadonlyMap<string, string> = new Map([
  ['category', 'categories'],
  ['file', 'files'],
  ['memory', 'memories'],
  ['older', 'memories'],
  ['newer', 'memories'],
  ['piece', 'pieces'],
  ['capture', 'captures'],
]);

export const isNumbered = (table: string): boolean => [...numbered.values()].includes(table);

/** The table that a column refers to; undefined for all other columns. */
export function numberedBy(table: string, column: string): string | undefined {
  if (column === 'no') return isNumbered(table) ? table : undefined;
  return column.endsWith('_no') ? numbered.get(column.slice(0, -'_no'.length)) : undefined;
}

import type { Check } from '../../../base/check.ts';
import type { Sqlite } from '../handle.ts';
import { quoted, tablesOf } from '../inventory.ts';

/** When no further table is begun; what is left out is told. */
const budgetMs = 5_000;

/** The largest ones, which are looked at last. */
const large = ['search_postings', 'search_segments', 'embeddings', 'revisions', 'file_contents'];

/**
 * Reads the tables through, as far as there is time for it: their pages are whole and their rows in order
 * (https://www.sqlite.org/pragma.html#pragma_quick_check).
 */
export function checkIntegrity(sqlite: Sqlite, advice: () => string, now = () => performance.now()): Check {
  const name = 'integrity';
  const started = now();
  const tables = tablesOf(sqlite).sort((one, other) => large.indexOf(one) - large.indexOf(other));
  let read = 0;
  for (const table of tables) {
    if (now() - started > budgetMs) break;
    const fault = faultOf(sqlite, table);
    if (fault !== undefined)
      return { name, ok: false, detail: `the table ${table} is damaged: ${fault}`, advice: advice() };
    read++;
  }
  const whole = read === tables.length ? 'all tables are whole' : `${read} of ${tables.length} tables read, all whole`;
  return { name, ok: true, detail: whole, ms: Math.round(now() - started) };
}

function faultOf(sqlite: Sqlite, table: string): string | undefined {
  try {
    const said = String(sqlite.pragma(`quick_check(${quoted(table)})`, { simple: true }));
    return said === 'ok' ? undefined : said.replace(/\s+/g, ' ').slice(0, 200);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

import { StoreUnusable } from '../unusable.ts';
import { numberedBy } from './own.ts';
import type { MovedTable, Side } from './side.ts';

/** A table to be moved, and the columns that must be the same afterwards. */
export interface PlannedTable {
  name: string;
  columns: readonly string[];
}

type Tables = Side['tables'];

/**
 * The tables of two stores, those that are named by others first.
 * @throws StoreUnusable when one has a table or a column that has no place in the other
 */
export function planOf(source: Tables, target: Tables): PlannedTable[] {
  const planned = new Map<string, PlannedTable>();
  const visit = (name: string) => {
    if (planned.has(name)) return;
    const [from, to] = [source.get(name), target.get(name)];
    if (!from || !to) throw unknown(name);
    const columns = [...new Set([...from.stored, ...to.stored])];
    const lost = columns.find((column) => !from.offered.includes(column) || !to.offered.includes(column));
    if (lost !== undefined) throw unknown(`${name}.${lost}`);
    for (const named of namedBy(name, from, to)) if (named !== name && source.has(named)) visit(named);
    planned.set(name, { name, columns });
  };
  for (const name of [...new Set([...source.keys(), ...target.keys()])].sort()) visit(name);
  return [...planned.values()];
}

function namedBy(name: string, ...tables: readonly MovedTable[]): string[] {
  const numbers = tables.flatMap(({ stored }) => stored.flatMap((column) => numberedBy(name, column) ?? []));
  const given = tables.flatMap(({ offered }) => [
    ...(offered.includes('tenant_id') ? ['tenants'] : []),
    ...(offered.includes('character_no') ? ['characters'] : []),
  ]);
  return [...tables.flatMap(({ references }) => references), ...numbers, ...given];
}

const unknown = (what: string) =>
  new StoreUnusable(`Only one of the two stores has a place for ${what}. Nothing was changed.`);

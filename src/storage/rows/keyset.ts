import { badCursor, type Place } from '../../domain/page.ts';

/** One expression that a list is sorted by: together they tell every entry from the others. */
export interface SortKey {
  readonly sql: string;
  readonly descends?: boolean;
  readonly holds: 'integer' | 'number' | 'text';
}

/** The ORDER BY of a list. */
export function orderOf(keys: readonly SortKey[]): string {
  return keys.map(({ sql, descends }) => `${sql}${descends ? ' DESC' : ''}`).join(', ');
}

/** Columns with an entry's place, to be read by `placeIn`. */
export function placeColumns(keys: readonly SortKey[]): string {
  return keys.map(({ sql }, i) => `${sql} AS place${i}`).join(', ');
}

/** The place of an entry whose row has the columns. */
export function placeIn(keys: readonly SortKey[], row: object): Place {
  const columns = row as Record<string, string | number>;
  return keys.map(({ holds }, i) => {
    const value = columns[`place${i}`]!;
    return holds === 'text' ? String(value) : Number(value);
  });
}

/**
 * The condition for entries behind a place (keyset pagination): stable while others write. InvalidInput for a place that
 * no list of this order has.
 * @param placeholder of the n-th value, from 1
 */
export function behind(
  keys: readonly SortKey[],
  place: Place | undefined,
  placeholder: (n: number) => string,
): { sql: string; values: (string | number)[] } {
  const values: (string | number)[] = [];
  if (place === undefined) return { sql: 'TRUE', values };
  if (place.length !== keys.length || !keys.every((key, i) => fits(key, place[i]!))) throw badCursor();
  const bind = (value: string | number) => placeholder(values.push(value));
  const sign = ({ descends }: SortKey) => (descends ? '<' : '>');
  // The first by itself bounds the range that an index reads.
  const from = (i: number): string => {
    const key = keys[i]!;
    const beyond = `${key.sql} ${sign(key)} ${bind(place[i]!)}`;
    return i === keys.length - 1 ? beyond : `(${beyond} OR (${key.sql} = ${bind(place[i]!)} AND ${from(i + 1)}))`;
  };
  const [first] = keys as [SortKey];
  return { sql: `${first.sql} ${sign(first)}= ${bind(place[0]!)} AND ${from(0)}`, values };
}

function fits({ holds }: SortKey, value: string | number): boolean {
  if (holds === 'text') return typeof value === 'string' && !value.includes('\0');
  return holds === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/** A page of rows, of up to one more than its limit, and whether there are more. */
export function pageOf<Row extends object>(
  rows: readonly Row[],
  keys: readonly SortKey[],
  limit: number,
): { rows: Row[]; places: Place[]; isMore: boolean } {
  const shown = rows.slice(0, limit);
  return { rows: shown, places: shown.map((row) => placeIn(keys, row)), isMore: rows.length > limit };
}

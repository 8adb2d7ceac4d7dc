import { homedir } from 'node:os';
import { sep } from 'node:path';

/** Rows as a person reads them: paths in the home folder begin with `~`. */
export function underHome<Row extends object>(rows: readonly Row[]): Row[] {
  const home = homedir() + sep;
  const shorten = (value: unknown) => (typeof value === 'string' ? value.replaceAll(home, `~${sep}`) : value);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shorten(value)])) as Row);
}

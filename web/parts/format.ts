import { numeral } from '../languages/translate.ts';

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** A size in the browser's words. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3) - 1));
  const unit = units[power] as string;
  const size = bytes / 1000 ** (power + 1);
  return numeral(size, { style: 'unit', unit, maximumFractionDigits: size < 10 ? 1 : 0 });
}

/** The beginning of a text, for narrow places. */
export function shortened(text: string, length = 60): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** Groups rows by a key, in the order of first occurrence. */
export function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups];
}

/** A text that begins with a capital letter. */
export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

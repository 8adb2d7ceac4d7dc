import { isKnownName } from './records.ts';

/** A table: the rows above it (an account's name, a period), the names of its columns if it has any, and its rows. */
export interface Table {
  readonly above: readonly string[][];
  readonly header: readonly string[] | undefined;
  readonly rows: readonly string[][];
}

/** How many rows are examined; more add nothing. */
const looked = 200;
/** Lines above the names of the columns, as bank statements have them. */
const maxAbove = 15;
/** UTF-16 units; surveys have their questions for names. */
const maxName = 250;

/** Finds the names of the columns: the first row that fills most columns, if it differs from the rows below it. */
export function tableOf(rows: readonly string[][]): Table {
  const width = Math.max(0, ...rows.slice(0, looked).map(filled));
  const first = rows.slice(0, maxAbove).findIndex((row) => width < 4 || filled(row) > width / 2);
  const at = Math.max(0, first);
  const header = rows[at];
  const below = rows.slice(at + 1);
  if (header && below.length > 0 && namesColumns(header, below.slice(0, looked))) {
    return { above: rows.slice(0, at), header, rows: below };
  }
  return { above: [], header: undefined, rows };
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell !== '').length;
}

function namesColumns(first: readonly string[], rows: readonly string[][]): boolean {
  if (first.some((name) => name.length > maxName)) return false;
  const years = first.filter((name) => kindOf(name) === 'number' && /^(?:1[89]|20)\d\d$/.test(name));
  const names = first.filter((name) => name !== '' && !years.includes(name));
  if (names.length === 0 || names.some((name) => kindOf(name) !== 'text')) return false;
  if (names.some((name) => isKnownName(name)) && names.every((name) => name.length <= 60)) return true;
  if (first.some((name, column) => name !== '' && holdsData(column, rows))) return true;
  const isAsked = (cell: string) => /[?？؟]$/u.test(cell);
  const answers = rows.flat().filter((cell) => cell !== '');
  // A survey: questions above, answers below.
  if (names.every(isAsked) && answers.filter(isAsked).length < answers.length / 2) return true;
  // Only words: names are short and differ.
  const isNamed = names.every((name) => /^[^\d.!?]{1,40}$/u.test(name));
  return isNamed && first.length > 1 && new Set(first).size === first.length;
}

/** Whether most cells of a column are numbers, dates, addresses or the like: a header is not. */
function holdsData(column: number, rows: readonly string[][]): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const data = cells.filter((cell) => kindOf(cell) !== 'text').length;
  return data > 0 && data >= 0.6 * cells.length;
}

/** Digits with marks between them: dates, times, telephone numbers, amounts with or without a currency. */
const number = /^[^\p{L}\d]{0,3}\d[\d\s.,:/'’+()-]*(?:%|[€$£¥₹]|[A-Z]{3}|T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/u;
const currencyFirst = /^[A-Z]{3}\s?-?\d[\d\s.,'’]*$/;
const address = /^(?:[^\s@]+@[^\s@]+|(?:https?|ftp):\/\/\S+)$/i;
const truth = /^(?:true|false)$/i;

function kindOf(cell: string): 'text' | 'number' | 'address' | 'truth' {
  if (cell.length > maxName) return 'text';
  if (number.test(cell) || currencyFirst.test(cell)) return 'number';
  if (address.test(cell)) return 'address';
  return truth.test(cell) ? 'truth' : 'text';
}

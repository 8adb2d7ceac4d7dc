import { type ReadDocument, unreadable } from '../document.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { isKnownName, recordPieces, statement } from './records.ts';

/** A table, one memory a row; columns named like `text`, `category`, `date` are understood, the others told. The delimiter is found out. */
export async function readCsv(text: string): Promise<ReadDocument> {
  const { parse, CsvError } = await import('csv-parse/sync');
  const rows = ((): string[][] => {
    try {
      return parse(text, {
        delimiter: delimiterOf(text),
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        trim: true,
        max_record_size: limits.row,
        to: limits.records + 1,
      });
    } catch (error) {
      throw error instanceof CsvError ? unreadable(error.message) : error;
    }
  })();
  refuseBeyond(limits.records, rows.length, 'rows');
  const header = headerOf(rows);
  if (!header) return { pieces: rows.flatMap((row) => statement(row.filter((cell) => cell !== '').join('; '), [])) };
  const pieces = rows.slice(1).flatMap((row) => {
    const names = row.map((_, i) => header[i] ?? `column ${i + 1}`);
    return recordPieces(Object.fromEntries(row.map((cell, i) => [names[i] ?? '', cell])));
  });
  return { pieces };
}

function delimiterOf(text: string): string {
  const end = text.indexOf('\n');
  const first = text.slice(0, Math.min(end < 0 ? text.length : end, 10_000)).replace(/"[^"]*"/g, '');
  const counted = [',', ';', '\t', '|'].map((mark) => ({ mark, count: first.split(mark).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

/** The first row when it names the columns: short, distinct, no numbers; or when a name is known. */
function headerOf([first, ...rest]: string[][]): string[] | undefined {
  if (!first || rest.length === 0 || new Set(first).size < first.length) return undefined;
  const known = first.some((name) => isKnownName(name));
  const named = first.every((name) => /^[^\d.!?]{1,40}$/u.test(name));
  return (known && first.every((name) => name.length <= 60)) || (named && first.length > 1) ? first : undefined;
}

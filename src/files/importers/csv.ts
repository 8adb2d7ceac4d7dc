import { type ReadDocument, unreadable } from '../document.ts';
import { LeftOut } from '../left-out.ts';
import { limits, refuseBeyond } from '../limits.ts';
import { chatTablePieces } from './chat-table.ts';
import { contactPieces, isAddressBook } from './contacts.ts';
import { tableOf } from './csv-header.ts';
import { fieldPieces, statement } from './records.ts';

/**
 * A table, one memory a row. The delimiter is detected. Columns named like `text`, `category`, `date` are understood,
 * the others shown.
 */
export async function readCsv(written: string): Promise<ReadDocument> {
  // Excel names the delimiter in a first line of its own.
  const [line = '', named] = /^"?sep=([^\r\n])"?[;,\t|]*\r?(?:\n|$)/i.exec(written) ?? [];
  const text = written.slice(line.length);
  const { parse, CsvError } = await import('csv-parse/sync');
  const rows = ((): string[][] => {
    try {
      return parse(text, {
        delimiter: named ?? delimiterOf(text),
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
  const { above, header, rows: below } = tableOf(rows);
  const plain = (row: readonly string[]) => statement(row.filter((cell) => cell !== '').join('; '), []);
  const leftOut = new LeftOut();
  // Below other lines, names may be data.
  const isEmpty = (i: number) => below.every((row) => (row[i] ?? '') === '');
  if (above.length > 0)
    leftOut.add('columns without a value', header?.filter((name, i) => name !== '' && isEmpty(i)).length);
  const chat = header && chatTablePieces(header, below, leftOut);
  if (chat) return { pieces: [...above.flatMap(plain), ...chat], leftOut: leftOut.list() };
  const fieldsOf = (row: readonly string[]) =>
    row.map((cell, i): [string, string] => [header?.[i] ?? `column ${i + 1}`, cell]);
  const isContacts = header !== undefined && isAddressBook(header);
  const asFields = (row: readonly string[]) =>
    isContacts ? contactPieces(fieldsOf(row), leftOut) : fieldPieces(fieldsOf(row), leftOut);
  const pieces = [...above.flatMap(plain), ...below.flatMap(header ? asFields : plain)];
  return { pieces, leftOut: leftOut.list() };
}

/** The delimiter that most of the first lines have equally often; of several the most frequent one. */
function delimiterOf(text: string): string {
  const unquoted = text.slice(0, 10_000).replace(/"[^"]*"/g, '');
  const lines = unquoted.split('\n', 30).filter((line) => line.trim() !== '');
  const counted = [',', ';', '\t', '|'].map((mark) => {
    const counts = lines.map((line) => line.split(mark).length).filter((count) => count > 1);
    const times = (count: number) => counts.filter((one) => one === count).length;
    return { mark, lines: Math.max(0, ...counts.map(times)), most: Math.max(0, ...counts) };
  });
  const isBetter = (one: { lines: number; most: number }, best: { lines: number; most: number }) =>
    one.lines > best.lines || (one.lines === best.lines && one.most > best.most);
  return counted.reduce((best, one) => (isBetter(one, best) ? one : best)).mark;
}

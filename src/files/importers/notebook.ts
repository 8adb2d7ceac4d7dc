import { type ReadDocument, unreadable } from '../document.ts';
import { LeftOut } from '../left-out.ts';
import { splitMarkdown } from '../markdown/split.ts';
import { type Fields, isFields, textIn } from './values.ts';

/**
 * A Jupyter notebook (https://nbformat.readthedocs.io/en/latest/format_description.html, versions 3 and 4): its Markdown
 * and its code, without outputs. InvalidInput for another file.
 */
export async function readNotebook(text: string): Promise<ReadDocument> {
  const cells = cellsOf(text);
  if (!cells) throw unreadable('it is not a Jupyter notebook (JSON with "cells")');
  const leftOut = new LeftOut();
  const parts = cells.list.map((cell) => {
    leftOut.add('outputs of code', Array.isArray(cell.outputs) ? cell.outputs.length : 0);
    const source = sourceOf(cell.source ?? cell.input);
    if (source.trim() === '') return '';
    if (cell.cell_type !== 'code') return cell.cell_type === 'heading' ? `# ${source}` : source;
    const fence = '`'.repeat(Math.max(3, ...[...source.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    return `${fence}${cells.language}\n${source}\n${fence}`;
  });
  return {
    pieces: await splitMarkdown(parts.filter((part) => part !== '').join('\n\n'), {}, leftOut),
    leftOut: leftOut.list(),
  };
}

function cellsOf(text: string): { list: Fields[]; language: string } | undefined {
  const value = ((): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  })();
  if (!isFields(value)) return undefined;
  const sheets = Array.isArray(value.worksheets) ? value.worksheets.filter(isFields) : [value];
  const lists = sheets.flatMap(({ cells }) => (Array.isArray(cells) ? [cells] : []));
  if (lists.length === 0) return undefined;
  const metadata = isFields(value.metadata) ? value.metadata : {};
  const info = [metadata.language_info, metadata.kernelspec].filter(isFields);
  const language = info.map((one) => textIn(one, 'name', 'language')).find((one) => /^[\w+#.-]{1,30}$/.test(one)) ?? '';
  return { list: lists.flat().filter(isFields), language };
}

function sourceOf(source: unknown): string {
  return Array.isArray(source) ? source.filter((line) => typeof line === 'string').join('') : String(source ?? '');
}

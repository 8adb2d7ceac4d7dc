import { convert, type DomNode, type Formatter } from 'html-to-text';
import { limits } from '../limits.ts';

const dropped = ['img', 'svg', 'template', 'noscript', 'nav', 'form', 'button', 'select', 'iframe', 'object', 'head'];

/** The library looks elements up in a plain object, where this one is found without having been put there. */
const inherited = /(<\/?)(?=constructor\b)/gi;

/** HTML as Markdown that says the same: headings, lists, tables, code and links are kept. */
export function htmlToMarkdown(html: string): string {
  return convert(html.replace(inherited, '$1x-'), {
    wordwrap: false,
    encodeCharacters: literal,
    formatters: { title, fence, gfmTable, reference },
    limits: { maxDepth: limits.depth, maxInputLength: 2 * html.length + 1 },
    selectors: [
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, format: 'title', options: { level } })),
      { selector: 'pre', format: 'fence' },
      { selector: 'table', format: 'gfmTable' },
      { selector: 'a', format: 'reference' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      ...['li', 'dt', 'dd', 'figcaption'].map((selector) => ({ selector, format: 'block' })),
      ...dropped.map((selector) => ({ selector, format: 'skip' })),
    ],
  });
}

/** A word of text written so that Markdown reads it as text. */
function literal(word: string): string {
  return word
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/\\/g, '\\\\')
    .replace(/^(?=(?:[-+*>]|#{1,6}|`{3,}|~{3,})$)/, '\\')
    .replace(/^(\d+)([.)])$/, '$1\\$2');
}

const title: Formatter = (node, walk, builder, { level }) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(node.children, builder);
  const mark = '#'.repeat(Number(level));
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) => (text.trim() === '' ? '' : `${mark} ${text.replace(/(?<!\s)\s*\n\s*/g, ' ').trim()}`),
  });
};

const fence: Formatter = (node, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2, isPre: true });
  walk(node.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2, blockTransform: (code) => `\`\`\`\`\n${code}\n\`\`\`\`` });
};

const reference: Formatter = (node, walk, builder) => {
  const address = node.attribs?.href ?? '';
  const kept = /^https?:\/\/[^\s()<>]+$/.test(address) && hasText(node);
  if (kept) builder.addInline('[', { noWordTransform: true });
  walk(node.children, builder);
  if (kept) builder.addInline(`](${address})`, { noWordTransform: true });
};

function hasText(node: DomNode, depth = 0): boolean {
  if (depth > 5) return false;
  return (node.children ?? []).some((child) =>
    'data' in child && typeof child.data === 'string' ? child.data.trim() !== '' : hasText(child, depth + 1),
  );
}

const gfmTable: Formatter = (node, walk, builder) => {
  builder.openTable();
  for (const row of rowsOf(node)) {
    builder.openTableRow();
    for (const cell of row.children ?? []) {
      if (cell.name !== 'td' && cell.name !== 'th') continue;
      builder.openTableCell();
      walk(cell.children, builder);
      builder.closeTableCell();
    }
    builder.closeTableRow();
  }
  builder.closeTable({ tableToString, leadingLineBreaks: 2, trailingLineBreaks: 2 });
};

function rowsOf(node: DomNode): DomNode[] {
  return (node.children ?? []).flatMap((child) =>
    child.name === 'tr' ? [child] : ['thead', 'tbody', 'tfoot'].includes(child.name ?? '') ? rowsOf(child) : [],
  );
}

/** A table of short cells as a Markdown table; one that only lays out a page as its blocks. */
function tableToString(rows: { text: string }[][]): string {
  const cells = rows.map((row) => row.map(({ text }) => text)).filter((row) => row.some((text) => text.trim() !== ''));
  const [header = []] = cells;
  if (header.length < 2 || cells.some((row) => row.some((text) => text.includes('\n\n') || text.length > 2_000))) {
    return cells.flat().join('\n\n');
  }
  const line = (row: string[]) =>
    `| ${row.map((text) => text.replace(/(?<!\s)\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), `|${' --- |'.repeat(header.length)}`, ...cells.slice(1).map(line)].join('\n');
}

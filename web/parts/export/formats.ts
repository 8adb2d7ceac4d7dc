import { known } from '../../languages/known.ts';
import { type Message, msg } from '../../languages/translate.ts';
import { groupedBy, sentenceCase } from '../format.ts';
import type { Outgoing } from './outgoing.ts';

interface Format {
  /** What it is for. */
  purpose: Message;
  ending: string;
  type: string;
  /** Absent: the service writes it. */
  write?: (memories: readonly Outgoing[], title: string) => string;
}

export type FormatName = 'Text' | 'Markdown' | 'CSV' | 'JSON';

/** The formats of an export. Each can be imported again. */
export const formats: Readonly<Record<FormatName, Format>> = {
  Text: {
    purpose: msg('Text for people (Markdown)'),
    ending: 'md',
    type: 'text/markdown',
    write: (memories, title) =>
      `# ${title}\n${groupedBy(memories, ({ category }) => category)
        .map(([category, of]) => `\n## ${sentenceCase(known(category))}\n\n${of.map(itemOf).join('\n')}\n`)
        .join('')}`,
  },
  Markdown: {
    purpose: msg('Everything, for a move to another store (Markdown)'),
    ending: 'md',
    type: 'text/markdown',
  },
  CSV: {
    purpose: msg('A table for spreadsheets (CSV)'),
    ending: 'csv',
    type: 'text/csv',
    write(memories) {
      const lines = memories.map((one) => Object.values(fieldsOf(one)).map(quoted).join(','));
      return `${['content,category,importance,occurredAt', ...lines].join('\r\n')}\r\n`;
    },
  },
  JSON: {
    purpose: msg('Data for programs (JSON)'),
    ending: 'json',
    type: 'application/json',
    write: (memories) => `${JSON.stringify(memories.map(fieldsOf), undefined, 2)}\n`,
  },
};

/** A memory with the days from and until which it holds, as an import reads them. */
function itemOf({ content, occurredAt, createdAt, validUntil, ended }: Outgoing): string {
  const until = validUntil ?? /\d{4}-\d\d-\d\d/.exec(ended ?? '')?.[0];
  const days = [occurredAt ?? createdAt, until].flatMap((at) => at?.slice(0, 10) ?? []).join(' – ');
  const text = content.trimEnd().replaceAll('\n', '\n  ');
  return `- ${text}${text.includes('\n') ? '\n  ' : ' '}(${days})`;
}

function fieldsOf({ content, category, importance, occurredAt, createdAt }: Outgoing) {
  return { content, category, importance, occurredAt: occurredAt ?? createdAt };
}

/** A CSV field. A leading sign that spreadsheets would run as a formula is escaped by a quote. */
function quoted(field: string): string {
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

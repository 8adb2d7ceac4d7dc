import { type Message, msg } from '../../languages/translate.ts';
import type { Selected } from '../memories/selection.ts';

interface Format {
  /** What it is for. */
  purpose: Message;
  ending: string;
  type: string;
  /** Absent: the service writes it. */
  write?: (memories: readonly Selected[]) => string;
}

export type FormatName = 'Markdown' | 'CSV' | 'JSON';

/** The formats of an export. Each can be imported again. */
export const formats: Readonly<Record<FormatName, Format>> = {
  Markdown: {
    purpose: msg('Text for people, editors and an import (Markdown)'),
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

function fieldsOf({ content, category, importance, occurredAt, createdAt }: Selected) {
  return { content, category, importance, occurredAt: occurredAt ?? createdAt };
}

/** A CSV field. A leading sign that spreadsheets would run as a formula is escaped by a quote. */
function quoted(field: string): string {
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

import { groupedBy } from '../format.ts';
import type { Selected } from './selection.ts';

export const exportFormats = ['Markdown', 'JSON', 'CSV'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The formats: name and type of the file, and its content. Each can be imported again. */
export function exported(memories: readonly Selected[], format: ExportFormat) {
  if (format === 'JSON') {
    const rows = memories.map(({ content, category, importance, occurredAt, createdAt }) => ({
      content,
      category,
      importance,
      occurredAt: occurredAt ?? createdAt,
    }));
    return { ending: 'json', type: 'application/json', content: `${JSON.stringify(rows, undefined, 2)}\n` };
  }
  if (format === 'CSV') {
    const lines = memories.map(({ content, category, importance, occurredAt, createdAt }) =>
      [content, category, importance, occurredAt ?? createdAt].map(quoted).join(','),
    );
    const content = `${['content,category,importance,occurredAt', ...lines].join('\r\n')}\r\n`;
    return { ending: 'csv', type: 'text/csv', content };
  }
  const parts = groupedBy(memories, ({ category }) => category).map(
    ([category, of]) =>
      `## ${category}\n\n${of.map(({ content }) => `- ${content.replaceAll('\n', '\n  ')}`).join('\n')}\n`,
  );
  return { ending: 'md', type: 'text/markdown', content: parts.join('\n') };
}

/** A CSV field. A leading sign that spreadsheets would run as a formula is escaped by a quote. */
function quoted(field: string): string {
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

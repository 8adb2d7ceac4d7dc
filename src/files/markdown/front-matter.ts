import { type DayOrder, dayIn, instantOf } from '../dates.ts';

/** Front matter: the properties of a Markdown document, between two lines of `---` at its start. */
export interface FrontMatter {
  /** Texts by name: one, or those of a list. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** The document below it. */
  body: string;
}

/** UTF-16 units; longer ones are no properties of a note. */
const longest = 16_000;

const property = /^(["']?)([^\s:#"'[\]{}-][^:"'\n]{0,99})\1:(?:[ \t]|$)/;

/**
 * Reads the front matter of notes and rules: YAML without nested mappings, as texts; undefined for anything else.
 * Patterns need no quotes (`globs: *.ts, *.tsx`), because Cursor writes none. Linear.
 */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const [first = '', ...lines] = text.slice(0, longest).split('\n');
  const end = lines.findIndex(isFence);
  if (!isFence(first) || end < 0) return undefined;
  const fields = new Map<string, string[]>();
  let values: string[] | undefined;
  for (const line of lines.slice(0, end)) {
    const [start, , name = ''] = property.exec(line) ?? [];
    if (start !== undefined) {
      values = fields.get(name.trim()) ?? [];
      fields.set(name.trim(), values);
      values.push(...valuesOf(line.slice(start.length)));
    } else if (/^(?:\s|- |-$|\]|$)/.test(line) && (values || line.trim() === '')) {
      values?.push(...valuesOf(line.trim().replace(/^- ?/, '')));
    } else if (!line.startsWith('#')) return undefined;
  }
  return fields.size === 0
    ? undefined
    : { fields, body: text.slice([first, ...lines.slice(0, end + 1), ''].join('\n').length) };
}

function isFence(line: string): boolean {
  return line.startsWith('---') && line.trim() === '---';
}

/** The value after a name or a dash: a text, a list in brackets, or nothing where the next lines have it. */
function valuesOf(written: string): string[] {
  const value = written.trim();
  if (/^(?:[|>][-+]?|\[\]|null|~)?$/.test(value) || value.startsWith('# ')) return [];
  const isList = /^\[(?!\[)/.test(value) || (value.endsWith(']') && !value.includes('['));
  const parts = isList ? (value.replace(/^\[|\]$/g, '').match(/"[^"]*"|'[^']*'|[^,]+/g) ?? []) : [value];
  return parts.map((part) => unquoted(part.trim())).filter((part) => part !== '');
}

function unquoted(value: string): string {
  const mark = value[0];
  const isQuoted = value.length > 1 && (mark === '"' || mark === "'") && value.endsWith(mark);
  return isQuoted ? value.slice(1, -1).trim() : value;
}

/** A field's text, of the first name that has one; several are joined by commas. */
export function textOfField({ fields }: FrontMatter, ...names: string[]): string {
  return names.map((name) => (fields.get(name) ?? []).join(', ')).find((text) => text !== '') ?? '';
}

/** Tags, without `#`: lists, or texts with commas or blanks between them. */
export function tagsOf({ fields }: FrontMatter): string[] {
  const given = tagFields.flatMap((name) => fields.get(name) ?? []);
  const tags = given.flatMap((one) => one.split(/[,\s]/)).map((tag) => tag.replace(/^#/, ''));
  return [...new Set(tags)].filter((tag) => tag !== '');
}

/** The document's date. */
export function timeOfField({ fields }: FrontMatter, order?: DayOrder): string | undefined {
  for (const name of timeFields) {
    const value = fields.get(name)?.[0];
    const time = instantOf(value) ?? (value && dayIn(value, order));
    if (time) return time;
  }
  return undefined;
}

export const tagFields = ['tags', 'tag', 'categories', 'category', 'keywords'];
/** The first existing property. The date of the last change is not used: it does not show when the note was made. */
export const timeFields = ['date', 'published', 'created', 'created_at', 'createdAt', 'date created', 'creation date'];

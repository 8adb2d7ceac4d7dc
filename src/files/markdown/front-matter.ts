import { type DayOrder, timeIn } from '../dates.ts';
import { flat } from '../importers/records.ts';
import { readYaml } from '../yaml.ts';

/** Front matter: the properties of a Markdown document, between two lines of `---` (YAML) or `+++` (TOML) at its start. */
export interface FrontMatter {
  /** Texts by name: one, or those of a list. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** Names of fields with a list. */
  lists: ReadonlySet<string>;
  /** The document below it. */
  body: string;
}

/** UTF-16 units; longer ones are no properties of a note. */
const longest = 16_000;
/** UTF-16 units; the parser of YAML takes quadratic time for some broken texts. */
const maxYamlLength = 6_000;

const property = /^(["']?)([^\s:#"'[\]{}-][^:"'\n]{0,99})\1:(?:[ \t]|$)/;

/** Front matter as its lines, without fences, and the document below it. */
function partsOf(text: string): { lines: string[]; body: string } | undefined {
  const [first = '', ...lines] = text.slice(0, longest).split('\n');
  const fence = /^(---|\+\+\+)\s*$/.exec(first)?.[1];
  const end = fence === undefined ? -1 : lines.findIndex((line) => line.startsWith(fence) && line.trim() === fence);
  if (end < 0) return undefined;
  const matter = fence === '---' ? lines.slice(0, end) : lines.slice(0, end).flatMap(yamlOfToml);
  return { lines: matter, body: text.slice([first, ...lines.slice(0, end + 1), ''].join('\n').length) };
}

/** Reads the front matter of notes and rules, as texts; undefined for anything else. */
export async function readFrontMatter(text: string): Promise<FrontMatter | undefined> {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const read = (await yamlFields(parts.lines.join('\n'))) ?? looseFields(parts.lines);
  return read && { ...read, body: parts.body };
}

type Fields = Pick<FrontMatter, 'fields' | 'lists'>;

/** The fields of valid, not too long YAML. Of a tag that YAML takes for a comment (`tags: #a`) the other reading knows more. */
async function yamlFields(matter: string): Promise<Fields | undefined> {
  if (matter.length > maxYamlLength || /:[ \t]#\S/.test(matter)) return undefined;
  const value = await readYaml(matter, { schema: 'failsafe', uniqueKeys: false });
  if (!value) return undefined;
  const fields = new Map<string, string[]>();
  const lists = new Set<string>();
  for (const [name, field] of Object.entries(value)) {
    if (Array.isArray(field) && linkIn(field) === undefined) lists.add(name);
    fields.set(name.trim(), textsOf(field));
  }
  return fields.size === 0 ? undefined : { fields, lists };
}

function textsOf(value: unknown): string[] {
  const link = linkIn(value);
  if (link !== undefined) return [link];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  const text = flat(value ?? '').trim();
  return /^(?:null|~)?$/.test(text) ? [] : [text];
}

/** `[[Note]]` without quotes is a list within a list to YAML. */
function linkIn(value: unknown): string | undefined {
  const [inner, ...more] = Array.isArray(value) ? value : [];
  const isLink = more.length === 0 && Array.isArray(inner) && inner.length === 1 && typeof inner[0] === 'string';
  return isLink ? `[[${inner[0]}]]` : undefined;
}

/**
 * Reads what is no YAML but meant as such, one field a line: patterns need no quotes (`globs: *.ts, *.tsx`), because
 * Cursor writes none. Linear.
 */
function looseFields(lines: readonly string[]): Fields | undefined {
  const fields = new Map<string, string[]>();
  const lists = new Set<string>();
  let name = '';
  let values: string[] | undefined;
  for (const line of lines) {
    const [start, , found = ''] = property.exec(line) ?? [];
    if (start !== undefined) {
      name = found.trim();
      values = fields.get(name) ?? [];
      fields.set(name, values);
      values.push(...valuesOf(line.slice(start.length)));
      if (line.slice(start.length).trim().startsWith('[')) lists.add(name);
    } else if (/^(?:\s|- |-$|\]|$)/.test(line) && (values || line.trim() === '')) {
      if (line.trim().startsWith('-')) lists.add(name);
      values?.push(...valuesOf(line.trim().replace(/^- ?/, '')));
    } else if (!line.startsWith('#')) return undefined;
  }
  return fields.size === 0 ? undefined : { fields, lists };
}

/** A line of TOML as YAML, which is enough for the properties of pages; headings of tables are left out. */
function yamlOfToml(line: string): string[] {
  if (/^\s*\[[^\]]*\]\s*$/.test(line)) return [];
  return [line.replace(/^([\w-]{1,100})[ \t]*=[ \t]*/, '$1: ')];
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

/** Tags, without `#`: those of a list, or a text with commas between them, or with blanks. */
export function tagsOf({ fields, lists }: FrontMatter): string[] {
  const given = tagFields.flatMap((name) => {
    const values = fields.get(name) ?? [];
    if (lists.has(name)) return values;
    const isPhrase = name === 'keywords' || values.some((one) => one.includes(','));
    return values.flatMap((one) => one.split(isPhrase ? ',' : /\s/));
  });
  const tags = given.map((tag) => tag.trim().replace(/^#/, ''));
  return [...new Set(tags)].filter((tag) => tag !== '');
}

/** The document's date. */
export function timeOfField({ fields }: Pick<FrontMatter, 'fields'>, order?: DayOrder): string | undefined {
  const named = new Map([...fields].map(([name, [value]]) => [plainName(name), value]));
  for (const name of [...timeNames, ...changeNames]) {
    const time = timeIn(named.get(name), order)?.at;
    if (time) return time;
  }
  return undefined;
}

/** Whether a field's name says that it holds the document's date. */
export function isTimeField(name: string): boolean {
  return timeNames.includes(plainName(name)) || changeNames.includes(plainName(name));
}

/** The fields of the document's date whose text is no date: they stay properties. */
export function unreadTimes({ fields }: Pick<FrontMatter, 'fields'>, order?: DayOrder): [name: string, text: string][] {
  return [...fields].flatMap(([name, [value = '']]): [string, string][] =>
    isTimeField(name) && value !== '' && timeIn(value, order) === undefined ? [[name, value]] : [],
  );
}

/** `publish_date`, `publishDate`, `date published` and so on are one name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

export const tagFields = ['tags', 'tag', 'categories', 'category', 'keywords'];
/**
 * The names of the document's date, by rank: when it was written, then when it was last changed, which says more than
 * the file's own time. In English, and as programs in other languages name it.
 */
const timeNames = [
  ...['date', 'datum', 'fecha', 'дата', 'published', 'publishdate', 'publisheddate', 'publishedat'],
  ...['publishedon', 'pubdate', 'datepublished', 'publicationdate', 'posted'],
  ...['created', 'createdat', 'createdon', 'createddate', 'createdtime', 'ctime', 'datecreated', 'timecreated'],
  ...['creationdate', 'creationtime', 'createtime', 'createdate', 'dateadded'],
  ...['erstellt', 'erstelltam', 'créé', 'créée', 'creado', 'creato', 'criado', 'aangemaakt', 'gemaakt', 'skapad'],
  ...['создано', 'oluşturulma', 'تاريخ', '作成日', '创建时间', '创建日期', '日期', '日付'],
];
const changeNames = [
  ...['updated', 'updatedat', 'updatedon', 'dateupdated', 'updatetime', 'lastupdated', 'modified', 'modifiedat'],
  ...['datemodified', 'modificationdate', 'modifiedtime', 'mtime', 'lastmod', 'lastmodified', 'geändert'],
];

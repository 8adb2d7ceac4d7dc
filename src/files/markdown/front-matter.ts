import { instantOf } from '../dates.ts';

/** What stands above a Markdown document between two lines of `---`: a mapping in YAML. */
export interface FrontMatter {
  fields: ReadonlyMap<string, unknown>;
  /** The document below it. */
  body: string;
}

/** UTF-16 units; what is longer is no properties of a note. */
const longest = 16_000;

/** Front matter that is a mapping; undefined when there is none, or it is broken. The parser is loaded on first use. */
export async function readFrontMatter(text: string): Promise<FrontMatter | undefined> {
  const [whole, source = ''] =
    /^---[ \t]*\n((?:(?!---[ \t]*(?:\n|$))[^\n]*\n)*)---[ \t]*(?:\n|$)/.exec(text.slice(0, longest)) ?? [];
  if (whole === undefined) return undefined;
  const { parse } = await import('yaml');
  try {
    // Text in every scalar, so that a version stays 1.10 and a day stays what was written; no alias is followed.
    const value: unknown = parse(quoted(source), {
      schema: 'failsafe',
      uniqueKeys: false,
      maxAliasCount: 0,
      logLevel: 'silent',
    });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return { fields: new Map(Object.entries(value)), body: text.slice(whole.length) };
  } catch {
    return undefined;
  }
}

/** Cursor writes patterns without quotes, `globs: **​/*.ts, src/*`, which is no YAML. */
function quoted(source: string): string {
  return source.replace(/^(globs|applyTo|paths):[ \t]*([*!{[][^\n]*)$/gm, (line, key: string, value: string) =>
    value.startsWith('[') ? line : `${key}: ${JSON.stringify(value.trim())}`,
  );
}

/** A field's text; several are joined by commas. */
export function textOfField({ fields }: FrontMatter, ...names: string[]): string {
  for (const name of names) {
    const text = [fields.get(name)]
      .flat(3)
      .filter((one) => typeof one === 'string' && one.trim() !== '')
      .join(', ')
      .trim();
    if (text !== '') return text;
  }
  return '';
}

/** Tags, as lists or as a text with commas or blanks between them; without `#`. */
export function tagsOf({ fields }: FrontMatter): string[] {
  const given = tagFields.flatMap((name) => [fields.get(name)].flat(3));
  return [
    ...new Set(
      given.flatMap((one) => (typeof one === 'string' ? one.split(/[,\s]+/) : [])).map((tag) => tag.replace(/^#+/, '')),
    ),
  ].filter((tag) => tag !== '');
}

/** When the document is of. */
export function timeOfField({ fields }: FrontMatter): string | undefined {
  for (const name of timeFields) {
    const time = instantOf(fields.get(name));
    if (time !== undefined) return time;
  }
  return undefined;
}

export const tagFields = ['tags', 'tag', 'categories', 'category', 'keywords'];
/** The first that is there; when it was changed says nothing of when it was. */
export const timeFields = ['date', 'created', 'created_at', 'createdAt', 'date created', 'creation date', 'modified'];

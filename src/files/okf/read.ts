import { importedMetadata, importedTags, type Metadata } from '../../domain/labels.ts';
import { limits } from '../../domain/limits.ts';
import { importance, salience } from '../../domain/memory.ts';
import { isNameable, iso, withLineFeeds } from '../../domain/text.ts';
import type { ReadDocument } from '../document.ts';
import { maxBody, type Piece } from '../piece.ts';
import { readYaml } from '../yaml.ts';
import { flatValue, okfPrefix, ownKeys, written } from './fields.ts';

/** UTF-16 units of front matter: the parser of YAML takes quadratic time for some broken texts. */
const maxMatter = 16_000;
/** Keys of the front matter and values of a list that are kept. */
const maxEntries = 200;

/** Keys by which a document with a `type` is a concept; `type` alone, notes of other programs have too. */
const marks = ['generated', 'verified', 'sources', 'stale_after', 'superseded_by', ...Object.values(ownKeys)];

const fence = /^---[ \t]*\n/;

/**
 * A concept of an OKF bundle (https://github.com/GoogleCloudPlatform/knowledge-catalog, okf/SPEC.md) as one memory, or
 * as several where it is too long; the reserved files `index.md` and `log.md` as none. Undefined for any other document.
 */
export async function readConcept(path: string, given: string): Promise<ReadDocument | undefined> {
  const text = withLineFeeds(given);
  if (isReserved(path, text))
    return { pieces: [], leftOut: [{ name: 'lists and histories of an OKF bundle', count: 1 }] };
  const rejected = (reason: string): ReadDocument => ({ pieces: [], categories: [], rejected: [{ line: 1, reason }] });
  if (hasLongMatter(text)) return rejected(`its front matter takes more than ${maxMatter} characters.`);
  const parts = partsOf(text);
  const matter = parts && (await readMatter(parts.matter));
  if (!parts || !matter || !isConcept(matter)) return undefined;
  const { body, separator } = parts;
  const { metadata, ...known } = fieldsOf(matter, path, separator);
  if (!importedMetadata.safeParse(metadata).success) {
    return rejected(`its front matter takes more than ${limits.importedMetadata} bytes, or has too long keys.`);
  }
  const title = typeof matter.get('title') === 'string' ? String(matter.get('title')) : '';
  const lead = title === '' || body.trimStart().startsWith(`# ${title}\n`) ? '' : `${title}: `;
  const chunks = chunksOf(body === '' ? title : lead + body, maxBody);
  const pieces = chunks.map((chunk, i): Piece => {
    const part = chunks.length === 1 ? {} : { [`${okfPrefix}part`]: i + 1 };
    return { ...known, body: chunk, context: [], isWhole: true, metadata: { ...metadata, ...part } };
  });
  return { pieces, categories: [] };
}

/** Whether a text begins as a concept does, with front matter that is too long to be read. */
function hasLongMatter(text: string): boolean {
  if (!fence.test(text) || text.length <= maxMatter) return false;
  const start = text.indexOf('\n') + 1;
  const lines = text.slice(start, start + maxMatter + 5).split('\n');
  const isEnded = lines.some((line) => /^---[ \t]*$/.test(line));
  const has = (key: string) => lines.some((line) => line.startsWith(`${key}:`));
  return !isEnded && has('type') && marks.some(has) && /^---[ \t]*$/m.test(text.slice(start + maxMatter));
}

/** The front matter and the text below it; `separator`: the blank lines between them. */
function partsOf(text: string): { matter: string; body: string; separator: string } | undefined {
  if (!fence.test(text)) return undefined;
  const start = text.indexOf('\n') + 1;
  const end = text.slice(start, start + maxMatter + 5).search(/^---[ \t]*$/m);
  if (end < 0) return undefined;
  const rest = text.slice(start + end);
  const below = rest.includes('\n') ? rest.slice(rest.indexOf('\n') + 1) : '';
  const body = below.replace(/^\n{1,100}/, '');
  return {
    matter: text.slice(start, start + end),
    body: body.trimEnd(),
    separator: below.slice(0, below.length - body.length),
  };
}

type Matter = ReadonlyMap<string, unknown>;

/** YAML without tags, anchors that multiply, or numbers that lose digits; undefined for anything but a map. */
async function readMatter(matter: string): Promise<Matter | undefined> {
  const value = await readYaml(matter, { schema: 'core', intAsBigInt: true });
  const entries = value && Object.entries(value).slice(0, maxEntries);
  return entries && new Map(entries.map(([key, one]) => [key, plainValue(one)]));
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainValue(one)]));
}

function isConcept(matter: Matter): boolean {
  const type = matter.get('type');
  if (typeof type !== 'string' || type.trim() === '') return false;
  // What basic-memory exports has a mark of its own.
  const exported = matter.get('bm');
  const isExported = typeof exported === 'object' && exported !== null && 'okf_export' in exported;
  return isExported || marks.some((key) => matter.has(key));
}

/** The fields of a memory that the front matter gives, and the rest of it as metadata. */
function fieldsOf(
  matter: Matter,
  path: string,
  separator: string,
): Omit<Piece, 'body' | 'context'> & { metadata: Metadata } {
  const left = new Map(matter);
  const take = <Value>(key: string, read: (value: unknown) => Value | undefined): Value | undefined => {
    const value = left.has(key) ? read(left.get(key)) : undefined;
    if (value !== undefined) left.delete(key);
    return value;
  };
  const category = take('type', (value) => String(value));
  const tags = take('tags', (value) => (isListOfTags(value) ? value : undefined));
  const level = take(ownKeys.importance, (value) => importance.safeParse(value).data);
  const weight = take(ownKeys.salience, (value) => salience.safeParse(value).data);
  const own = take(ownKeys.metadata, (value) => importedMetadata.safeParse(value).data) ?? {};
  const until = timeOf(left.get('stale_after'));
  if (until !== undefined && written(until) === left.get('stale_after')) left.delete('stale_after');
  const generated = left.get('generated') as { at?: unknown } | null | undefined;
  const occurredAt = timeOf(generated?.at) ?? timeOf(left.get('timestamp'));
  const isEnded = left.get('status') === 'deprecated';
  const kept = Object.fromEntries([...left].map(([key, value]) => [`${okfPrefix}${key}`, flatValue(value)]));
  return {
    category,
    ...(tags && { tags }),
    ...(level && { importance: level }),
    ...(weight !== undefined && { salience: weight }),
    ...(occurredAt !== undefined && { occurredAt }),
    // Without an end there, it has none, whatever its text says.
    validUntil: until ?? (isEnded ? 'now' : 'never'),
    metadata: {
      ...own,
      ...kept,
      [`${okfPrefix}id`]: conceptId(path),
      [`${okfPrefix}type`]: category ?? '',
      ...(separator !== '\n' && { [`${okfPrefix}blank`]: separator.length }),
      ...(isEnded && until === undefined && { [`${okfPrefix}undated`]: 1 }),
    },
  };
}

/** Whether a list has tags, none of which would be changed. */
function isListOfTags(value: unknown): value is string[] {
  const isSome = Array.isArray(value) && value.length > 0;
  if (!isSome || !value.every((one) => typeof one === 'string')) return false;
  return JSON.stringify(importedTags(value)) === JSON.stringify(value);
}

function timeOf(value: unknown): string | undefined {
  const ms = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return isNameable(ms) ? iso(ms) : undefined;
}

/** Folders of a path that a concept's id has. */
const maxFolders = 3;

/** The path in the bundle without its ending: that below the first folder, which is the bundle's. */
export function conceptId(path: string): string {
  const segments = path
    .replaceAll('\\', '/')
    .replace(/\.md$/i, '')
    .split('/')
    .filter((one) => !/^\.*$/.test(one));
  return segments
    .slice(segments.length > 1 ? 1 : 0)
    .slice(-maxFolders)
    .join('/');
}

/**
 * Whether a file is a list of a bundle's concepts (only headings and links), or its history (days, with lines that begin
 * with a bold word).
 */
function isReserved(path: string, text: string): boolean {
  const name = /(?:^|\/)(index|log)\.md$/i.exec(path.replaceAll('\\', '/'))?.[1]?.toLowerCase();
  if (name === undefined) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isRoot = text.startsWith('---\n') && text.split('\n', 20).some((line) => line.startsWith('okf_version:'));
  if (name === 'index' && isRoot) return true;
  const isHeading = (line: string) => /^#{1,6} /.test(line);
  if (name === 'index') {
    const items = lines.filter((line) => /^ {0,8}[*-] \[/.test(line) && line.includes(']('));
    return items.length > 0 && lines.every((line) => isHeading(line) || items.includes(line));
  }
  const first = lines.findIndex((line) => /^## \d{4}-\d\d-\d\d[ \t]*$/.test(line));
  if (first < 0) return lines.length <= 2 && /^# .*\bhistory$/i.test(lines[0] ?? '');
  const isEntry = (line: string) => /^ {0,8}[*-] (?:\*\*|[A-Za-z_]{1,40}: \[)/.test(line);
  return lines.slice(first).every((line) => isHeading(line) || isEntry(line));
}

/** Between paragraphs; joined by a blank line, they are the text again. */
function chunksOf(text: string, most: number): string[] {
  const chunks: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const cut = rest.lastIndexOf('\n\n', most);
    // A longer paragraph is refused as content where nothing cuts it.
    if (cut <= 0) break;
    chunks.push(rest.slice(0, cut));
    rest = rest.slice(cut + 2);
  }
  return [...chunks, rest];
}

import type { Output } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';

type Report = Output<'importDocument'>;
export type Conversation = NonNullable<Report['conversations']>[number];

/**
 * Parts of a document that is larger than one call takes: whole conversations of an export, whole lines, whole sections.
 * Each part is a document of the same kind. Undefined: a document of this kind can't be split.
 * @param most the limit of a part (bytes of UTF-8)
 */
export function partsOf(name: string, text: string, most: number): string[] | undefined {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? '';
  if (ending === 'json') return jsonParts(text, most);
  if (['jsonl', 'ndjson'].includes(ending)) return joined(text.split(/(?<=\n)/), most);
  if (['md', 'markdown'].includes(ending)) return joined(text.split(/(?=^#{1,3} )/m), most);
  if (['txt', 'log', 'org', 'rst', ''].includes(ending)) return joined(text.split(/(?<=\n)/), most);
  if (['csv', 'tsv'].includes(ending)) return csvParts(text, most);
  return undefined;
}

/** The name of a part, of several. */
export function partName(name: string, part: number, parts: number): string {
  return parts === 1 ? name : name.replace(/(\.\w+)?$/, ` (${t('{at} of {n}', { at: part + 1, n: parts })})$1`);
}

/** The conversations of all parts, each once, the latest first; those without anything new come last. */
export function conversationsOf(parts: readonly { report?: Pick<Report, 'conversations'> }[]): Conversation[] {
  const all = new Map<string, Conversation>();
  for (const one of parts.flatMap(({ report }) => report?.conversations ?? [])) {
    const before = all.get(one.id);
    const sum = before && {
      added: (before.added ?? 0) + (one.added ?? 0),
      passing: (before.passing ?? 0) + (one.passing ?? 0),
      examples: [...(before.examples ?? []), ...(one.examples ?? [])],
    };
    all.set(one.id, { ...one, ...sum });
  }
  const isNew = ({ added = 0 }: Conversation) => Number(added > 0);
  return [...all.values()].toSorted((a, b) => isNew(b) - isNew(a) || (b.at ?? '').localeCompare(a.at ?? ''));
}

const encoder = new TextEncoder();
const notAscii = /[^\0-\x7f]/;

/** Bytes of UTF-8: of millions of lines, most need no encoding to be measured. */
const weight = (text: string): number => (notAscii.test(text) ? encoder.encode(text).length : text.length);

/** Packs pieces into parts, in order. Undefined: a single piece is too large. */
function joined(
  pieces: readonly string[],
  most: number,
  [before, between, after] = ['', '', ''],
): string[] | undefined {
  const parts: string[] = [];
  const frame = weight(before) + weight(after);
  let held: string[] = [];
  let size = frame;
  const close = () => {
    if (held.length > 0) parts.push(before + held.join(between) + after);
    held = [];
    size = frame;
  };
  for (const piece of pieces) {
    const more = weight(piece) + weight(between);
    if (frame + more > most) return undefined;
    if (size + more > most) close();
    held.push(piece);
    size += more;
  }
  close();
  return parts;
}

/** A JSON array, or an object with one long array. */
function jsonParts(text: string, most: number): string[] | undefined {
  const value: unknown = parsed(text);
  if (Array.isArray(value))
    return joined(
      value.map((one) => JSON.stringify(one)),
      most,
      ['[', ',', ']'],
    );
  if (typeof value !== 'object' || value === null) return undefined;
  const lists = Object.entries(value).filter((field): field is [string, unknown[]] => Array.isArray(field[1]));
  const [longest] = lists.toSorted(([, a], [, b]) => b.length - a.length);
  if (!longest) return undefined;
  const [name, list] = longest;
  const { [name]: _, ...rest } = value as Record<string, unknown>;
  const others = Object.entries(rest).map(([field, one]) => `${JSON.stringify(field)}:${JSON.stringify(one)},`);
  const frame = [`{${others.join('')}${JSON.stringify(name)}:[`, ',', ']}'];
  return joined(
    list.map((one) => JSON.stringify(one)),
    most,
    frame as [string, string, string],
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Rows with the header before each part; a field in quotes may go over several lines. */
function csvParts(text: string, most: number): string[] | undefined {
  const rows: string[] = [];
  let row = '';
  let isQuoted = false;
  for (const line of text.split(/(?<=\n)/)) {
    row += line;
    if ((line.split('"').length - 1) % 2 === 1) isQuoted = !isQuoted;
    if (isQuoted) continue;
    rows.push(row);
    row = '';
  }
  if (row !== '') rows.push(row);
  const [header = '', ...others] = rows;
  return joined(others, most, [header, '', '']);
}

/** A text in Unicode; undefined: in another encoding, which the service tells of whole documents alone. */
export function textIn(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const bigEndian = first === 0xfe && second === 0xff;
  const isWide = bigEndian || (first === 0xff && second === 0xfe);
  const encoding = isWide ? (bigEndian ? 'utf-16be' : 'utf-16le') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

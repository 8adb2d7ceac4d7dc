import { ServiceError } from '../domain/errors.ts';
import type { ImportFormat } from '../domain/file.ts';
import { redactKeys } from '../text/secrets.ts';
import type { DayOrder } from './dates.ts';
import { textOf } from './decode.ts';
import { type ReadDocument, unreadable } from './document.ts';
import { readOwnExport, readPlainExport } from './export/read.ts';
import { isWordDocument, readArchive } from './importers/archive.ts';
import { readCalendar } from './importers/calendar.ts';
import { readVcards } from './importers/contacts.ts';
import { readCsv } from './importers/csv.ts';
import { readDocx } from './importers/docx.ts';
import { readHtml } from './importers/html.ts';
import { readJoplin } from './importers/joplin.ts';
import { readJson, readJsonLines } from './importers/json.ts';
import { readNotebook } from './importers/notebook.ts';
import { readMarkup, readNote, readPlain } from './importers/notes.ts';
import { readOrgText } from './importers/org.ts';
import { readPdf } from './importers/pdf.ts';
import type { SlackChannel } from './importers/slack.ts';
import { readSqlite } from './importers/sqlite.ts';
import { isSqlite } from './importers/sqlite-tables.ts';
import { readStampedChat } from './importers/stamped-chat.ts';
import { isZimText, readZimText } from './importers/zim.ts';
import { limits } from './limits.ts';
import { readConcept } from './okf/read.ts';
import { distinct, mendedPiece } from './piece.ts';

/** Besides the formats of the interface, those that only the bytes or the name show. */
export type Format = Exclude<ImportFormat, 'auto'> | 'archive' | 'sqlite' | 'org' | 'vcard' | 'calendar' | 'notebook';

/** The formats by file extension; a file without a known one is detected by its bytes. */
const formatOfEnding = new Map<string, Format>(
  Object.entries({
    md: 'markdown',
    mdx: 'markdown',
    mdc: 'markdown',
    markdown: 'markdown',
    mkd: 'markdown',
    txt: 'text',
    text: 'text',
    log: 'text',
    org: 'org',
    rst: 'text',
    html: 'html',
    htm: 'html',
    xhtml: 'html',
    json: 'json',
    jsonl: 'jsonl',
    ndjson: 'jsonl',
    csv: 'csv',
    tsv: 'csv',
    pdf: 'pdf',
    docx: 'docx',
    vcf: 'vcard',
    vcard: 'vcard',
    ics: 'calendar',
    ical: 'calendar',
    ipynb: 'notebook',
  } as const),
);

/** Formats that are no text, whatever their first bytes are. */
const binary: ReadonlySet<Format> = new Set(['pdf', 'docx', 'archive', 'sqlite']);

/** Names of formats that are no text, with the extensions of such files. */
const binaryEndings = new Map([
  ['pdf', 'PDF'],
  ['docx', 'Word document'],
  ['zip', 'zip archive'],
  ['db', 'SQLite store'],
  ['sqlite', 'SQLite store'],
  ['sqlite3', 'SQLite store'],
]);

/** A text with the name of a binary format is broken or misnamed: its bytes would show the format. InvalidInput. */
function requireNamed(name: string, format: Format): void {
  const said = binaryEndings.get(endingOf(name));
  if (said !== undefined && !binary.has(format))
    throw unreadable(`"${name}" has the name of a ${said}, but another content`);
}

function endingOf(name: string): string {
  return /\.([a-z]+\d?)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The format by a file's name; undefined when the name does not show it. */
export function formatOfName(name: string): Format | undefined {
  return formatOfEnding.get(endingOf(name));
}

/** The format of a document, by its first bytes, then its name, then its text. InvalidInput when it is unknown. */
export function detectFormat(name: string, bytes: Uint8Array): Format {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  if (isPdf(name, bytes, head)) return 'pdf';
  requireReadable(name, head);
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) {
    return formatOfName(name) === 'docx' || isWordDocument(bytes) ? 'docx' : 'archive';
  }
  if (isSqlite(bytes)) return 'sqlite';
  const named = formatOfName(name);
  if (named !== undefined && !binary.has(named)) return named;
  const text = textOf(bytes)?.slice(0, 4_096).trimStart();
  if (text === undefined)
    throw unreadable(
      `"${name}" is neither a text in an encoding that is recognised nor PDF, DOCX, a zip archive or SQLite; save a text as UTF-8`,
    );
  if (/^\{[^\n]*\}[^\S\n]*\n\s*\{/.test(text)) return 'jsonl';
  if (/^[[{]/.test(text) && /["\]}\d]/.test(text)) return looksLikeJson(bytes) ? 'json' : 'markdown';
  if (/^BEGIN:VCARD\s/i.test(text)) return 'vcard';
  if (/^BEGIN:VCALENDAR\s/i.test(text)) return 'calendar';
  if (/^(?:<!doctype html|<html|<head|<body|<\?xml[^>]*>\s*<html)/i.test(text)) return 'html';
  return /^(?:#{1,6} |[-*+] |```|> |---\n|\|)|\n(?:#{1,6} |[-*+] |```|\| ?-)/.test(text) ? 'markdown' : 'text';
}

/** Whether bytes are a PDF: a text may begin with its mark, or mention it. */
function isPdf(name: string, bytes: Uint8Array, head: string): boolean {
  if (!head.includes('%PDF-')) return false;
  const named = formatOfName(name);
  if (named === 'pdf') return true;
  const tail = Buffer.from(bytes.subarray(-2_048)).toString('latin1');
  const isWhole = /startxref|%%EOF|trailer\s{0,10}<</.test(tail);
  const isFirst = /^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(head);
  if (isWhole) return isFirst || named === undefined;
  return isFirst && textOf(bytes) === undefined;
}

/** Kinds of files that are not read, and what to do. */
const unread: readonly { endings: RegExp; start?: RegExp; what: string; instead: string }[] = [
  { endings: /^(?:eml|emlx|msg|mbox|pst)$/, what: 'a mail', instead: 'Save its text as .txt or .html' },
  { endings: /^mht(?:ml)?$/, what: 'a web archive', instead: 'Save the page as .html' },
  { endings: /^rtf$/, start: /^\{\\rtf\d/, what: 'rich text (RTF)', instead: 'Save it as .docx or .txt' },
  { endings: /^(?:doc|odt|pages)$/, what: 'a document of an office program', instead: 'Save it as .docx or .pdf' },
  { endings: /^(?:xlsx?|xlsm|ods|numbers)$/, what: 'a spreadsheet', instead: 'Save each sheet as .csv' },
  { endings: /^(?:pptx?|odp|key)$/, what: 'a presentation', instead: 'Save it as .pdf' },
  { endings: /^(?:epub|mobi|azw3)$/, what: 'an electronic book', instead: 'Convert it to .html, .txt or .pdf' },
];

/** InvalidInput for a kind of file that is not read, with what to do. */
function requireReadable(name: string, head: string): void {
  const ending = endingOf(name);
  const kind = unread.find(({ endings, start }) => endings.test(ending) || start?.test(head.trimStart()));
  if (kind) throw unreadable(`"${name}" is ${kind.what}, which is not read. ${kind.instead} and import that`);
}

function looksLikeJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(textOf(bytes) ?? '');
    return true;
  } catch {
    return false;
  }
}

export interface Reading {
  /** Keeps credentials in a text, which are otherwise redacted when their shape shows them. */
  keepSecrets?: boolean | undefined;
  /** How many memories it may give; `limits.pieces` where nothing is said. */
  pieces?: number | undefined;
  /** The limit of its decompressed text; default `limits.unfoldedBytes`. */
  unfoldedBytes?: number | undefined;
  /** The order of dates in the names of the files beside it. */
  dayOrder?: DayOrder | undefined;
  /** The file's modification time (ISO-8601): the time of notes without another. */
  modifiedAt?: string | undefined;
  /** Of a day of Slack's export: its channel and the names that the files beside it have. */
  slack?: SlackChannel | undefined;
}

/**
 * Reads a document of any known format into pieces, each once. InvalidInput: it is not of its format, or has no
 * content; InvalidContent: it exceeds `limits`.
 */
export async function readDocument(
  name: string,
  bytes: Uint8Array,
  format: ImportFormat | Format,
  reading: Reading = {},
): Promise<ReadDocument> {
  const chosen = format === 'auto' ? detectFormat(name, bytes) : format;
  if (format === 'auto') requireNamed(name, chosen);
  const read = await readAs(chosen, name, bytes, reading);
  const pieces = distinct(read.pieces.map(mendedPiece).filter(({ body }) => body.trim() !== ''));
  const most = reading.pieces ?? limits.pieces;
  if (pieces.length <= most) {
    return { ...read, pieces, format: chosen };
  }
  throw new ServiceError(
    'InvalidContent',
    `"${name}" would give ${pieces.length} memories; at most ${most} are taken from one file. Split it.`,
  );
}

/**
 * Reads a file that is stored in any case: no pieces when it is no text, else by its format, or as plain text when that
 * fails. InvalidContent when it gives more than 20,000 pieces.
 */
export async function readSnapshot(name: string, bytes: Uint8Array): Promise<ReadDocument> {
  if (textOf(bytes) === undefined) return { pieces: [] };
  const format = detectFormat(name, bytes);
  if (binary.has(format)) return { pieces: [] };
  try {
    const read = await readDocument(name, bytes, format);
    // An invalid export is read as plain text: its errors would not be shown.
    return read.rejected?.length ? await readDocument(name, bytes, 'text') : read;
  } catch (error) {
    if (format === 'text' || format === 'markdown' || !(error instanceof ServiceError)) throw error;
    return readDocument(name, bytes, 'text');
  }
}

async function readAs(
  format: Format,
  name: string,
  bytes: Uint8Array,
  { keepSecrets, unfoldedBytes, dayOrder, modifiedAt, slack }: Reading,
): Promise<ReadDocument> {
  if (format === 'pdf') return readPdf(name, bytes);
  if (format === 'docx') return readDocx(bytes);
  const clean = keepSecrets ? (one: string) => one : redactKeys;
  if (format === 'archive') return readArchive(bytes, clean, unfoldedBytes);
  if (format === 'sqlite') return readSqlite(bytes, clean, unfoldedBytes);
  const written = textOf(bytes);
  if (written === undefined)
    throw unreadable(`"${name}" is not text in an encoding that is recognised; save it as UTF-8`);
  const text = clean(written);
  switch (format) {
    case 'markdown': {
      // Its own line ends show its structure, so it is repaired only after parsing.
      const exported = clean(new TextDecoder().decode(bytes));
      const own = readOwnExport(exported) ?? readPlainExport(exported);
      if (own) return own;
      const concept = await readConcept(name, text);
      if (concept) return concept;
      const joplin = await readJoplin(text);
      return joplin ?? readNote(name, text, { dayOrder, modifiedAt });
    }
    case 'org':
      return readMarkup(name, text, readOrgText, { dayOrder, modifiedAt });
    case 'text':
      if (isZimText(text)) return readMarkup(name, text, readZimText, { dayOrder, modifiedAt });
      return readStampedChat(text) ?? readPlain(name, text, { dayOrder, modifiedAt });
    case 'html':
      return readHtml(text);
    case 'json':
      return readJson(text, { slack });
    case 'jsonl':
      return readJsonLines(text);
    case 'csv':
      return readCsv(text);
    case 'vcard':
      return readVcards(text);
    case 'calendar':
      return readCalendar(text);
    case 'notebook':
      return readNotebook(text);
  }
}

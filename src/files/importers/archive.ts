import { ServiceError } from '../../domain/errors.ts';
import { type DayOrder, dayOrderOf } from '../dates.ts';
import { textOf } from '../decode.ts';
import { type ReadDocument, unreadable } from '../document.ts';
import { LeftOut } from '../left-out.ts';
import { limits } from '../limits.ts';
import { isTemplate, type PassedOver, passedOver, templateSettings, templatesNamed } from '../passed-over.ts';
import type { Piece } from '../piece.ts';
import { splitText } from '../plain-text.ts';
import { namesIn, type Parts, unzip } from '../zip.ts';
import { projectNames } from './claude-account.ts';
import { readJoplin } from './joplin.ts';
import { readJson, readJsonLines } from './json.ts';
import { readNote } from './notes.ts';
import { slackPeople } from './slack.ts';
import { readStampedChat } from './stamped-chat.ts';

/** ChatGPT cuts large exports into `conversations-000.json` and so on. */
const conversations = /^conversations(?:-\d+)?\.json$/;
const besideConversations = new Set(['memories', 'projects']);
/** Whether files, by their paths, are an account's data export, as an archive or unpacked. */
export function isAccountExport(names: readonly string[]): boolean {
  return names.some((name) => conversations.test(baseName(name)) && depth(name) <= 1);
}

/** Whether a file of such an export is read. */
export function isAccountFile(name: string): boolean {
  const [file = '', folder = ''] = name.split('/').reverse();
  if (!file.endsWith('.json')) return false;
  return conversations.test(file) || besideConversations.has(file.slice(0, -5)) || besideConversations.has(folder);
}

const slackDay = /\/\d{4}-\d\d-\d\d\.json$/;

/** Whether a path may be a day of a channel in Slack's export, and the channel. */
export const isSlackDay = (path: string): boolean => slackDay.test(path);
export const channelOf = (path: string): string => path.split('/').at(-2) ?? '';

const isNote = (name: string) => /\.(?:md|mdx|mdc|markdown)$/i.test(name);
const isText = (name: string) => isNote(name) || /\.txt$/i.test(name);
const isArchive = (name: string) => /\.zip$/i.test(name);
const isRecords = (name: string) => /\.jsonl?$/i.test(name);

/** The entries of an archive, and how one is read. */
interface Kind {
  isOne(names: readonly string[]): boolean;
  wants(name: string): boolean;
  read(name: string, text: string, beside: Beside): Promise<ReadDocument>;
  /** Whether what its programs threw away or only work with is left out. */
  isLive?: true;
}

/** What an entry's reader may know of the others. */
interface Beside {
  /** The folder that contains all files, with a trailing slash; empty without one. */
  root: string;
  dayOrder: DayOrder | undefined;
  /** Of a workspace of Slack: the members' names by id. */
  people: ReadonlyMap<string, string>;
  /** The names of Claude's projects by id. */
  projects: ReadonlyMap<string, string>;
}

const readRecords = async (name: string, text: string, { projects }: Beside) =>
  name.endsWith('l') ? readJsonLines(text) : readJson(text, { projects });

const kinds: readonly Kind[] = [
  {
    // A data export of ChatGPT or Claude; its account data and clicks are ignored.
    isOne: isAccountExport,
    wants: isAccountFile,
    read: readRecords,
  },
  {
    // A workspace of Slack: a folder for each channel, a file for each day.
    isOne: (names) => ['users.json', 'channels.json'].every((one) => names.some((name) => baseName(name) === one)),
    wants: (name) => slackDay.test(name),
    read: async (name, text, { people }) => readJson(text, { slack: { people, channel: channelOf(name) } }),
  },
  {
    // A vault of notes.
    isOne: (names) => names.some(isNote),
    wants: isText,
    read: async (name, text, { root, dayOrder }) =>
      (await readJoplin(text)) ??
      readNote(name, text, { folders: name.slice(root.length).split('/').slice(0, -1), dayOrder }),
    isLive: true,
  },
  { isOne: (names) => names.some(isRecords), wants: isRecords, read: readRecords },
  {
    // A chat as messengers write it, beside its pictures.
    isOne: (names) => names.some(isText),
    wants: isText,
    read: async (_, text) => readStampedChat(text) ?? { pieces: splitText(text) },
  },
];

/** Whether an archive is a Word document by its parts. */
export function isWordDocument(bytes: Uint8Array): boolean {
  return namesIn(bytes).includes('[Content_Types].xml');
}

/**
 * An archive of a known kind: a data export of ChatGPT or Claude, a vault of notes, files of records.
 * @param clean applied to a text before it is cut
 * @param most the total decompressed size (bytes)
 */
export async function readArchive(
  bytes: Uint8Array,
  clean: (text: string) => string,
  most?: number,
): Promise<ReadDocument> {
  const names = namesIn(bytes).filter(isShown);
  const kind = kinds.find((one) => one.isOne(names));
  if (!kind && names.some(isArchive)) return readParts(bytes, clean, most);
  const { size: _, ...read } = await readOne(bytes, clean, most);
  return read;
}

/** Of one that holds no other; with the size of what was unpacked (bytes). */
async function readOne(
  bytes: Uint8Array,
  clean: (text: string) => string,
  most?: number,
  left?: number,
): Promise<ReadDocument & { size: number }> {
  const names = namesIn(bytes).filter(isShown);
  const kind = kinds.find((one) => one.isOne(names));
  if (!kind) {
    throw unreadable(
      'it is a zip archive but no Word document, and holds no notes (.md), conversations or memories (.json) or texts (.txt) either',
    );
  }
  const root = rootOf(names);
  const templates = kind.isLive ? templatesOf(bytes, root, most) : [];
  const why = (name: string) => (kind.isLive ? leftOutOf(name.slice(root.length), templates) : undefined);
  const wanted = new Set(names.filter((name) => kind.wants(name) && why(name) === undefined));
  const members = names.find((name) => baseName(name) === 'users.json');
  const parts: Parts = unzip(bytes, (name) => wanted.has(name) || name === members, most, left);
  const people = slackPeople(textOf(parts.get(members ?? '') ?? new Uint8Array()) ?? '');
  const texts = kind.isOne === isAccountExport ? [...parts.values()].map((part) => textOf(part) ?? '') : [];
  const projects = new Map(texts.filter((text) => text.includes('"docs"')).flatMap(projectNames));
  const beside = { root, dayOrder: dayOrderOf(names.map(baseName)), people, projects };
  const pieces: Piece[] = [];
  const leftOut = new LeftOut();
  for (const [name, part] of parts) {
    if (!wanted.has(name)) continue;
    const text = textOf(part);
    if (text === undefined) throw unreadable(`its "${name}" is not text in an encoding that is recognised`);
    const read = await kind.read(name, clean(text), beside);
    for (const piece of read.pieces) pieces.push(piece);
    for (const { name: field, count } of read.leftOut ?? []) leftOut.add(field, count);
  }
  for (const name of names) {
    const kindOf = kind.wants(name) ? why(name) : undefined;
    if (!wanted.has(name)) leftOut.add(kindOf === undefined ? `files: ${baseName(name)}` : `files: ${kindOf}`);
  }
  const size = [...parts.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { pieces, leftOut: leftOut.list(), size };
}

/** The most archives that are read of one. */
const maxArchives = 20;

/** An archive of archives, as Notion cuts its exports: each is read by itself, one that can't be read is left out. */
async function readParts(
  bytes: Uint8Array,
  clean: (text: string) => string,
  most: number = limits.unfoldedBytes,
): Promise<ReadDocument> {
  const pieces: Piece[] = [];
  const leftOut = new LeftOut();
  const faults: ServiceError[] = [];
  const names = namesIn(bytes).filter(isShown);
  const archives = names.filter(isArchive).slice(0, maxArchives);
  let left = most;
  let count = 0;
  for (const name of archives) {
    try {
      const part = unzip(bytes, (one) => one === name, most, left).get(name) ?? new Uint8Array();
      const found = await readOne(part, clean, most, left - part.byteLength);
      left -= part.byteLength + found.size;
      count += 1;
      for (const piece of found.pieces) pieces.push(piece);
      for (const { name: field, count: more } of found.leftOut ?? []) leftOut.add(field, more);
    } catch (error) {
      // What is too large is refused as a whole.
      if (!(error instanceof ServiceError) || error.type !== 'InvalidInput') throw error;
      faults.push(error);
      leftOut.add(`files: ${baseName(name)}`);
    }
  }
  if (count === 0 && faults[0]) throw faults[0];
  for (const name of names) if (!archives.includes(name)) leftOut.add(`files: ${baseName(name)}`);
  return { pieces, leftOut: leftOut.list() };
}

function templatesOf(bytes: Uint8Array, root: string, most: number | undefined): string[] {
  const settings = unzip(bytes, (name) => name.startsWith(root) && templateSettings.has(name.slice(root.length)), most);
  return templatesNamed([...settings].map(([name, part]) => [name.slice(root.length), textOf(part) ?? ''] as const));
}

function leftOutOf(way: string, templates: readonly string[]): PassedOver | undefined {
  const why = passedOver(way) ?? (isTemplate(way, templates) ? 'template' : undefined);
  // An archive is a choice of the person who made it.
  return why === 'foreign' || why === 'secret' ? undefined : why;
}

/** Ignores folders of programs: `.obsidian/`, `.trash/`, the Mac's `__MACOSX/`. */
function isShown(name: string): boolean {
  return !name.endsWith('/') && !name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}

function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function depth(name: string): number {
  return name.split('/').length - 1;
}

function rootOf(names: readonly string[]): string {
  const root = /^[^/]*\//.exec(names[0] ?? '')?.[0] ?? '';
  return names.every((name) => name.startsWith(root)) ? root : '';
}

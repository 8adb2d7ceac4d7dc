import { foldCase } from '../../domain/text.ts';
import { type DayOrder, dayIn } from '../dates.ts';
import type { ReadDocument } from '../document.ts';
import { LeftOut } from '../left-out.ts';
import {
  type FrontMatter,
  isTimeField,
  readFrontMatter,
  tagsOf,
  textOfField,
  timeOfField,
  unreadTimes,
} from '../markdown/front-matter.ts';
import { splitMarkdown } from '../markdown/split.ts';
import { maxBody, type Piece } from '../piece.ts';
import { splitText } from '../plain-text.ts';
import { isInArchive, isTelling, nameOfFile } from '../subject.ts';
import { agentMemoryTags, inOne, withoutIndex } from './agent-memory.ts';
import { sentence } from './graph.ts';
import { isUnfilled, liveText, ofTemplates } from './machinery.ts';
import { flat } from './records.ts';

/**
 * Notes with links and properties, and rules for agents:
 * - Obsidian's: properties, `[[wiki links]]`, `#tags`, callouts (https://obsidian.md/help/links,
 *   https://obsidian.md/help/properties, https://obsidian.md/help/callouts);
 * - basic-memory's: observations `- [category] text #tag (context)`, relations `- relates_to [[Other note]] (context)`
 *   (https://github.com/basicmachines-co/basic-memory/blob/main/src/basic_memory/markdown/plugins.py);
 * - Cursor's `.mdc` and the like: `description`, `globs`, `alwaysApply` (https://cursor.com/docs/rules).
 */
const aliasFields = ['aliases', 'alias'];
/** Properties that are shown otherwise, or useless for a reader. */
const ignoredFields = new Set([
  ...aliasFields,
  'title',
  'permalink',
  'type',
  'cssclasses',
  'cssclass',
  'publish',
  'id',
  'uid',
  'uuid',
  'alwaysApply',
  'archived',
  'kanban-plugin',
  'linter-yaml-title-alias',
  'obsidianUIMode',
  'layout',
  'slug',
  'weight',
  'sidebar_position',
  'nav_order',
  'toc',
]);
const patternFields = ['globs', 'applyTo', 'paths'];
const wikiLink = /!?\[\[([^[\]|#\n]{0,200})(?:#([^[\]|\n]{0,200}))?(?:\\?\|([^[\]\n]{0,200}))?\]\]/g;

/** The data of a note besides its path and text. */
interface Surroundings {
  /** Where it is among others, outermost first. */
  folders?: readonly string[];
  dayOrder?: DayOrder | undefined;
  modifiedAt?: string | undefined;
}

/** A Markdown document as pieces. One in a folder or archive says what it is about: its title, or the file's name. */
export async function readNote(path: string, text: string, surroundings: Surroundings = {}): Promise<ReadDocument> {
  const leftOut = new LeftOut();
  const matter = (await readFrontMatter(text)) ?? { fields: new Map(), lists: new Set<string>(), body: text };
  if (matter.fields.has('excalidraw-plugin')) {
    leftOut.add('drawings');
    return { pieces: [], leftOut: leftOut.list() };
  }
  const isIndex = /(?:^|\/)MEMORY\.md$/.test(path);
  const live = liveText(withoutComments(isIndex ? withoutIndex(matter.body, leftOut) : matter.body), leftOut);
  const fields = [...live.properties, ...matter.fields].filter(([, values]) => !values.some(isUnfilled));
  if (isUnfilled(text.slice(0, text.length - matter.body.length))) leftOut.add(ofTemplates);
  const note = { ...matter, fields: new Map(fields), body: live.body };
  return readParts(path, note, { ...surroundings, hasSigns: linkOrComment.test(text) }, leftOut);
}

/** A document in another markup as Markdown, and its properties. */
export interface Markup {
  markdown: string;
  fields: Map<string, string[]>;
}

/** A document in another markup as pieces, as `readNote`. */
export async function readMarkup(
  path: string,
  text: string,
  read: (text: string, leftOut: LeftOut) => Markup,
  surroundings: Surroundings = {},
): Promise<ReadDocument> {
  const leftOut = new LeftOut();
  const { markdown, fields } = read(text, leftOut);
  const note = { fields, lists: new Set(['tags']), body: markdown };
  return readParts(path, note, { ...surroundings, hasSigns: linkOrComment.test(markdown) }, leftOut);
}

/** A plain text as pieces, as `readNote`. */
export function readPlain(path: string, text: string, { dayOrder, modifiedAt }: Surroundings = {}): ReadDocument {
  const name = nameOfFile(path);
  const context = path.includes('/') && isTelling(name) ? [name] : [];
  const occurredAt = dayIn(name, dayOrder) ?? modifiedAt;
  return { pieces: splitText(text, context).map((piece) => ({ ...piece, occurredAt })) };
}

const linkOrComment = /\[\[[^[\]\n]{1,200}\]\]|(?:^|\n)(?:%%|```dataview)/;

async function readParts(
  path: string,
  matter: FrontMatter,
  { folders, dayOrder, modifiedAt, hasSigns }: Surroundings & { hasSigns: boolean },
  leftOut: LeftOut,
): Promise<ReadDocument> {
  const name = nameOfFile(path);
  const patterns = textOfField(matter, ...patternFields);
  const isRule = patterns !== '' || matter.fields.has('alwaysApply');
  const memoryTags = agentMemoryTags(matter);
  const isNote = hasSigns || matter.fields.size > 0;
  const isTitled = isNote || ((folders !== undefined || path.includes('/')) && !isBelowOneHeading(matter.body));
  const own = textOfField(matter, 'title') || (isRule ? textOfField(matter, 'description') : '');
  const given = memoryTags === undefined && isTitled ? own || (isTelling(name) ? name : '') : '';
  const { title, body } = titled(matter.body, given);
  const tags = memoryTags ?? tagsOf(matter);
  const occurredAt = timeOfField(matter, dayOrder) ?? dayIn(name, dayOrder) ?? modifiedAt;
  const unread = unreadTimes(matter, dayOrder);
  for (const [field, value] of unread) leftOut.add(`${field} (no date that is read): ${value}`);
  // Its other names find each statement of a note; its tags stand in the first.
  const aliases = aliasFields.flatMap((field) => matter.fields.get(field) ?? []);
  const archived = isArchived(path, matter) ? ['archived'] : [];
  const label = [...aliases, ...(patterns === '' ? [] : [patterns]), ...archived].join(', ');
  const subject = label === '' || title === '' ? title || label : `${title} (${label})`;
  const context = [...(folders ?? []), subject].filter((part) => part !== '');
  const read = await splitMarkdown(body, { context, occurredAt, dayOrder }, leftOut);
  const said = read.filter(saysSomething);
  leftOut.add('names of files, tags and dates alone', read.length - said.length);
  const about = { title: title || name, folders: folders ?? [], tags, isLinked: matter.fields.has('permalink') };
  const pieces = isNote ? said.map((piece) => readPiece(piece, about)).filter(({ body }) => body !== '') : said;
  if (memoryTags) return { pieces: inOne(pieces), leftOut: leftOut.list() };
  // The properties of a template with nothing else are of no note.
  if (pieces.length === 0 && leftOut.has(ofTemplates)) return { pieces, leftOut: leftOut.list() };
  const properties = [...matter.fields].filter(
    ([field, value]) =>
      flat(value).trim() !== '' && (!isShownOtherwise(field, isRule) || unread.some(([one]) => one === field)),
  );
  const shown = properties.map(([field, value]) => `${field}: ${flat(value)}`).join('; ');
  const known = { context: context.map(plain), occurredAt, tags };
  return { pieces: withProperties(pieces, plain(shown), known), leftOut: leftOut.list() };
}

/** A picture or another attached file, or the beginning of its link. */
const attachment =
  /^(?:!?\[[^[\]\n]{0,300}\]\(\S{0,2000}|[^\s/]{1,200}\.)(?:png|jpe?g|gif|svg|webp|heic|mp[34]|mov|m4a|wav|pdf)\)?$/i;

/** Other notes shown in this one, which have their own statements. */
const embeddedNotes = /^(?:!\[\[[^[\]\n]{1,500}\]\]\s{0,100}){1,50}$/;
const tagsAlone = /^(?:#[\p{L}\p{N}_/-]{1,100}[\s,]{0,5}){1,50}$/u;

/** Whether a statement says something alone: an empty section "Notes", a bare date, a file's name or tags do not. */
function saysSomething({ body, context }: Piece): boolean {
  if (attachment.test(body) || tagsAlone.test(body) || embeddedNotes.test(body)) return false;
  return context.length > 0 || !/^\p{L}[\p{L}\p{N} ,.-]{1,40}$/u.test(body) || isTelling(body);
}

/** Whether a document begins with its only heading of the first level: that says what it is about. */
function isBelowOneHeading(body: string): boolean {
  const headings = body.match(/^# \S|^=+[ \t]*$/gm) ?? [];
  return headings.length === 1 && /^\s{0,100}(?:# \S|\S[^\n]{0,500}\n=+[ \t]*(?:\n|$))/.test(body);
}

function isArchived(path: string, matter: FrontMatter): boolean {
  const said =
    /^(?:true|yes)$/i.test(textOfField(matter, 'archived')) || /^archived$/i.test(textOfField(matter, 'status'));
  return said || isInArchive(path.split('/').slice(0, -1).slice(-3));
}

/** UTF-16 units of properties that stay with the first statement. */
const maxProperties = 300;

/** Properties follow the first statement in brackets; long ones, or those of a table or code, are a statement. */
function withProperties(pieces: Piece[], sentence: string, known: Omit<Piece, 'body'>): Piece[] {
  if (sentence === '') return pieces;
  const [first, ...rest] = pieces;
  const fits = first && !first.body.includes('\n') && sentence.length <= maxProperties;
  if (!fits || first.body.length + sentence.length + 3 > maxBody) return [{ ...known, body: sentence }, ...pieces];
  return [{ ...first, body: `${first.body} (${sentence})` }, ...rest];
}

function isShownOtherwise(field: string, isRule: boolean): boolean {
  return (
    ignoredFields.has(field) ||
    isTimeField(field) ||
    (isRule && (field === 'description' || patternFields.includes(field)))
  );
}

/** Without Obsidian's `%%comments%%` and the queries of Dataview; in code both signs are code. */
function withoutComments(body: string): string {
  if (!/%%|(?:```|~~~)\s*dataview/.test(body)) return body;
  const kept: string[] = [];
  let fence: string | undefined;
  let isQuery = false;
  let isComment = false;
  for (const line of body.split('\n')) {
    const [, mark, language = ''] = isComment ? [] : (/^\s{0,10}(`{3,}|~{3,})([^\s`]*)/.exec(line) ?? []);
    if (fence === undefined && mark === undefined) {
      const parts = line.split('%%');
      kept.push(parts.filter((_, i) => (i % 2 === 1) === isComment).join(''));
      if (parts.length % 2 === 0) isComment = !isComment;
      continue;
    }
    if (fence === undefined) isQuery = /^dataview(?:js)?$/.test(language);
    if (!isQuery) kept.push(line);
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && language === '') {
      fence = undefined;
      isQuery = false;
    }
  }
  // A sign that is never closed begins no comment.
  return isComment ? body : kept.join('\n');
}

/** A note's first heading often is its title, or the name of its file (`daily-notes`) as people write it. */
function titled(body: string, title: string): { title: string; body: string } {
  const [whole, heading = ''] = /^\s{0,100}# ([^\n]{1,500})(?:\n|$)/.exec(body) ?? [];
  const isTitle = whole !== undefined && title !== '' && wordsOf(heading) === wordsOf(title);
  return isTitle ? { title: heading.trim(), body: body.slice(whole.length) } : { title, body };
}

function wordsOf(title: string): string {
  return foldCase(title.trim()).replace(/[\s_-]{1,100}/g, ' ');
}

interface About {
  title: string;
  folders: readonly string[];
  tags: readonly string[];
  /** It is basic-memory's, which knows relations wherever they are. */
  isLinked: boolean;
}

/** A piece with the note's links and callouts in plain text. */
function readPiece(piece: Piece, { title, folders, tags, isLinked }: About): Piece {
  const above = piece.context.at(-1) ?? '';
  const relation = isLinked || isSection(above, 'relations') ? relationIn(piece.body, title) : undefined;
  const own = [...piece.body.matchAll(/(?<![^\s(])#([\p{L}_][\p{L}\p{N}_/-]{0,99})/gu)].map(([, tag = '']) => tag);
  const all = [...own, ...tags];
  const tagged = all.length === 0 ? piece : { ...piece, tags: all };
  if (relation !== undefined) return { ...tagged, body: plain(relation), context: folders };
  const { category, text } = observationIn(piece.body);
  const context = isSection(above, 'observations') ? piece.context.slice(0, -1) : piece.context;
  return {
    ...tagged,
    body: plain(text),
    context: context.map(plain),
    ...(category !== undefined && { category }),
  };
}

function isSection(heading: string, name: string): boolean {
  return foldCase(heading) === name;
}

/** `relates_to [[Other note]] (context)` and `"is part of" [[Other note]]`, said of the note. */
function relationIn(body: string, title: string): string | undefined {
  const [, double, single, bare, target = '', context] =
    /^(?:"([^"\n]{1,100})"|'([^'\n]{1,100})'|([^\s[\]"']{1,100})) +\[\[([^[\]\n]{1,300})\]\](?: +\(([^()\n]{1,500})\))?$/.exec(
      body,
    ) ?? [];
  const type = double ?? single ?? bare;
  if (type === undefined) return undefined;
  return `${sentence(title, type, `[[${target}]]`)}${context === undefined ? '' : ` (${context})`}`;
}

/** `[category] text`; not the box of a task (`[ ]`, `[x]`, `[/]`) nor the time of a transcript (`[00:11]`). */
function observationIn(body: string): { category?: string; text: string } {
  const [mark, category = ''] = /^\[([^[\]()\n]{1,64})\]\s+(?=\S)/.exec(body) ?? [];
  const name = category.trim();
  if (mark === undefined || /^(?:[xX]|[^\p{L}\p{N}]?|[\d:.,\s-]+)$/u.test(name) || name.startsWith('!'))
    return { text: body };
  return { category: name, text: body.slice(mark.length) };
}

/** Links as a reader sees them, with the linked note; without marks of blocks. Embedded files are removed. */
function plain(text: string): string {
  const linked = text.replace(wikiLink, (link, target: string, place?: string, shown?: string) => {
    const isFile = link.startsWith('!') && /\.[a-z0-9]{2,5}$/i.test(target.trim());
    if (isFile) return '';
    const heading = place === undefined || place.startsWith('^') ? '' : place.trim();
    const full = [target.trim(), heading].filter((part) => part !== '').join(' › ');
    const label = shown?.trim() ?? '';
    if (label === '' || foldCase(label) === foldCase(full)) return full;
    return full === '' ? label : `${label} (${full})`;
  });
  return linked.replace(/ \^[a-zA-Z0-9-]{1,100}$/, '').trim();
}

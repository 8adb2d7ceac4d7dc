import { foldCase } from '../../domain/text.ts';
import { type DayOrder, dayIn } from '../dates.ts';
import {
  type FrontMatter,
  isTimeField,
  readFrontMatter,
  tagFields,
  tagsOf,
  textOfField,
  timeOfField,
} from '../markdown/front-matter.ts';
import { splitMarkdown } from '../markdown/split.ts';
import { maxBody, type Piece } from '../piece.ts';
import { sentence } from './graph.ts';
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
const known = new Set([
  'title',
  ...aliasFields,
  'permalink',
  'description',
  'globs',
  'alwaysApply',
  'applyTo',
  ...tagFields,
]);
/** Properties that are shown otherwise, or useless for a reader. */
const ignoredFields = new Set([
  ...aliasFields,
  'title',
  'permalink',
  'type',
  'updated',
  'cssclasses',
  'cssclass',
  'publish',
  'id',
  'updated_at',
  'modified',
  'alwaysApply',
]);
const patternFields = ['globs', 'applyTo', 'paths'];
const wikiLink = /!?\[\[([^[\]|#\n]{0,200})(?:#([^[\]|\n]{0,200}))?(?:\\?\|([^[\]\n]{0,200}))?\]\]/g;

/** Whether a Markdown document is such a note: a property or a link shows it. */
export async function isNote(text: string): Promise<boolean> {
  const matter = await readFrontMatter(text);
  if (matter && [...matter.fields.keys()].some((name) => known.has(name) || isTimeField(name))) return true;
  return /\[\[[^[\]\n]{1,200}\]\]|(?:^|\n)(?:%%|```dataview)/.test(text);
}

/** The data of a note besides its path and text. */
interface Surroundings {
  /** Where it is among others, outermost first. */
  folders?: readonly string[];
  dayOrder?: DayOrder | undefined;
  modifiedAt?: string | undefined;
}

export async function readNote(path: string, text: string, surroundings: Surroundings = {}): Promise<Piece[]> {
  const { folders = [], dayOrder, modifiedAt } = surroundings;
  const matter: FrontMatter = (await readFrontMatter(text)) ?? { fields: new Map(), lists: new Set(), body: text };
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '');
  const patterns = textOfField(matter, ...patternFields);
  const isRule = patterns !== '' || matter.fields.has('alwaysApply');
  const title = textOfField(matter, 'title') || (isRule ? textOfField(matter, 'description') : '') || name;
  const tags = tagsOf(matter);
  const occurredAt = timeOfField(matter, dayOrder) ?? dayIn(name, dayOrder) ?? modifiedAt;
  const about: About = { title, folders, tags, isLinked: matter.fields.has('permalink') };
  // Its other names find each statement of a note; its tags stand in the first.
  const aliases = aliasFields.flatMap((field) => matter.fields.get(field) ?? []);
  const label = [...aliases, ...(patterns === '' ? [] : [patterns])].join(', ');
  const context = [...folders, label === '' ? title : `${title} (${label})`];
  const pieces = await splitMarkdown(withoutTitle(withoutComments(matter.body), title), {
    context,
    occurredAt,
    dayOrder,
  });
  const properties = [...matter.fields].filter(
    ([field]) => !isShownOtherwise(field, isRule) && flat(matter.fields.get(field)).trim() !== '',
  );
  const sentence = properties.map(([field, value]) => `${field}: ${flat(value)}`).join('; ');
  const known = { context: context.map(plain), occurredAt, tags };
  return withProperties(
    pieces.map((piece) => read(piece, about)),
    plain(sentence),
    known,
  );
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

/** A note's first heading often is its title. */
function withoutTitle(body: string, title: string): string {
  const [whole, heading = ''] = /^\s{0,100}# ([^\n]{1,500})(?:\n|$)/.exec(body) ?? [];
  return whole !== undefined && foldCase(heading.trim()) === foldCase(title) ? body.slice(whole.length) : body;
}

interface About {
  title: string;
  folders: readonly string[];
  tags: readonly string[];
  /** It is basic-memory's, which knows relations wherever they are. */
  isLinked: boolean;
}

/** A piece with the note's links and callouts in plain text. */
function read(piece: Piece, { title, folders, tags, isLinked }: About): Piece {
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

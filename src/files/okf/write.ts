import type { Memory } from '../../domain/memory.ts';
import { originKind } from '../../domain/memory-origin.ts';
import { byBytes, foldCase, utcDay } from '../../domain/text.ts';
import { keptKeys, okfPrefix, ownKeys, written } from './fields.ts';

/** What of a memory's metadata is no key of the front matter. */
const places = ['id', 'type', 'part', 'blank', 'undated'] as const;
/** The keys that come first in the front matter, in this order. */
const leading = ['type', 'title', 'description', 'resource', 'tags', 'timestamp', 'generated', 'verified', 'sources'];

/** UTF-16 units of a name that is made of a memory's first words. */
const maxName = 50;
/** UTF-16 units of a line of a list. */
const maxLine = 100;

/**
 * Memories as an OKF bundle: the text of each file by its path. A memory is a concept, which `readConcept` reads back;
 * equal memories give equal files.
 * @param usual the default category
 */
export async function writeBundle(
  name: string,
  memories: readonly Memory[],
  usual: string,
  now: number,
): Promise<Map<string, string>> {
  const { stringify } = await import('yaml');
  const concepts = conceptsOf(memories);
  const taken = new Set<string>();
  const paths = new Map(concepts.map(({ memory }) => [memory.id, pathOf(memory, taken)]));
  const files = new Map<string, string>();
  for (const { memory, content } of concepts) {
    const matter = matterOf(memory, paths.get(memory.supersededBy ?? ''), usual, now);
    files.set(`${paths.get(memory.id)}.md`, conceptText(stringify, matter, bodyOf(memory, content)));
  }
  files.set('index.md', indexOf(name, concepts, paths, usual));
  files.set('log.md', logOf(concepts, paths));
  return files;
}

type Stringify = typeof import('yaml')['stringify'];

function conceptText(stringify: Stringify, matter: object, body: string): string {
  const yaml = stringify(matter, { lineWidth: 0, schema: 'core', aliasDuplicateObjects: false });
  return `---\n${yaml}---\n${body}\n`;
}

/** Who keeps the files of a team: what a member says there is in the history of the repository. */
const teamActor = 'process:agent-memory-service';

/**
 * A memory as a file that a team reviews: in short lines, a sentence or less each, without the member that said it.
 * @param successor the path, without its ending, of what it was replaced by
 */
export async function teamConcept(
  memory: Memory,
  successor: string | undefined,
  usual: string,
  now: number,
): Promise<string> {
  const { stringify } = await import('yaml');
  const matter = matterOf(memory, successor, usual, now, teamActor);
  return conceptText(stringify, matter, shortLines(bodyOf(memory, memory.content)));
}

/** UTF-16 units of the words in such a path: every agent that recalls the memory reads the file's name. */
const maxWords = 28;

/** The path, without its ending, of a memory's file in a team's folder: by its category, first words and id. */
export function teamConceptPath({ id, category, content }: Pick<Memory, 'id' | 'category' | 'content'>): string {
  const words = named(content.slice(0, 4 * maxName));
  const cut = words.length <= maxWords ? words : words.slice(0, Math.max(words.lastIndexOf('-', maxWords), 12));
  return `${named(category)}/${cut.toWellFormed().replace(/\ufffd$/, '')}-${id.slice(-6)}`;
}

/** UTF-16 units of a line of a file that a team reviews. */
const maxColumns = 100;

/** A paragraph in lines that end with its sentences, at the latest where no word fits; other texts as they are. */
function shortLines(body: string): string {
  const text = body.trimStart();
  if (text.includes('\n') || text.length <= maxColumns) return body;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const isEnd = /[.!?。！？]["”»)]?$/u.test(line) && /^[\p{Lu}\p{Lo}"“«(]/u.test(word);
    // Such a word at the beginning of a line would be a mark of Markdown.
    const isMark = /^(?:[-+*#>|=~`]|\d{1,9}[.)]$)/.test(word);
    if (line !== '' && !isMark && (isEnd || line.length + 1 + word.length > maxColumns)) {
      lines.push(line);
      line = word;
    } else line = line === '' && lines.length === 0 ? word : `${line} ${word}`;
  }
  return body.slice(0, body.length - text.length) + [...lines, line].join('\n');
}

interface Concept {
  memory: Memory;
  content: string;
}

/** Parts of one concept are one again, where all of them are there. */
function conceptsOf(memories: readonly Memory[]): Concept[] {
  const parts = new Map<string, Memory[]>();
  const partOf = ({ metadata = {} }: Memory) => metadata[`${okfPrefix}part`];
  for (const memory of memories) {
    if (partOf(memory) === undefined) continue;
    const key = String(memory.metadata?.[`${okfPrefix}id`]);
    parts.set(key, [...(parts.get(key) ?? []), memory]);
  }
  const whole = [...parts.values()].flatMap((some): Concept[] => {
    const all = some.toSorted((a, b) => Number(partOf(a)) - Number(partOf(b)));
    if (!all.every((one, i) => partOf(one) === i + 1))
      return all.map((memory) => ({ memory, content: memory.content }));
    return [{ memory: all[0]!, content: all.map(({ content }) => content).join('\n\n') }];
  });
  const single = memories.filter((one) => partOf(one) === undefined);
  return [...single.map((memory) => ({ memory, content: memory.content })), ...whole];
}

/** Where a concept is: where it came from, else by its category, first words and id. */
function pathOf({ id, category, content, metadata = {} }: Memory, taken: Set<string>): string {
  const given = metadata[`${okfPrefix}id`];
  const own = `${named(category)}/${named(content.slice(0, 4 * maxName))}-${id.slice(0, 8)}`;
  const wanted = typeof given === 'string' && isSafe(given) ? given : own;
  const path = taken.has(foldCase(wanted)) ? `${own}-${id.slice(-12)}` : wanted;
  taken.add(foldCase(path));
  return path;
}

/** Whether a path is one on every system, below its folder, and none of the reserved files. */
function isSafe(path: string): boolean {
  const segments = path.split('/');
  const isName = (one: string) =>
    one.length <= 100 && /^[\p{L}\p{N}_]/u.test(one) && !/[^\p{L}\p{N} ._-]|[. ]$/u.test(one);
  const isDevice = (one: string) => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(one);
  // A folder of that name would stand in the way of a concept.
  const isFile = segments.slice(0, -1).some((one) => /\.md$/i.test(one));
  return (
    !isFile && segments.every((one) => isName(one) && !isDevice(one)) && !/^(?:index|log)$/i.test(segments.at(-1) ?? '')
  );
}

/** Words in lower case with dashes, of letters and digits of any script. */
function named(text: string): string {
  const words = foldCase(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const cut = words.slice(0, maxName).toWellFormed().replace('\ufffd', '').replace(/-$/, '');
  return cut === '' ? 'memory' : `${cut}`.replace(/^(con|prn|aux|nul|com\d|lpt\d)$/, '$1-');
}

function matterOf(memory: Memory, successor: string | undefined, usual: string, now: number, actor = actorOf(memory)) {
  const { category, tags, importance, salience, validUntil, supersededBy, occurredAt, metadata = {} } = memory;
  const kept = keptKeys(metadata);
  const [id, type, , , undated] = places.map((key) => kept.get(key));
  for (const key of places) kept.delete(key);
  const own = Object.entries(metadata).filter(([key]) => !key.startsWith(okfPrefix));
  const hasEnded = supersededBy !== undefined || (validUntil !== undefined && Date.parse(validUntil) <= now);
  kept.set('type', category === usual && typeof type === 'string' && type !== '' ? type : category);
  if (tags) kept.set('tags', tags);
  if (hasEnded) kept.set('status', 'deprecated');
  else if (kept.get('status') === 'deprecated') kept.delete('status');
  const stale = kept.get('stale_after');
  const isSame = typeof stale === 'string' && validUntil !== undefined && Date.parse(stale) === Date.parse(validUntil);
  if (!isSame) kept.delete('stale_after');
  if (validUntil !== undefined && !isSame && undated === undefined) kept.set('stale_after', written(validUntil));
  if (successor !== undefined) kept.set('superseded_by', kept.get('superseded_by') ?? `/${successor}.md`);
  if (id === undefined && occurredAt !== undefined) kept.set('generated', { by: actor, at: written(occurredAt) });
  if (importance !== 'NORMAL') kept.set(ownKeys.importance, importance);
  if (salience !== 0.5) kept.set(ownKeys.salience, salience);
  if (own.length > 0) kept.set(ownKeys.metadata, Object.fromEntries(own));
  const rank = (key: string) => (leading.includes(key) ? leading.indexOf(key) : leading.length);
  return Object.fromEntries([...kept].toSorted(([a], [b]) => rank(a) - rank(b) || byBytes(a, b)));
}

/** What wrote a text, by its origin. */
function actorOf({ origin = 'agent' }: Memory): string {
  const kind = originKind(origin);
  const name = origin.slice(kind.length + 1);
  if (kind === 'you') return 'human:you';
  return kind === 'member' ? `human:${name || 'member'}` : `process:${kind}`;
}

function bodyOf({ metadata = {} }: Memory, content: string): string {
  const kept = keptKeys(metadata);
  const [title, blank = 1] = [kept.get('title'), kept.get('blank')];
  const lead = typeof title === 'string' ? `${title}: ` : '';
  const body = content === title ? '' : lead !== '' && content.startsWith(lead) ? content.slice(lead.length) : content;
  return '\n'.repeat(Math.min(Number(blank), maxLine)) + body;
}

function linkTo({ memory, content }: Concept, paths: ReadonlyMap<string, string>): string {
  const title = keptKeys(memory.metadata ?? {}).get('title');
  const line = (typeof title === 'string' ? title : content).replace(/\s+/g, ' ').slice(0, maxLine).toWellFormed();
  const path = (paths.get(memory.id) ?? '').split('/').map(encodeURIComponent).join('/');
  return `[${line.replace(/[\\[\]]/g, '\\$&')}](${path}.md)`;
}

function indexOf(
  name: string,
  concepts: readonly Concept[],
  paths: ReadonlyMap<string, string>,
  usual: string,
): string {
  const types = new Map<string, Concept[]>();
  for (const concept of concepts) {
    const type = String(matterOf(concept.memory, undefined, usual, 0).type);
    types.set(type, [...(types.get(type) ?? []), concept]);
  }
  const sections = [...types]
    .toSorted(([a], [b]) => byBytes(a, b))
    .map(([type, some]) => {
      const lines = some.map((one) => `* ${linkTo(one, paths)}`).toSorted(byBytes);
      return `\n## ${type.replace(/\s+/g, ' ')}\n\n${lines.join('\n')}\n`;
    });
  return `---\nokf_version: "0.3"\n---\n# ${name.replace(/\s+/g, ' ')}\n${sections.join('')}`;
}

/** When each was first stored, the newest day first. */
function logOf(concepts: readonly Concept[], paths: ReadonlyMap<string, string>): string {
  const days = new Map<string, string[]>();
  for (const concept of concepts) {
    const day = utcDay(Date.parse(concept.memory.createdAt));
    days.set(day, [...(days.get(day) ?? []), `* **Creation**: ${linkTo(concept, paths)}`]);
  }
  const parts = [...days].toSorted(([a], [b]) => byBytes(b, a));
  return `# History\n${parts.map(([day, lines]) => `\n## ${day}\n\n${lines.toSorted(byBytes).join('\n')}\n`).join('')}`;
}

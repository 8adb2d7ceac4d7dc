import { importance } from '../../domain/memory.ts';
import { instant } from '../../domain/text.ts';
import { packSentences } from '../../text/prose.ts';
import { instantOf } from '../dates.ts';
import { maxBody, type Piece, proseTarget } from '../piece.ts';

/** The names of these fields in other programs, compared without case, spaces, `_` and `-`. */
const names = {
  text: ['content', 'text', 'memory', 'fact', 'note', 'observation', 'statement', 'body', 'message', 'value'],
  category: ['category', 'type', 'topic', 'categories', 'memorytype'],
  tags: ['tags', 'tag', 'tagsstr', 'labels', 'keywords', 'categories'],
  importance: ['importance', 'priority'],
  salience: ['salience'],
  occurredAt: ['occurredat', 'timestamp', 'date', 'time', 'createdat', 'createtime', 'created', 'eventdate'],
  sessionId: ['sessionid', 'conversationid', 'threadid'],
};
type Role = keyof typeof names;

/** Fields that say nothing to a reader. */
const silent = new Set([
  'id',
  'uuid',
  'hash',
  'userid',
  'agentid',
  'runid',
  'updatedat',
  'revision',
  'state',
  'updatedatiso',
  'createdatiso',
  'contenthash',
  'embedding',
  'score',
]);

const maxDepth = 8;

/** Whether a field's name shows its role. */
export function isKnownName(name: string): boolean {
  const plain = plainName(name);
  return Object.values(names).some((list) => list.includes(plain));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** The limit of the parentheses after a text (UTF-16 units). */
const maxDetails = 1_000;

/**
 * A record such as `{text, category, date, city}` as pieces: the text, then the other fields, `Likes tea (city:
 * Paris)`. Without a text field the whole record is the statement: `name: Alice; city: Paris`.
 */
export function recordPieces(record: Record<string, unknown>, context: readonly string[] = []): Piece[] {
  return fieldPieces(Object.entries(record), context);
}

/** As `recordPieces`; several fields may have the same name. */
export function fieldPieces(given: readonly [string, unknown][], context: readonly string[] = []): Piece[] {
  const fields = given.filter(([, value]) => isFilled(value));
  const text = textOf(fields);
  const { known, used } = metadata(fields);
  const shown = fields.filter(([name]) => name !== text?.name && !silent.has(plainName(name)));
  const listed = (list: typeof shown) => list.map(([name, value]) => labelled(name, flat(value))).join('; ');
  if (text === undefined) return statement(listed(shown), context, known);
  const details = listed(shown.filter(([name]) => !used.has(name)));
  if (details.length > maxDetails) {
    return [...statement(text.value, context, known), ...statement(details, context, known)];
  }
  const ending = details === '' ? '' : ` (${details})`;
  const parts = statement(text.value, context, known, maxBody - ending.length);
  return parts.map((piece) => ({ ...piece, body: piece.body + ending }));
}

function labelled(name: string, value: string): string {
  return name.trim() === '' ? value : `${name}: ${value}`;
}

/** The field with the text: of several the one with the clearest name. */
function textOf(fields: readonly [string, unknown][]): { name: string; value: string } | undefined {
  for (const wanted of names.text) {
    for (const [name, value] of fields) {
      if (plainName(name) === wanted && typeof value === 'string' && value.trim() !== '') return { name, value };
    }
  }
  return undefined;
}

/** A text as pieces with its data; one memory unless it is very long, none longer than `limit`. */
export function statement(
  text: string,
  context: readonly string[],
  known: Partial<Piece> = {},
  limit = maxBody,
): Piece[] {
  return packSentences(text.trim(), Math.max(proseTarget, 4_000), limit).map((body) => ({ ...known, body, context }));
}

/** The valid data of a record for its text, and the used fields. */
function metadata(fields: readonly [string, unknown][]): { known: Partial<Piece>; used: ReadonlySet<string> } {
  const used = new Set<string>();
  const take = <T>(role: Role, read: (value: unknown) => T | undefined): T | undefined => {
    for (const [name, value] of fields) {
      const found = names[role].includes(plainName(name)) ? read(value) : undefined;
      if (found === undefined) continue;
      used.add(name);
      return found;
    }
    return undefined;
  };
  const known: Partial<Piece> = {
    importance: take('importance', (value) => importance.safeParse(String(value).toUpperCase()).data),
    category: take('category', categoryOf),
    salience: take('salience', (value) => (Number(value) >= 0 && Number(value) <= 1 ? Number(value) : undefined)),
    sessionId: take('sessionId', sessionOf),
    occurredAt: take('occurredAt', timeOf),
  };
  // They only suggest a category, so they are reported as well.
  const tags = fields.flatMap(([name, value]) => (names.tags.includes(plainName(name)) ? listOf(value) : []));
  return { known: tags.length === 0 ? known : { ...known, tags }, used };
}

/** One name; of several none can be chosen here. */
function categoryOf(value: unknown): string | undefined {
  const [only, ...more] = [value].flat();
  return typeof only === 'string' && only.trim() !== '' && more.length === 0 ? only : undefined;
}

/** Names as a list or as one text with commas between them. */
export function listOf(value: unknown): string[] {
  const given = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return given.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []));
}

function sessionOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, 200).toWellFormed()
    : undefined;
}

/** The instant that a value of a time field means. */
export function timeOf(value: unknown): string | undefined {
  return instant.safeParse(value).success ? new Date(String(value)).toISOString() : instantOf(value);
}

/** Whether a value has any content; deeper nesting counts, as "…". */
function isFilled(value: unknown, depth = 0): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || depth >= maxDepth) return true;
  return Object.values(value).some((one) => isFilled(one, depth + 1));
}

/** A value on one line, without deeper nesting. */
export function flat(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value).replace(/(?<!\s)\s*\n\s*/g, ' ');
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) return value.map((one) => flat(one, depth + 1)).join(', ');
  return Object.entries(value)
    .filter(([, one]) => isFilled(one))
    .map(([name, one]) => `${name} ${flat(one, depth + 1)}`)
    .join(', ');
}

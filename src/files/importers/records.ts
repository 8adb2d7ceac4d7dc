import { importance } from '../../domain/memory.ts';
import { instant } from '../../domain/text.ts';
import { packSentences } from '../../text/prose.ts';
import { instantOf, timeIn } from '../dates.ts';
import { countIn, type LeftOut } from '../left-out.ts';
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

type Field = [name: string, value: unknown];
type TextField = [name: string, value: string];

/** Fields that say nothing to a reader in any product: ids and vectors. */
const technicalFields = new Set([
  'id',
  'uuid',
  'userid',
  'agentid',
  'runid',
  'updatedat',
  'updatedatiso',
  'createdatiso',
  'contenthash',
  'embedding',
]);

const maxDepth = 8;

/** Whether a field's name shows its role. */
export function isKnownName(name: string): boolean {
  const plain = plainName(name);
  return Object.values(names).some((list) => list.includes(plain));
}

/** Whether a field's name says that it holds a time. */
export function isTimeName(name: string): boolean {
  return names.occurredAt.includes(plainName(name));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** The limit of the parentheses after a text (UTF-16 units). */
export const maxDetails = 1_000;

/**
 * A record such as `{text, category, date, city}` as pieces: the text, then the other fields, `Likes tea (city:
 * Paris)`. Without a text field the whole record is the statement: `name: Alice; city: Paris`. What stands in no piece
 * is counted as left out.
 */
export function recordPieces(
  record: Record<string, unknown>,
  leftOut: LeftOut,
  context: readonly string[] = [],
): Piece[] {
  return fieldPieces(Object.entries(record), leftOut, context);
}

/** As `recordPieces`; several fields may have the same name. */
export function fieldPieces(given: readonly Field[], leftOut: LeftOut, context: readonly string[] = []): Piece[] {
  const fields = given.filter(([, value]) => isFilled(value));
  const text = textOf(fields);
  const { known, used } = metadata(fields);
  const isData = (field: Field) => used.has(field) || names.tags.includes(plainName(field[0]));
  const shown = fields.filter((field) => field !== text && !technicalFields.has(plainName(field[0])));
  if (text === undefined && shown.every(isData)) {
    for (const [name, value] of fields) leftOut.add(name, countIn(value));
    return [];
  }
  for (const [name, value] of fields)
    leftOut.add(name, technicalFields.has(plainName(name)) ? countIn(value) : countBelow(value));
  const listed = (list: typeof shown) => list.map(([name, value]) => labelled(name, flat(value))).join('; ');
  if (text === undefined) return statement(listed(shown), context, known);
  const details = listed(shown.filter((field) => !used.has(field)));
  if (details.length > maxDetails) {
    return [...statement(text[1], context, known), ...statement(details, context, known)];
  }
  const ending = details === '' ? '' : ` (${details})`;
  const parts = statement(text[1], context, known, maxBody - ending.length);
  return parts.map((piece) => ({ ...piece, body: piece.body + ending }));
}

/** Whether a record has a text of its own. */
export function hasText(record: Record<string, unknown>): boolean {
  return textOf(Object.entries(record)) !== undefined;
}

/** Whether any text of a value, itself or below it, has a letter. */
export function holdsWord(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) open.push(inner);
    else if (typeof one === 'string' && /\p{L}/u.test(one)) return true;
  }
  return false;
}

/** Whether a value says anything in words: no number, version, time, address or id. */
export function saysWords(value: unknown, depth = 0): boolean {
  if (typeof value === 'object' && value !== null) {
    return depth < maxDepth && Object.values(value).some((one) => saysWords(one, depth + 1));
  }
  if (typeof value !== 'string' || !/\p{L}/u.test(value)) return false;
  return !/^\s*(?:v?\d|[\w+.-]{2,20}:\/\/|[\da-f-]{16,}\s*$)/i.test(value);
}

function labelled(name: string, value: string): string {
  return name.trim() === '' ? value : `${name}: ${value}`;
}

/** The field with the text: of several the one with the clearest name. */
function textOf(fields: readonly Field[]): TextField | undefined {
  const texts = fields.filter((field): field is TextField => typeof field[1] === 'string' && field[1].trim() !== '');
  for (const wanted of names.text) {
    const found = texts.find(([name]) => plainName(name) === wanted);
    if (found) return found;
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
function metadata(fields: readonly Field[]): { known: Partial<Piece>; used: ReadonlySet<Field> } {
  const used = new Set<Field>();
  const take = <T>(
    role: Role,
    read: (value: unknown) => T | undefined,
    isWhole: (value: unknown) => boolean = () => true,
  ): T | undefined => {
    for (const field of fields) {
      const [name, value] = field;
      const found = names[role].includes(plainName(name)) ? read(value) : undefined;
      if (found === undefined) continue;
      if (isWhole(value)) used.add(field);
      return found;
    }
    return undefined;
  };
  const known: Partial<Piece> = {
    importance: take('importance', (value) => importance.safeParse(String(value).toUpperCase()).data),
    category: take('category', categoryOf),
    salience: take('salience', (value) => (Number(value) >= 0 && Number(value) <= 1 ? Number(value) : undefined)),
    sessionId: take('sessionId', sessionOf),
    // A year, or a day within a text, gives the time and stays in the text.
    occurredAt: take('occurredAt', timeOf, (value) => timeIn(value)?.isWhole ?? true),
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
  const isName = typeof value === 'string' || typeof value === 'number';
  return isName && String(value).length <= 200 ? String(value).toWellFormed() : undefined;
}

/** The instant that a value of a time field means. */
export function timeOf(value: unknown): string | undefined {
  return instant.safeParse(value).success
    ? new Date(String(value)).toISOString()
    : (instantOf(value) ?? timeIn(value)?.at);
}

/** Whether a value has any content; deeper nesting counts, as "…". */
function isFilled(value: unknown, depth = 0): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || depth >= maxDepth) return true;
  return Object.values(value).some((one) => isFilled(one, depth + 1));
}

/** How many values are too deep to be shown. */
function countBelow(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth >= maxDepth) return countIn(value);
  return Object.values(value).reduce((sum: number, one) => sum + countBelow(one, depth + 1), 0);
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

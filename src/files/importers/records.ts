import { importance } from '../../domain/importance.ts';
import { instant } from '../../domain/text.ts';
import { packSentences } from '../../text/prose.ts';
import { instantOf } from '../dates.ts';
import { maxBody, type Piece, proseTarget } from '../piece.ts';

/** Names under which other programs keep these things, compared without case, spaces, `_` and `-`. */
const names = {
  text: ['content', 'text', 'memory', 'fact', 'note', 'observation', 'statement', 'body', 'message', 'value'],
  category: ['category', 'type', 'topic', 'categories'],
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
  'embedding',
  'score',
]);

const maxDepth = 8;

/** The role that a field's name gives it. */
export function roleOf(name: string): Role | undefined {
  const plain = plainName(name);
  return (Object.keys(names) as Role[]).find((role) => names[role].includes(plain));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/**
 * A record such as `{text, category, date}` as pieces. Without a text field the whole record is the statement:
 * `name: Alice; city: Paris`.
 */
export function recordPieces(record: Record<string, unknown>, context: readonly string[] = []): Piece[] {
  const fields = Object.entries(record);
  const has = (role: Role) => fields.find(([name, value]) => roleOf(name) === role && isFilled(value));
  const said = names.text
    .map((name) =>
      fields.find(([key, value]) => plainName(key) === name && typeof value === 'string' && value.trim() !== ''),
    )
    .find((found) => found !== undefined)?.[1];
  const known = metadata((role) => has(role)?.[1]);
  if (typeof said === 'string') return statement(said, context, known);
  const told = fields.filter(([name, value]) => !silent.has(plainName(name)) && isFilled(value));
  return statement(told.map(([name, value]) => `${name}: ${flat(value)}`).join('; '), context, known);
}

/** A text as pieces with what is known of it; one memory unless it is very long. */
export function statement(text: string, context: readonly string[], known: Partial<Piece> = {}): Piece[] {
  return packSentences(text.trim(), Math.max(proseTarget, 4_000), maxBody).map((body) => ({ ...known, body, context }));
}

/** What a record says about its text, as far as it is valid here. */
function metadata(value: (role: Role) => unknown): Partial<Piece> {
  const level = importance.safeParse(String(value('importance') ?? '').toUpperCase());
  const category = [value('category')].flat()[0];
  const weight = Number(value('salience') ?? Number.NaN);
  const session = value('sessionId');
  return {
    ...(level.success && { importance: level.data }),
    ...(typeof category === 'string' && category.trim() !== '' && { category }),
    ...(weight >= 0 && weight <= 1 && { salience: weight }),
    ...((typeof session === 'string' || typeof session === 'number') && {
      sessionId: String(session).slice(0, 200).toWellFormed(),
    }),
    occurredAt: timeOf(value('occurredAt')),
  };
}

function timeOf(value: unknown): string | undefined {
  return instant.safeParse(value).success ? new Date(String(value)).toISOString() : instantOf(value);
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** A value on one line; what is nested too deeply is left out. */
function flat(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value).replace(/\s*\n\s*/g, ' ');
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) return value.map((one) => flat(one, depth + 1)).join(', ');
  return Object.entries(value)
    .filter(([, one]) => isFilled(one))
    .map(([name, one]) => `${name} ${flat(one, depth + 1)}`)
    .join(', ');
}

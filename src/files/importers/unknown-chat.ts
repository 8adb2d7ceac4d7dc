import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { timeNameOf } from './messages.ts';
import { recordPieces } from './records.ts';
import { type Fields, isFields, textIn, without } from './values.ts';

/** How deep a list of messages is searched, and how many values. */
const maxDepth = 4;
const maxSearched = 2_000;
/** Fewer records with sentences and times are no conversation. */
const fewest = 2;

interface Found {
  /** The record's field that has the list, or has it deeper. */
  field: string;
  list: readonly Fields[];
}

/**
 * A chat in a form that is not known: each of its messages is a record of its own, and the import says so. Undefined for
 * a value without a list of such messages.
 */
export function unknownChatPieces(value: Fields, leftOut: LeftOut): Piece[] | undefined {
  const found = longestChat(value);
  if (!found) return undefined;
  const { list, field } = found;
  leftOut.add('looks like a chat of a form that is not known; its messages are stored as records', list.length);
  const title = textIn(value, 'title', 'name');
  const context = title === '' ? [] : [title];
  const pieces = list.flatMap((one) => recordPieces(one, leftOut, context));
  const rest = without(value, new Set([field, 'title', 'name']));
  leftOut.addFields(rest, () => true);
  return pieces;
}

/** The longest list below a record whose elements have a sentence and a time or a speaker. */
function longestChat(value: Fields): Found | undefined {
  let best: Found | undefined;
  const open: [unknown, string, number][] = Object.entries(value).map(([field, one]) => [one, field, 1]);
  for (let at = 0; at < open.length && at < maxSearched; at++) {
    const [one, field, depth] = open[at] as (typeof open)[number];
    if (typeof one !== 'object' || one === null) continue;
    const all = Object.values(one);
    const list = all.filter(isFields);
    const isLonger = list.length >= fewest && list.length > (best?.list.length ?? 0);
    if (isLonger && list.length >= all.length / 2 && list.filter(isMessageLike).length >= list.length * 0.7)
      best = { field, list };
    if (depth < maxDepth) for (const inner of all.slice(0, 20)) open.push([inner, field, depth + 1]);
  }
  return best;
}

const speakers =
  /^(?:role|sender|from|author|speaker|user|actor|who|person|participant|side|direction|is_?bot|is_?from_?me|from_?me|outgoing)(?:_?(?:name|id|jid|type))?$/i;

function isMessageLike(one: Fields): boolean {
  const isSentence = (text: unknown) => {
    if (typeof text !== 'string') return false;
    const short = text.slice(0, 500);
    return /\p{Lo}{5}/u.test(short) || short.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > 1;
  };
  const hasSentence = Object.values(one).some(
    (text) => isSentence(text) || (Array.isArray(text) && text.some(isSentence)),
  );
  if (!hasSentence) return false;
  const isTimed = timeNameOf(one) !== undefined || Object.values(one).some(isMoment);
  return isTimed && Object.keys(one).some((name) => speakers.test(name));
}

function isMoment(value: unknown): boolean {
  if (typeof value === 'number') return value > 1e9 && value < 1e17;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value);
}

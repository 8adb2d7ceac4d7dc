import type { Memory } from '../../domain/memory.ts';
import { originKind } from '../../domain/memory-origin.ts';
import { isMessage } from '../../domain/memory-rules.ts';
import { localMemberId, type Principal } from '../../domain/principal.ts';
import { putStatesFirst } from '../../search/smart/asked-states.ts';
import { aboutOf, asksOfSpeaker, tellsOfOwn } from '../../text/about/about.ts';
import { isRequest } from '../../text/questions.ts';
import { speakerOf } from '../../text/speakers.ts';
import { words } from '../../text/words.ts';
import { placeOf } from '../placed.ts';

/** A member's statement about the reader stands behind the reader's own of at least this share of its relevance. */
const comparable = 0.5;

/**
 * After ranking: what another member says about the reader, by name or as "the user", moves behind what the reader said.
 * @param names of the reader beside the principal's
 */
export function ownWordFirst<Item extends { relevance?: number | undefined }>(
  items: readonly Item[],
  { name }: Pick<Principal, 'name'>,
  memoryOf: (item: Item) => Pick<Memory, 'content' | 'origin'>,
  names: readonly string[] = [],
): Item[] {
  const kinds = items.map((item) => originKind(memoryOf(item).origin ?? ''));
  if (!kinds.includes('member') || !kinds.includes('you')) return [...items];
  const isAbout = aboutReader([name, ...names]);
  const places = items.map((item, i) => {
    if (kinds[i] !== 'member' || !isAbout(memoryOf(item).content)) return i;
    const least = comparable * (item.relevance ?? 1);
    const own = items.findLastIndex((one, j) => kinds[j] === 'you' && (one.relevance ?? 1) >= least);
    return Math.max(i, own + 0.5);
  });
  return [...items.keys()].toSorted((a, b) => places[a]! - places[b]! || a - b).map((i) => items[i]!);
}

/** A match, and the older memories in whose place it stands. */
type Told = Memory & { relevance: number; insteadOf?: readonly Memory[] | undefined };

/**
 * Matches of several searches, by relevance, as one answer: states that are asked for, and the reader's own word, first;
 * what stands in the place of older memories above these.
 */
export function inOrder<Item extends Told>(
  principal: Pick<Principal, 'name'>,
  query: string,
  items: readonly Item[],
): Item[] {
  return newerAbove(
    statementsFirst(
      principal,
      query,
      ownWordFirst(putStatesFirst(query, items), principal, (one) => one),
    ),
  );
}

/** Each memory above the older ones in whose place it stands, and at least as relevant. */
function newerAbove<Item extends Told>(items: readonly Item[]): Item[] {
  const places = new Map(items.map(({ id }, i) => [id, i]));
  const placed = items.map((item, i) => {
    const older = item.insteadOf?.flatMap(({ id }) => places.get(id) ?? []) ?? [];
    const relevance = Math.max(item.relevance, ...older.map((at) => items[at]!.relevance));
    const isLifted = relevance > item.relevance;
    return {
      item: isLifted ? { ...item, relevance, salience: relevance } : item,
      at: Math.min(i, ...older.map((at) => at - 0.5)),
    };
  });
  return placed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

/**
 * For a question about the reader: what others said in imported chats stands behind what the reader's notes say of the
 * reader, and counts no more.
 */
function statementsFirst<Item extends Told>(
  { name }: Pick<Principal, 'name'>,
  query: string,
  items: readonly Item[],
): Item[] {
  if (!asksOfSpeaker(query) || !items.some(isMessage)) return [...items];
  // What has replaced a statement about the reader tells of the reader too.
  const kinds = items.map((item) => [item, ...(item.insteadOf ?? [])].some((one) => toldOfReader(one, name)));
  const placed = items.map((item, i) => {
    const least = comparable * item.relevance;
    const own = kinds[i] ? -1 : items.findLastIndex((one, j) => kinds[j] && one.relevance >= least);
    const relevance = own > i ? Math.min(item.relevance, items[own]!.relevance) : item.relevance;
    return { item: own > i ? { ...item, relevance, salience: relevance } : item, at: Math.max(i, own + 0.5), i };
  });
  return placed.toSorted((a, b) => a.at - b.at || a.i - b.i).map(({ item }) => item);
}

/** Whether a memory tells of the reader: a statement about the user, not of another in a chat. A question tells nothing. */
function toldOfReader(memory: Memory, reader: string): boolean {
  const { heading, body } = placeOf(memory);
  if (isMessage(memory)) {
    const speaker = speakerOf(heading, false);
    const isReader = speaker === undefined || speaker.role === 'user' || speaker.name === reader;
    if (!isReader || isRequest(body)) return false;
  } else if (tellsOfOwn(body)) return true;
  return aboutOf(body) === 'user' || theUser.test(body);
}

/** How agents call whom they talk to. */
const theUser =
  /(?<!\p{L})(?:the user|(?:der|die) (?:be)?nutzer(?:in)?|l'utilisat(?:eur|rice)|el usuario|la usuaria|o usuário|l'utente|de gebruiker|użytkownik|пользователь|kullanıcı)(?!\p{L})|用户|ユーザー|사용자/iu;

function aboutReader(names: readonly string[]): (content: string) => boolean {
  const called = names.filter((name) => name !== localMemberId).map((name) => words(name).join(' '));
  const all = called.filter((name) => name.length > 1);
  return (content) => {
    const said = ` ${words(content).join(' ')} `.replaceAll("'s ", ' ');
    return theUser.test(content) || all.some((name) => said.includes(` ${name} `));
  };
}

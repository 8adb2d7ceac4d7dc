import type { Client, Input, Output } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { listed, msg, t, tn } from '../../languages/translate.ts';
import { groupedBy } from '../format.ts';
import { leastHelpful, place } from '../memory/rank.ts';

/** A query of an agent with its results. */
export type Recall = Output<'listRecalls'>['recalls'][number];

const ways = { search: msg('search'), context: msg('context'), hook: msg('by hook') };

/** The kind of recall, in few words. */
export function wayOf({ kind, via }: Recall): string {
  const asked = t(ways[kind]);
  return via === 'stdio' || via === 'system'
    ? asked
    : t('{asked}, by {via}', { asked, via: via === 'jwt' ? 'JWT' : known(via) });
}

/** What was asked; the start of a session asks nothing. */
export function askedIn({ kind, query }: Pick<Recall, 'kind' | 'query'>): string {
  if (query !== '') return query;
  return kind === 'hook' ? t('At the start of the session') : t('No question: generally useful memories');
}

export const heldBack = (n: number) => tn(n, '{n} held back', '{n} held back');

/** The outcome, in few words. */
export function outcomeIn(row: RecallRow): string {
  const all = recallsOf(row);
  const results = all.flatMap((one) => one.results);
  const held = all.flatMap((one) => one.held ?? []);
  if (results.length === 0 && knownIn(row).length > 0) return t('nothing new: the session has it already');
  if (results.length === 0) {
    if (held.length > 0) return heldBack(held.length);
    return row.kind === 'hook' ? t('nothing was given') : t('nothing found');
  }
  if (all.some(({ outcome }) => outcome === 'given'))
    return listed([t('{n} given', { n: results.length }), ...(held.length > 0 ? [heldBack(held.length)] : [])]);
  return t('only weak matches');
}

/** Whether it asked something and got nothing that helps, then or earlier in its session. */
export function isUnhelped(row: RecallRow): boolean {
  return !row.order && knownIn(row).length === 0 && recallsOf(row).every(({ outcome }) => outcome !== 'given');
}

type Given = Recall['results'][number];

/** Whether a memory that was given no longer holds, or may not. */
const isOutdated = ({ ended, doubt }: Pick<Given, 'ended' | 'doubt'>): boolean =>
  ended !== undefined || doubt !== undefined;

/** Whether a memory that was given waits for a person to say whether it holds. */
export const mayBeOutdated = ({ doubt, ended, deleted }: Pick<Given, 'doubt' | 'ended' | 'deleted'>): boolean =>
  doubt !== undefined && ended === undefined && !deleted;

/** What was given, first what no longer holds. */
export const outdatedFirst = <Of extends { given: Given }>(all: readonly Of[]): Of[] =>
  all.toSorted((one, other) => Number(isOutdated(other.given)) - Number(isOutdated(one.given)));

/** Whether an answer repeats something that it found. */
export const isUsed = (row: RecallRow): boolean =>
  recallsOf(row).some(({ results, known = [] }) => [...results, ...known].some(({ used }) => used));

/** Whether it can be put aside: it asked something that nothing helped. */
export const mayDismiss = (row: RecallRow): boolean =>
  row.query !== '' && !row.dismissed && (row.gap || (row.kind === 'hook' && isUnhelped(row)));

/** The present result of an unanswered question. */
export interface AskedAgain {
  /** The memory that was written for it is found, and helps; without one: any memory is. */
  isAnswered: boolean;
  /** In words. */
  said: string;
  /** What answers it. */
  memoryId?: string | undefined;
}

/** How many results are looked through for the memory that was written. */
const looked = 10;

/**
 * Asks it again. Throws Failures.
 * @param writtenId the memory that was written for it, which alone answers it
 */
export async function askAgain(
  client: Client,
  { characterId, query, kind, at }: Pick<Recall, 'characterId' | 'query'> & Partial<Pick<Recall, 'kind' | 'at'>>,
  writtenId: string | undefined,
): Promise<AskedAgain> {
  if (kind === 'hook') return askHooks(client, { characterId, prompt: query, askedAt: at }, writtenId);
  const { memories } = await client.call('searchMemories', { characterId, query, limit: looked });
  const best = memories[0]?.relevance ?? 0;
  if (writtenId === undefined) {
    const isAnswered = best >= leastHelpful;
    return {
      isAnswered,
      said: isAnswered ? t('answered now') : t('still not answered'),
      memoryId: isAnswered ? memories[0]?.id : undefined,
    };
  }
  const isAnswered = (memories.find(({ id }) => id === writtenId)?.relevance ?? 0) >= leastHelpful;
  return rankOf(memories, writtenId, isAnswered);
}

/** Asks it again as hooks do, in all memories that they read. */
async function askHooks(
  client: Client,
  asked: Input<'explainPrompt'>,
  writtenId: string | undefined,
): Promise<AskedAgain> {
  const { layers } = await client.call('explainPrompt', asked);
  const memories = layers.flatMap((one) => one.memories).toSorted((a, b) => b.relevance - a.relevance);
  const given = memories.filter(({ outcome }) => outcome === 'given');
  if (writtenId !== undefined && given.some(({ id }) => id === writtenId)) return rankOf(given, writtenId, true);
  const answer = given.find(({ answers }) => answers);
  if (answer) return { isAnswered: true, said: t('answered now'), memoryId: answer.id };
  return writtenId === undefined
    ? { isAnswered: false, said: t('still not answered') }
    : rankOf(memories, writtenId, false);
}

/** The id of a memory that was stored after a question and surely answers it. Throws Failures. */
export async function answerSince(client: Client, asked: Recall, signal: AbortSignal): Promise<string | undefined> {
  const { characterId, query: prompt, at: askedAt } = asked;
  const { layers } = await client.call('explainPrompt', { characterId, prompt, askedAt }, signal);
  return layers.flatMap((one) => one.memories).find(({ answers, later }) => answers && later)?.id;
}

/** What asking again says of the memory that was written for it. */
function rankOf(found: readonly { id: string }[], writtenId: string, isAnswered: boolean): AskedAgain {
  const at = found.findIndex(({ id }) => id === writtenId);
  if (at < 0) return { isAnswered: false, said: t('your memory is not found for it') };
  const rank = t('your memory is {place}', { place: place(at + 1) });
  return isAnswered
    ? { isAnswered, said: t('answered now: {rank}', { rank }), memoryId: writtenId }
    : { isAnswered, said: t('{rank}, too little for an agent', { rank }) };
}

/** The memories of a recall as the agent got them. Throws Failures. */
export async function readLines(client: Client, { id }: Recall, signal?: AbortSignal) {
  const { recalls } = await client.call('listRecalls', { recallId: id, lines: true }, signal);
  const { results = [], held = [], known = [] } = recalls[0] ?? {};
  return { results, held, known };
}

/** The millisecond of a recall, as a period. */
export function during(at: string): { since: string; until: string } {
  return { since: at, until: new Date(Date.parse(at) + 1).toISOString() };
}

/** A recall with those of other memories at the same prompt: one row. `before`: the one that gave what is not new. */
export type RecallRow = Recall & { beside?: readonly Recall[]; before?: Recall | undefined };

/** A row's recalls, each of one character, as they were given. */
export const recallsOf = (row: RecallRow): Recall[] => asGiven([row, ...(row.beside ?? [])]);

/** Recalls at one prompt in the order in which the agent got them, whatever page shows them. */
export const asGiven = (recalls: readonly Recall[]): Recall[] =>
  recalls.toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));

/** What a prompt found, but the session had already. */
export const knownIn = (row: RecallRow) => recallsOf(row).flatMap(({ known = [] }) => known);

/** How many pages are looked through for what hooks gave of other memories at the prompts of one page. */
const maxBeside = 10;

/**
 * A page of recalls with what hooks gave of other memories at the same prompts, such as of the user's own. Throws
 * Failures.
 * @param characterId whose recalls come first in their rows; undefined: of all
 */
export async function withBeside(
  client: Client,
  recalls: readonly Recall[],
  characterId: string | undefined,
  signal: AbortSignal,
): Promise<RecallRow[]> {
  const hooks = recalls.filter(({ kind }) => kind === 'hook');
  const [newest, oldest] = [hooks[0], hooks.at(-1)];
  if (!newest || !oldest) return [...recalls];
  const asked = { kind: 'hook', since: oldest.at, until: during(newest.at).until, helped: true, limit: 100 } as const;
  const known = new Set(recalls.map(({ id }) => id));
  const others: Recall[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxBeside; page++) {
    const found = await client.call('listRecalls', { ...asked, cursor }, signal);
    others.push(...found.recalls.filter(({ id }) => !known.has(id)));
    cursor = found.nextCursor;
    if (cursor === undefined) break;
  }
  const beside = new Map(groupedBy(others, momentOf));
  const gave = ({ results, held = [], known = [] }: Recall) => results.length + held.length + known.length > 0;
  const rows = groupedBy(recalls, (one) => (one.kind === 'hook' ? momentOf(one) : one.id)).flatMap(([key, own]) => {
    const all = [...own, ...(beside.get(key) ?? [])];
    const first = all.find((one) => one.characterId === characterId) ?? all.find(gave) ?? all[0];
    return first ? [{ ...first, beside: all.filter((one) => one !== first && gave(one)) }] : [];
  });
  return withEarlier(client, rows, signal);
}

/** Reads one recall of any page of the list; null: there is none. Throws Failures. */
export async function readRecall(
  client: Client,
  recallId: string,
  characterId: string | undefined,
  signal: AbortSignal,
): Promise<RecallRow | null> {
  const { recalls } = await client.call('listRecalls', { recallId }, signal);
  const [row] = await withBeside(client, recalls, characterId, signal);
  return row ?? null;
}

/** What names a row while it is asked again: the latest of equal questions to a character stands for all. */
export const rowKey = ({ id, query, characterId }: Recall): string => (query === '' ? id : `${characterId} ${query}`);

/** The place of a recall among rows, by itself or by its question; -1: it has none. */
export function rowOf(rows: readonly RecallRow[], recall: Recall): number {
  const itself = rows.findIndex((row) => recallsOf(row).some(({ id }) => id === recall.id));
  return itself >= 0 ? itself : rows.findIndex((row) => rowKey(row) === rowKey(recall));
}

/** Rows that had nothing new, each with the recall that had given it. Throws Failures. */
async function withEarlier(client: Client, rows: readonly RecallRow[], signal: AbortSignal): Promise<RecallRow[]> {
  const newest = rows.find((one) => knownIn(one).length > 0);
  if (!newest) return [...rows];
  const asked = { kind: 'hook', until: newest.at, empty: false, limit: 100 } as const;
  const { recalls } = await client.call('listRecalls', asked, signal);
  return rows.map((row) => {
    const ids = new Set(knownIn(row).map(({ memoryId }) => memoryId));
    const gave = ({ at, client: host, results }: Recall) =>
      at < row.at && host === row.client && results.some(({ memoryId }) => ids.has(memoryId));
    return ids.size === 0 ? row : { ...row, before: recalls.find(gave) };
  });
}

/** What recalls of several memories at one prompt have in common. */
export const momentOf = ({ at, query, client, by }: Recall): string => `${at} ${client ?? by} ${query}`;

import type { Client, Output } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { listed, msg, t, tn } from '../../languages/translate.ts';
import { groupedBy } from '../format.ts';

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
  return isStart({ kind, query }) ? t('At the start of the session') : t('No question: generally useful memories');
}

/** Whether a host asked by itself as a session began. */
export const isStart = ({ kind, query }: Pick<Recall, 'kind' | 'query'>): boolean => kind === 'hook' && query === '';

export const heldBack = (n: number) => tn(n, '{n} held back', '{n} held back');

/** The outcome, as a person would say it in few words. */
export function outcomeIn(row: RecallRow): string {
  const all = recallsOf(row);
  const results = all.flatMap((one) => one.results);
  const held = all.flatMap((one) => one.held ?? []);
  if (all.some(({ outcome }) => outcome === 'given'))
    return listed([t('{n} given', { n: results.length }), ...(held.length > 0 ? [heldBack(held.length)] : [])]);
  if (results.length === 0 && knownIn(row).length > 0) return t('nothing new: the session has it already');
  if (results.length === 0 && held.length > 0) return heldBack(held.length);
  if (row.query === '') return row.kind === 'hook' ? t('nothing was given') : t('nothing found');
  if (row.order || row.dismissed) return t('needs no memory');
  if (results.length > 0) return t('only weak matches');
  return row.kind === 'hook' ? t('not answered') : t('nothing found');
}

/** Whether it asked something and got nothing that helps, then or earlier in its session. */
export function isUnhelped(row: RecallRow): boolean {
  return !row.order && knownIn(row).length === 0 && recallsOf(row).every(({ outcome }) => outcome !== 'given');
}

type Given = Recall['results'][number];

/** Whether a memory that was given no longer holds, or may not. */
const isOutdated = ({ ended, doubt }: Pick<Given, 'ended' | 'doubt'>): boolean =>
  ended !== undefined || doubt !== undefined;

/** Whether a memory has ended since it was given: hooks give only what holds. */
export const hasEndedSince = ({ kind }: Pick<Recall, 'kind'>, { ended }: Pick<Given, 'ended'>): boolean =>
  kind === 'hook' && ended !== undefined;

/** Whether a memory that was given waits for a person to say whether it holds. */
export const mayBeOutdated = ({ doubt, ended, deleted }: Pick<Given, 'doubt' | 'ended' | 'deleted'>): boolean =>
  doubt !== undefined && ended === undefined && !deleted;

/** What was given, first what no longer holds. */
export const outdatedFirst = <Of extends { given: Given }>(all: readonly Of[]): Of[] =>
  all.toSorted((one, other) => Number(isOutdated(other.given)) - Number(isOutdated(one.given)));

/** Whether an answer repeats something that it found. */
export const isUsed = (row: RecallRow): boolean =>
  recallsOf(row).some(({ results, known = [] }) => [...results, ...known].some(({ used }) => used));

/** Whether it helped, by what is known of it. @param lines what became of each memory, where that is read */
export function helpIn(recall: RecallRow, lines: readonly { given: Given }[]): string {
  const all = recallsOf(recall);
  const rated = all.flatMap(({ rating, results }) => [rating, ...results.map((one) => one.rating)]);
  const hasChanged = ({ used, ended, line, now, deleted }: Given) =>
    used === true && (ended !== undefined || deleted === true || (line !== undefined && now !== undefined));
  if (lines.some(({ given }) => hasChanged(given))) return t('yes, but what the answer repeats has changed since');
  if (isUsed(recall)) return t('yes: the answer repeats what a memory says');
  return rated.includes('useful') ? t('yes: you called it useful') : t('not known: say it with Useful or Wrong');
}

/** Whether it waits for an answer: it asked something that nothing helped, and nobody settled it. */
export const isWaiting = (row: RecallRow): boolean =>
  row.query !== '' && !row.dismissed && (row.gap || (row.kind === 'hook' && isUnhelped(row)));

/** Whether it can be put aside, or taken back from there. */
export const maySettle = (row: RecallRow): boolean => isWaiting(row) || (row.dismissed && isUnhelped(row));

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

import type { Client, Output } from '../../client/client.ts';
import { most, pagesOf } from '../pages-of.ts';
import { isListed, type SearchFilter } from './filter.ts';
import type { Found } from './found.ts';

export type Answer = Omit<Output<'searchMemories'>, 'memories'> & {
  memories: Found[];
  /** The likeliest of the time that the query names, where only others help. */
  ofTime?: Found[];
};

/** How many weak matches are shown where there are no others. */
export const shownWeak = 3;

export interface Question {
  query: string;
  limit: number;
  filter: SearchFilter;
  characterId: string | undefined;
}

/** What a search of a character, or of all, answers; where words are required, page after page of all that have them. */
async function searchFor(
  client: Client,
  { query, limit, filter, characterId }: Question,
  signal?: AbortSignal,
): Promise<Answer> {
  const { isOfAnyTime, ...chosen } = filter;
  const asked = { query, limit: Math.min(limit, most), explain: true, narrow: !isOfAnyTime, ...chosen };
  const ask = async (page: number | undefined): Promise<Answer> =>
    characterId === undefined
      ? await client.call('searchSeveral', { everywhere: true, ...asked, page }, signal)
      : await client.call('searchMemories', { characterId, ...asked, page }, signal);
  if (!isListed(filter)) return ask(undefined);
  const pages = await pagesOf(limit, ask, ({ memories }) => memories);
  return { ...pages[0], memories: pages.flatMap(({ memories }) => memories) };
}

/** The same, with the likeliest of the time that the query names where only others help. */
export async function searchWithTime(client: Client, asked: Question, signal?: AbortSignal): Promise<Answer> {
  const answer = await searchFor(client, asked, signal);
  const time = timeOfOthers(answer, asked.filter);
  if (!time) return answer;
  const filter = { ...asked.filter, since: time.since, until: time.until, isOfAnyTime: true };
  const { memories: ofTime } = await searchFor(client, { ...asked, limit: shownWeak, filter }, signal);
  return { ...answer, ofTime };
}

/** The time that a query names, where what was found is of others. */
export function timeOfOthers({ understood, memories }: Answer, filter: SearchFilter) {
  const { time } = understood ?? {};
  return time && !time.isApplied && !time.isOffered && !filter.isOfAnyTime && memories.length > 0 ? time : undefined;
}

export type NamedTime = NonNullable<NonNullable<Answer['understood']>['time']> & {
  /** Whether it was searched first: other times are only shown where it has nothing useful. */
  isOn: boolean;
};

/** The time that a question names. */
export function timeIn(understood: Answer['understood'], filter: SearchFilter): NamedTime | undefined {
  const { time } = understood ?? {};
  return time && { ...time, isOn: !time.isOffered && !filter.isOfAnyTime };
}

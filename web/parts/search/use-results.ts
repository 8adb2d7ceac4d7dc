import { useRef, useState } from 'preact/hooks';
import type { Client, Output } from '../../client/client.ts';
import { periodOf } from '../../languages/times.ts';
import { t } from '../../languages/translate.ts';
import { useShared } from '../../shell/shared.ts';
import { type Loaded, useLoad } from '../../shell/use-load.ts';
import { most, pagesOf } from '../pages-of.ts';
import { besideOf, searchBeside } from './beside.ts';
import { isListed, type SearchFilter } from './filter.ts';
import type { Found } from './found.ts';
import { fieldsOf } from './search-filters.tsx';

type Answer = Omit<Output<'searchMemories'>, 'memories'> & { memories: Found[]; ms: number };

interface Asked {
  query: string;
  limit: number;
  filter: SearchFilter;
  /** What is searched: a character's id, or all; undefined: nothing. */
  scope: string | undefined;
  characterId: string | undefined;
  /** Of the character, where there are others. */
  name: string | undefined;
}

export interface Results {
  found: Loaded<Answer>;
  /** The last answer, which stays on the page until the next, its query, and whether it lists all. */
  shown: { value: Answer; query: string; isListed: boolean } | undefined;
  /** Above the matches where all are of another time than the query names. */
  ofOtherTimes: string | undefined;
  /** The matches elsewhere, where nothing here answers. */
  beside: { title: string; memories: Found[] } | undefined;
  /** Whether it is still being looked for these. */
  isLooking: boolean;
}

/** What a search of a character, or of all, answers; where words are required, page after page of all that have them. */
export async function searchFor(
  client: Client,
  { query, limit, filter, characterId }: Omit<Asked, 'scope' | 'name'>,
  signal?: AbortSignal,
): Promise<Omit<Answer, 'ms'>> {
  const { isOfAnyTime, ...chosen } = filter;
  const asked = { query, limit: Math.min(limit, most), explain: true, narrow: !isOfAnyTime, ...chosen };
  const ask = async (page: number | undefined): Promise<Omit<Answer, 'ms'>> =>
    characterId === undefined
      ? await client.call('searchSeveral', { everywhere: true, ...asked, page }, signal)
      : await client.call('searchMemories', { characterId, ...asked, page }, signal);
  if (!isListed(filter)) return ask(undefined);
  const pages = await pagesOf(limit, ask, ({ memories }) => memories);
  return { ...pages[0], memories: pages.flatMap(({ memories }) => memories) };
}

/** How many results are asked for: at least so many, and what was set for this question. */
export function useLimit(question: string, least: number): [limit: number, set: (limit: number) => void] {
  const [wanted, setWanted] = useState({ question, limit: 0 });
  const limit = wanted.question === question ? wanted.limit : 0;
  return [Math.max(least, limit), (limit) => setWanted({ question, limit })];
}

/** A search, and where nothing answers, a wider one. */
export function useResults({ query, limit, filter, scope, characterId, name }: Asked): Results {
  const { client } = useShared();
  const about = `${scope} ${limit} ${query} ${JSON.stringify(fieldsOf(filter))}`;
  const isAsked = scope !== undefined && query !== '';
  const found = useLoad(
    about,
    isAsked
      ? async (signal): Promise<Answer> => {
          const start = performance.now();
          const answer = await searchFor(client, { query, limit, filter, characterId }, signal);
          return { ...answer, ms: performance.now() - start };
        }
      : undefined,
  );
  const last = useRef<Results['shown']>();
  if (found.value) last.current = { value: found.value, query, isListed: isListed(filter) };
  const shown = last.current;
  const wider = found.value && isAsked ? besideOf(found.value, filter, name) : undefined;
  const beside = useLoad(
    `${about} beside`,
    wider &&
      found.value &&
      ((signal) => searchBeside(client, wider, { query, characterId, shown: found.value!.memories }, signal)),
  );
  const { time } = shown?.value.understood ?? {};
  const isOfOthers =
    time && !time.isApplied && !time.isOffered && !filter.isOfAnyTime && (shown?.value.memories.length ?? 0) > 0;
  return {
    found,
    shown,
    ofOtherTimes: isOfOthers
      ? t('Nothing useful from {period}. At other times:', { period: periodOf(time.since, time.until) })
      : undefined,
    beside: wider && beside.value?.length ? { title: wider.title, memories: beside.value } : undefined,
    isLooking: wider !== undefined && beside.isLoading,
  };
}

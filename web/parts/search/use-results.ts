import { useRef, useState } from 'preact/hooks';
import { periodOf } from '../../languages/times.ts';
import { t } from '../../languages/translate.ts';
import { useShared } from '../../shell/shared.ts';
import { type Loaded, useLoad } from '../../shell/use-load.ts';
import { type Answer, type Question, searchWithTime, timeOfOthers } from './answer.ts';
import { besideOf, searchBeside } from './beside.ts';
import { isListed } from './filter.ts';
import type { Found } from './found.ts';
import { fieldsOf } from './search-filters.tsx';

type Timed = Answer & { ms: number };

interface Asked extends Question {
  /** What is searched: a character's id, or all; undefined: nothing. */
  scope: string | undefined;
  /** Of the character, where there are others. */
  name: string | undefined;
}

export interface Results {
  found: Loaded<Timed>;
  /** The last answer, which stays on the page until the next, its query, and whether it lists all. */
  shown: { value: Timed; query: string; isListed: boolean } | undefined;
  /** Whether that is of another question or filter. */
  isOld: boolean;
  /** Above the matches where all are of another time than the query names. */
  ofOtherTimes: string | undefined;
  /** The matches elsewhere, where nothing here answers. */
  beside: { title: string; memories: Found[] } | undefined;
  /** Whether it is still being looked for these. */
  isLooking: boolean;
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
      ? async (signal): Promise<Timed> => {
          const start = performance.now();
          const answer = await searchWithTime(client, { query, limit, filter, characterId }, signal);
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
  const time = shown && timeOfOthers(shown.value, filter);
  return {
    found,
    shown,
    isOld: shown !== undefined && isAsked && found.isLoading && found.value === undefined,
    ofOtherTimes:
      time && t('Nothing useful from {period}. At other times:', { period: periodOf(time.since, time.until) }),
    beside: wider && beside.value?.length ? { title: wider.title, memories: beside.value } : undefined,
    isLooking: wider !== undefined && beside.isLoading,
  };
}

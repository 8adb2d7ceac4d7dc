import type { Client } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { periodOf } from '../../languages/times.ts';
import { t } from '../../languages/translate.ts';
import { leastHelpful } from '../memory/rank.ts';
import { isListed, type SearchFilter } from './filter.ts';
import type { Found } from './found.ts';

/** What a search found, as far as it decides whether to look further. */
interface Answer {
  memories: readonly Found[];
  understood?: { time?: { since: string; until: string; isApplied: boolean } | undefined } | undefined;
}

/** Where nothing was found that answers, and where else it was looked for. */
export interface Beside {
  /** "Nothing useful from April 2026. At other times:" */
  title: string;
  /** Whether the character is dropped too, and not only the filter. */
  isEverywhere: boolean;
}

/** How many matches of elsewhere are shown: those that help, else a few weak ones. */
const [most, mostWeak] = [10, 3];

/** Whether a match answers: it is relevant enough and holds. */
export const isAnswer = ({ relevance, ended }: Pick<Found, 'relevance' | 'ended'>) =>
  relevance >= leastHelpful && ended === undefined;

/**
 * What a search without an answer is widened to: other times, what the filter leaves out, or all memories.
 * @param name of the only character that was searched, where there are others
 */
export function besideOf({ memories, understood }: Answer, filter: SearchFilter, name?: string): Beside | undefined {
  const { time } = understood ?? {};
  if (memories.some(isAnswer) || (isListed(filter) && memories.length > 0)) return undefined;
  const { isOfAnyTime: _, ...chosen } = filter;
  const [only, ...others] = Object.entries(chosen).filter(([, value]) => value !== undefined);
  const { since, until } = !filter.isOfAnyTime && time?.isApplied ? time : others.length === 1 ? chosen : {};
  if (since !== undefined && until !== undefined) {
    const period = periodOf(since, until);
    return { title: t('Nothing useful from {period}. At other times:', { period }), isEverywhere: false };
  }
  if (only) return { title: titleOf(others.length === 0 ? only : undefined), isEverywhere: false };
  return name === undefined
    ? undefined
    : { title: t('Nothing useful in {name}. In other memories:', { name }), isEverywhere: true };
}

function titleOf(only: readonly [string, unknown] | undefined): string {
  const [kind, value] = only ?? [];
  if (kind === 'category') return t('Nothing useful in {name}. In other categories:', { name: known(String(value)) });
  if (kind === 'client') return t('Nothing useful from {name}. From others:', { name: String(value) });
  return t('Nothing useful with these filters. Without them:');
}

/** The matches elsewhere: those that answer, or a few others. */
export async function searchBeside(
  client: Client,
  { isEverywhere }: Beside,
  { query, characterId, shown }: { query: string; characterId: string | undefined; shown: readonly Found[] },
  signal: AbortSignal,
): Promise<Found[]> {
  const asked = { query, limit: most + shown.length, explain: true, narrow: false };
  const { memories }: { memories: Found[] } =
    characterId === undefined || isEverywhere
      ? await client.call('searchSeveral', { everywhere: true, ...asked }, signal)
      : await client.call('searchMemories', { characterId, ...asked }, signal);
  const ids = new Set(shown.map(({ id }) => id));
  const others = memories.filter(({ id }) => !ids.has(id));
  const answers = others.filter(isAnswer);
  if (answers.length > 0) return answers.slice(0, most);
  return isEverywhere ? [] : others.slice(0, mostWeak);
}

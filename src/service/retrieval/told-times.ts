import { machineTimeZone } from '../../base/days.ts';
import type { MemoryChoice } from '../../domain/stores/memories.ts';
import type { AnalyzedQuery, SearchMaterial, Stretch } from '../../domain/stores/search.ts';
import { findDates } from '../../search/dates.ts';
import { likelyLanguages } from '../../search/text/languages/detect.ts';
import { TRAIT } from '../../search/text/traits.ts';
import type { ReadingContext } from '../context.ts';
import { both, isFilter } from './narrowing.ts';

/** The most texts that are read for the days they tell. */
const maxRead = 200;
const minuteMs = 60_000;

/** Without a year, or digits of another script, a text tells no whole date: it is not read further. */
const hasYear = /(?:19|20)[0-9]{2}|(?![0-9])\p{N}/u;

/** How a search reads the times that texts tell. */
export interface ReadsTimes {
  /** Those that the query names. */
  readsTimes?: boolean | undefined;
  /** `since` and `until` of the choice are what the query means: a memory whose text tells of that time is chosen too. */
  isMeant?: boolean | undefined;
}

/**
 * What a ranking looks at, as if memories whose texts tell of a time that is asked for were of that time; and the numbers of
 * the chosen memories (undefined: all).
 */
export async function atTimesAsked(
  context: ReadingContext,
  characterId: string,
  { analyzed, material }: { analyzed: AnalyzedQuery; material: SearchMaterial },
  choice: Omit<MemoryChoice, 'category'>,
  { isMeant, readsTimes }: ReadsTimes,
): Promise<{ material: SearchMaterial; chosen: ReadonlySet<number> | undefined }> {
  const { store, principal } = context;
  const numbers = async (of: MemoryChoice) =>
    isFilter(of) ? await store.memories.numbers(principal, characterId, of) : undefined;
  const { since, until, ...beside } = choice;
  const isStretch = isMeant && since !== undefined && until !== undefined;
  const stretches = isStretch ? [{ from: since, to: until }] : readsTimes ? analyzed.periods.flat() : [];
  const told = await toldIn(context, characterId, analyzed, material, stretches);
  const chosen = await numbers(choice);
  if (told.size === 0) return { material, chosen };
  const telling = isStretch ? both(new Set(told.keys()), await numbers(beside)) : undefined;
  return {
    material: { ...material, told },
    chosen: chosen && new Set([...chosen, ...(telling ?? [])]),
  };
}

/** The memories whose texts tell a day or a month of some stretches of time, by number, with that time in minutes since 1970. */
async function toldIn(
  { store, principal, now }: ReadingContext,
  characterId: string,
  query: AnalyzedQuery,
  material: SearchMaterial,
  stretches: readonly Stretch[],
): Promise<ReadonlyMap<number, number>> {
  const told = new Map<number, number>();
  const numbers = stretches.length === 0 ? [] : likeliest(query, material, stretches);
  if (numbers.length === 0) return told;
  for (const [no, { content }] of await store.search.texts(principal, characterId, numbers)) {
    const at = timesToldIn(content, now()).find((one) => isIn(one, stretches));
    if (at !== undefined) told.set(no, at / minuteMs);
  }
  return told;
}

/** The days and months of a year that a text tells (ms since 1970). */
function timesToldIn(content: string, now: number): number[] {
  if (!hasYear.test(content)) return [];
  const { hints, periods } = findDates(content, now, likelyLanguages(content), machineTimeZone());
  return hints.flatMap((hint, i) => {
    const isWhole = hint.kind === 'calendar' && hint.year !== undefined && hint.month !== undefined;
    return isWhole ? (periods[i] ?? []).map(({ from }) => from) : [];
  });
}

/** The memories of another time that name one in their text: those with most words of the query first, then the newest. */
function likeliest(
  { onlyTime }: AnalyzedQuery,
  { passages, terms }: SearchMaterial,
  stretches: readonly Stretch[],
): number[] {
  const shared = new Map<number, number>();
  for (let i = 0; i < passages.count; i++) {
    const isTelling = (passages.traits[i]! & TRAIT.namesTime) !== 0;
    if (isTelling && !isIn(passages.minute[i]! * minuteMs, stretches)) shared.set(passages.memoryNo[i]!, 0);
  }
  for (const { occurrences } of onlyTime || shared.size <= maxRead ? [] : terms)
    for (const no of new Set([...occurrences.passages].map((passage) => passages.memoryNo[passage]!)))
      if (shared.has(no)) shared.set(no, shared.get(no)! + 1);
  return [...shared]
    .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || b - a)
    .slice(0, maxRead)
    .map(([no]) => no);
}

function isIn(at: number, stretches: readonly Stretch[]): boolean {
  return stretches.some(({ from, to }) => at >= from && at < to);
}

import { dayAt, machineTimeZone } from '../../base/days.ts';
import type { MemoryChoice } from '../../domain/stores/memories.ts';
import type { AnalyzedQuery, PassageTable, SearchMaterial, Stretch } from '../../domain/stores/search.ts';
import { findDates } from '../../search/dates.ts';
import { likelyLanguages } from '../../search/text/languages/detect.ts';
import { NO_LANGUAGE } from '../../search/text/languages/languages.ts';
import { languageIn } from '../../search/text/traits.ts';
import type { ReadingContext } from '../context.ts';
import { both, isFilter } from './narrowing.ts';

/** The most texts that are read for the days they tell: those with most words of a query, for a list of a time more. */
const maxRead = 60;
const maxListed = 200;
/** The most years in which these days may be. */
const maxYears = 12;
/** As much of a text is read for them: what comes later in a long one is not what it is about. */
const maxText = 1_000;
/** How far the rest of a date is from its year, in UTF-16 units. */
const reach = { before: 40, behind: 16 };
const minuteMs = 60_000;

/** How a search reads the times that texts tell. */
export interface ReadsTimes {
  /** Those that the query names. */
  readsTimes?: boolean | undefined;
  /** `since` and `until` of the choice are what the query means: a memory whose text tells of that time is chosen too. */
  isMeant?: boolean | undefined;
}

/** The stretches of time of which a text may tell, and the query with their years. */
export function withTimesAsked(
  analyzed: AnalyzedQuery,
  { since, until }: Pick<MemoryChoice, 'since' | 'until'>,
  { isMeant, readsTimes }: ReadsTimes,
): { stretches: readonly Stretch[]; analyzed: AnalyzedQuery } {
  const isStretch = isMeant && since !== undefined && until !== undefined;
  const stretches = isStretch ? [{ from: since, to: until }] : readsTimes ? analyzed.periods.flat() : [];
  return { stretches, analyzed: stretches.length === 0 ? analyzed : { ...analyzed, years: yearsOf(stretches) } };
}

/** The latest years of some stretches. */
function yearsOf(stretches: readonly Stretch[]): string[] {
  const yearAt = (instant: number) => dayAt(instant, machineTimeZone()).year;
  const years = new Set<number>();
  for (const { from, to } of stretches) {
    const last = yearAt(to - 1);
    for (let year = Math.max(yearAt(from), last - maxYears + 1); year <= last; year++) years.add(year);
  }
  return [...years]
    .sort((a, b) => b - a)
    .slice(0, maxYears)
    .map(String);
}

/**
 * What a ranking looks at, as if memories whose texts tell of a time that is asked for were of that time; and the numbers of
 * the chosen memories (undefined: all).
 */
export async function atTimesAsked(
  context: ReadingContext,
  characterId: string,
  { analyzed, material, stretches }: ReturnType<typeof withTimesAsked> & { material: SearchMaterial },
  choice: Omit<MemoryChoice, 'category'>,
  isMeant = false,
): Promise<{ material: SearchMaterial; chosen: ReadonlySet<number> | undefined }> {
  const { store, principal } = context;
  const numbers = async (of: MemoryChoice) =>
    isFilter(of) ? await store.memories.numbers(principal, characterId, of) : undefined;
  const told = await toldIn(context, characterId, analyzed, material, stretches);
  const chosen = await numbers(choice);
  if (told.size === 0) return { material, chosen };
  const { since: _, until: __, ...beside } = choice;
  const telling = isMeant ? both(new Set(told.keys()), await numbers(beside)) : undefined;
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
  const passageOf = likeliest(query, material, stretches);
  if (passageOf.size === 0) return told;
  const year = new RegExp(query.years!.join('|'), 'g');
  for (const [no, { content }] of await store.search.texts(principal, characterId, [...passageOf.keys()])) {
    // Detecting a language takes longer than reading its dates.
    const languages = isForeign(material.passages, passageOf.get(no)!) ? likelyLanguages(content) : [];
    const at = timesToldIn(around(content.slice(0, maxText), year), languages, now()).find((one) =>
      isIn(one, stretches),
    );
    if (at !== undefined) told.set(no, at / minuteMs);
  }
  return told;
}

/** The days, months and seasons of a year that a text tells (ms since 1970). */
function timesToldIn(text: string, languages: readonly number[], now: number): number[] {
  const { hints, periods, words } = findDates(text, now, languages, machineTimeZone());
  return hints.flatMap((hint, i) => {
    const isWhole = hint.kind === 'calendar' && hint.year !== undefined && hint.month !== undefined;
    const isSeason = hint.kind === 'span' && /\d{4}/u.test(words[i]!);
    return isWhole || isSeason ? (periods[i] ?? []).map(({ from }) => from) : [];
  });
}

/** What of a text is around the matches of a pattern; all of it where there are none, as with digits of another script. */
function around(content: string, pattern: RegExp): string {
  let parts = '';
  let end = 0;
  for (const { index } of content.matchAll(pattern)) {
    const from = Math.max(end, index - reach.before);
    if (from > end) parts += '\n';
    end = index + reach.behind;
    parts += content.slice(from, end);
  }
  return parts === '' ? content : parts;
}

/** Whether the memory of a passage is in another language than English. */
function isForeign({ memoryNo, traits }: PassageTable, passage: number): boolean {
  let first = passage;
  while (memoryNo[first - 1] === memoryNo[first]) first--;
  return languageIn(traits[first]!) !== NO_LANGUAGE;
}

/**
 * The memories of another time with a year of these stretches, by number with a passage: those with most words of the query
 * first, then the newest.
 */
function likeliest(
  { onlyTime }: AnalyzedQuery,
  { passages, terms, inYears = [] }: SearchMaterial,
  stretches: readonly Stretch[],
): ReadonlyMap<number, number> {
  const passageOf = new Map<number, number>();
  for (const inYear of inYears) {
    for (const passage of inYear)
      if (!isIn(passages.minute[passage]! * minuteMs, stretches)) passageOf.set(passages.memoryNo[passage]!, passage);
  }
  const most = onlyTime ? maxListed : maxRead;
  if (passageOf.size <= most) return passageOf;
  const shared = new Map([...passageOf.keys()].map((no) => [no, 0]));
  for (const { occurrences } of onlyTime ? [] : terms) {
    let last = -1;
    for (const passage of occurrences.passages) {
      const no = passages.memoryNo[passage]!;
      const count = no === last ? undefined : shared.get(no);
      if (count !== undefined) shared.set(no, count + 1);
      last = no;
    }
  }
  const best = [...shared].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || b - a).slice(0, most);
  return new Map(best.map(([no]) => [no, passageOf.get(no)!]));
}

function isIn(at: number, stretches: readonly Stretch[]): boolean {
  return stretches.some(({ from, to }) => at >= from && at < to);
}

import { machineTimeZone } from '../../base/days.ts';
import { cancelled } from '../../domain/errors.ts';
import { timed } from '../../domain/metrics.ts';
import type { MemoryChoice } from '../../domain/stores/memories.ts';
import type { AnalyzedQuery, CachedReading, SearchReading } from '../../domain/stores/search.ts';
import { analyzeQuery } from '../../search/query.ts';
import { type RankOptions, rank } from '../../search/rank/rank.ts';
import { preferredState } from '../../search/smart/changes.ts';
import { keywordsOf } from '../../search/smart/said-first.ts';
import type { ReadingContext } from '../context.ts';
import { arranged, ownFirst } from './arranging.ts';
import { askedEachWay } from './asked-otherwise.ts';
import {
  type Arranged,
  answered,
  type Candidate,
  candidatesOf,
  type FoundMemory,
  linkedResult,
  readAll,
} from './found.ts';
import { hasEnded, putEndedBelow } from './holding.ts';
import { both, type CountedWord, countWords, isFilter, memoriesWithWords } from './narrowing.ts';
import { embedQuery, findByMeaning, type QueryVector } from './similarity.ts';
import { atTimesAsked, type ReadsTimes, withTimesAsked } from './told-times.ts';

export interface Query extends MemoryChoice, Pick<ReadsTimes, 'isMeant'> {
  query: string;
  limit: number;
  /** Also what adds nothing to better matches. */
  hasAll?: boolean | undefined;
  /** The name of the character, which all its memories are about. */
  ofWhom?: string | undefined;
  /** Memories of less relevance (0..1) are left out. */
  minRelevance?: number | undefined;
  /** False: memories that only the table of words finds are left out. */
  guesses?: boolean | undefined;
  explain?: boolean | undefined;
  /** The matches have `terms`. */
  terms?: boolean | undefined;
  /** Only memories with each of these words, in any of its forms. */
  having?: readonly string[] | undefined;
  /** Only memories of the time that the query names, if there are any. */
  narrow?: boolean | undefined;
}

/** The matches; `words` where the query asks for explanations. */
export interface Matches {
  memories: FoundMemory[];
  total: number;
  words?: CountedWord[] | undefined;
}

/** A note that a search lacked something that it usually has. */
export function noticeOf({ isLate }: SearchQuestion): { notice?: string } {
  return isLate ? { notice: lateNotice } : {};
}

const lateNotice =
  'Found by words alone: the encoder, which finds other words for the same, was not ready. The same search again will have it.';

/** As `searchMemories`, for a query that is ready; asked in each way. */
export async function searchOne(
  context: ReadingContext,
  characterId: string,
  asked: SearchQuestion,
  given: Query,
): Promise<Matches> {
  const questionOf = async (query: string): Promise<SearchQuestion> => {
    if (query === given.query) return asked;
    return asked.vector ? askedFor(context, query) : { analyzed: analysisOf(context, query) };
  };
  return askedEachWay(context, characterId, given, async (one) =>
    searchAsked(context, characterId, await questionOf(one.query), one),
  );
}

async function searchAsked(
  context: ReadingContext,
  characterId: string,
  asked: SearchQuestion,
  given: Query,
): Promise<Matches> {
  // A relevance that was shown, rounded, is enough for its memory.
  const query = { ...given, minRelevance: Math.max(0, (given.minRelevance ?? 0) - 0.00005) };
  const further =
    keywordsOf(asked.analyzed) > 0 ? ofKeywords : { share: preferredState(query.query).factor, most: maxFurther };
  const spared = { ...query, readsTimes: true, terms: true, limit: Math.ceil(query.limit * (1 + spare)), further };
  const { candidates: ofQuery, total, words } = await ranked(context, characterId, asked, spared);
  const { minRelevance, holding } = query;
  const first = arranged(context, query, asked.analyzed, ofQuery, spared.limit);
  const order = ownFirst(context, asked.analyzed, await readAll(context, characterId, first));
  const isOfPresent = holding === undefined || (holding.holds && !holding.isPast);
  if (!isOfPresent) return { memories: within(order, query), total, words };
  // What holds is also found by the words of what it replaced.
  const leading =
    holding && (await ranked(context, characterId, asked, { ...spared, holding: { ...holding, holds: false } }));
  const led = leading ? await readAll(context, characterId, leading.candidates) : [];
  const all = await putEndedBelow(context, query.query, [...order, ...led], linkedResult);
  const candidates = holding ? all.filter(({ memory }) => !hasEnded(memory, context)) : all;
  const relevant = candidates.filter(({ relevance }) => relevance >= minRelevance);
  // What a link leads to may be among the matches that were counted and not read.
  return { memories: within(candidates, query), total: Math.max(total, relevant.length), words };
}

function within(candidates: readonly Arranged[], { minRelevance = 0, limit, terms }: Query): FoundMemory[] {
  const memories = candidates.filter(({ relevance }) => relevance >= minRelevance);
  return memories.slice(0, limit).map((one) => answered(one, terms));
}

/** Additional candidates, as a share of the limit. They replace results that move down or are left out. */
const spare = 0.5;
/** The most of those that only show which results are of an older state; so relevance does not depend on the limit. */
const maxFurther = 50;
/** Keywords are in many texts alike: what these say decides. */
const ofKeywords = { share: 0.2, most: 150 };

/** An analysed query, for any memories. */
export interface SearchQuestion extends QueryVector {
  analyzed: AnalyzedQuery;
}

export async function askedFor(context: ReadingContext, query: string): Promise<SearchQuestion> {
  const analyzed = analysisOf(context, query);
  context.validity?.endsAt(context.now() + validMs);
  // Asked first: nothing is read while the network is waited for.
  const embedded = await stage(context, 'embed', () => embedQuery(context, query, () => analyzed.meaning));
  return { ...embedded, analyzed };
}

/** An answer to a query changes with time: ages of memories weigh, and "the last hour" moves on. */
const validMs = 60_000;

/** A query as the ranking reads it. */
export const analysisOf = ({ now }: ReadingContext, query: string) => analyzeQuery(query, now(), machineTimeZone());

/** The matches of a query as the ranking orders them; of `further` ones only their texts are read. */
export async function ranked(
  context: ReadingContext,
  characterId: string,
  asked: SearchQuestion,
  {
    limit,
    further,
    minRelevance: least,
    guesses,
    explain,
    terms,
    having,
    isMeant,
    readsTimes,
    ...given
  }: Omit<Query, 'query'> & Pick<RankOptions, 'further'> & ReadsTimes,
): Promise<{ candidates: Candidate[]; total: number; words?: CountedWord[] | undefined }> {
  const { search } = context.store;
  const choice = { ...choiceOf(given), having };
  // Ranks the cache first; if it turns out to be stale, ranks again from the store.
  for (let mayUseCache = !isFilter(choice); ; mayUseCache = false) {
    // The caller may have gone: nobody waits for an older question of somebody who types.
    if (context.signal?.aborted) throw cancelled('search');
    const reading = readFor(context, characterId, asked, choice, { isMeant, readsTimes }, mayUseCache);
    const { analyzed, material, version, ...options } = await reading;
    if (options.allowed?.size === 0 && !explain) return { candidates: [], total: 0 };
    const ranking = () => rank(analyzed, material, { ...options, limit, further, least, guesses, explain, terms });
    const { memories, total } = await stage(context, 'rank', ranking);
    const numbers = memories.map(({ memoryNo }) => memoryNo);
    const [whole, others] = [numbers.slice(0, limit), numbers.slice(limit)];
    const fetching = () =>
      Promise.all([
        version
          ? search.fetchCached(context.principal, characterId, whole, version)
          : search.fetch(context.principal, characterId, whole),
        others.length > 0 ? search.texts(context.principal, characterId, others) : undefined,
      ]);
    const [fetched, texts] = await stage(context, 'fetch', fetching);
    if (!fetched) continue;
    const counted = explain ? countWords(analyzed, material, options.allowed) : undefined;
    return { candidates: candidatesOf(memories, fetched, texts), total, words: counted };
  }
}

/** All that a ranking for a query looks at. */
export async function readFor(
  context: ReadingContext,
  characterId: string,
  { vector, analyzed: worded }: SearchQuestion,
  { category, having, ...others }: MemoryChoice & Pick<Query, 'having'> = {},
  times: ReadsTimes = {},
  mayUseCache = false,
) {
  const { principal } = context;
  const { search } = context.store;
  const { analyzed, stretches } = withTimesAsked(worded, others, times);
  const reading = async (): Promise<SearchReading & Partial<CachedReading>> =>
    (mayUseCache ? await search.readCached(principal, characterId, analyzed) : undefined) ??
    (await search.read(principal, characterId, analyzed, category));
  const { material: stored, allowed: inCategory, version } = await stage(context, 'read', reading);
  const { material, chosen } = await atTimesAsked(
    context,
    characterId,
    { analyzed, material: stored, stretches },
    others,
    times.isMeant,
  );
  const words = having && (await memoriesWithWords(context, characterId, having));
  const allowed = both(both(inCategory, chosen), words);
  const comparing = () => findByMeaning(context, characterId, vector, material, allowed !== undefined);
  const nearness = await stage(context, 'meaning', comparing);
  return { analyzed, material, allowed, nearness, version };
}

/** Only the fields of a choice, of a value that may have more. */
function choiceOf(given: MemoryChoice): MemoryChoice {
  const { category, importance, source, isNote, fileId, client, author, since, until, holding, tags, metadata } = given;
  return { category, importance, source, isNote, fileId, client, author, since, until, holding, tags, metadata };
}

/** A part of a search, timed. */
function stage<Result>(
  { metrics }: ReadingContext,
  name: string,
  run: () => Promise<Result> | Result,
): Promise<Result> {
  return timed(metrics, 'agent_memory.search.stage.duration', { stage: name }, run);
}

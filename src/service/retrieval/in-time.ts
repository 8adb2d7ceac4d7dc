import { leastHelpful } from '../../domain/stores/recalls.ts';
import { takeSeasons } from '../../search/text/languages/seasons.ts';
import { findCharacter } from '../characters.ts';
import type { ReadingContext } from '../context.ts';
import type { FoundMemory } from './found.ts';
import { hasEnded } from './holding.ts';
import { stretchWithMemories, timesOf, type Understood, understoodOf } from './narrowing.ts';
import { analysisOf, askedFor, noticeOf, type Query, type SearchQuestion, searchOne } from './search.ts';

/** Ranks a character's memories for a query in plain words. CharacterNotFound, CategoryNotConfigured. */
export async function searchMemories(
  context: ReadingContext,
  reference: string,
  query: Query,
): Promise<{ memories: FoundMemory[]; total: number; notice?: string; understood?: Understood }> {
  const { id, name } = await findCharacter(context, reference);
  const { answer, asked, time } = await searchInTime(context, [id], { ...query, ofWhom: name }, (question, within) =>
    searchOne(context, id, question, within),
  );
  const { words, ...found } = answer;
  return { ...found, ...noticeOf(asked), ...understoodOf(time, words) };
}

/**
 * A search of the time that the query names, if it asks for that, and the time. Where nothing of that time would help and
 * something else does, it is of any time: a text may say "last spring" itself.
 */
export async function searchInTime<Answer extends { memories: readonly FoundMemory[] }>(
  context: ReadingContext,
  characterIds: readonly string[],
  query: Query,
  search: (asked: SearchQuestion, within: Query) => Promise<Answer>,
): Promise<{ answer: Answer; asked: SearchQuestion; time?: Understood['time'] }> {
  const { asked, within, time } = await narrowed(context, characterIds, query);
  const answer = await search(asked, within);
  const helps = ({ memories }: Answer) =>
    memories.some((one) => one.relevance >= leastHelpful && !hasEnded(one, context));
  if (time === undefined) return { answer, asked };
  if (!time.isApplied || helps(answer)) return { answer, asked, time };
  const ofAnyTime = await askedFor(context, query.query);
  const others = await search(ofAnyTime, query);
  return helps(others)
    ? { answer: others, asked: ofAnyTime, time: { ...time, isApplied: false } }
    : { answer, asked, time };
}

/**
 * The analysed query, narrowed to the time that it names if it asks for that, and the time. A given period wins. The words
 * of a season are in few memories of it, so a narrowed query is asked without them.
 */
async function narrowed(
  context: ReadingContext,
  characterIds: readonly string[],
  query: Query,
): Promise<{ asked: SearchQuestion; within: Query; time?: NonNullable<Understood['time']> }> {
  const isGiven = query.since !== undefined || query.until !== undefined;
  const isAsked = !isGiven && (query.narrow || query.explain);
  const analyzed = isAsked ? analysisOf(context, query.query) : undefined;
  const stretches = analyzed ? timesOf(analyzed) : [];
  const likeliest = query.narrow ? await stretchWithMemories(context, characterIds, stretches) : undefined;
  const found = analyzed?.isSureOfTime ? likeliest : undefined;
  const time = likeliest ?? stretches[0];
  const { seasons, rest } = takeSeasons(found && !analyzed?.onlyTime ? query.query : '');
  const asked = await askedFor(context, seasons.length > 0 ? rest : query.query);
  if (time === undefined) return { asked, within: query };
  const within = found ? { ...query, since: found.from, until: found.to, isMeant: true } : query;
  const isOffered = likeliest !== undefined && found === undefined;
  return { asked, within, time: { ...time, isApplied: found !== undefined, ...(isOffered && { isOffered }) } };
}

import type { Client, Input } from '../../client/client.ts';
import { t } from '../../languages/translate.ts';
import { leastHelpful, place } from '../memory/rank.ts';
import type { Recall } from './recall.ts';

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
/** Of a longer question the beginning is looked for (UTF-16 units). */
const maxWords = 200;

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
  // Hooks give what a person wrote for it first, whatever its relevance.
  const answer = given.find(({ id }) => id === writtenId) ?? given.find(({ answers }) => answers);
  if (answer) return { isAnswered: true, said: t('answered now'), memoryId: answer.id };
  return writtenId === undefined
    ? { isAnswered: false, said: t('still not answered') }
    : rankOf(memories, writtenId, false);
}

/**
 * The id of a memory that surely answers a question since: it is there since, or was given when it was asked again.
 * Throws Failures.
 */
export async function answerSince(client: Client, asked: Recall, signal: AbortSignal): Promise<string | undefined> {
  const { characterId, query: prompt, at: askedAt } = asked;
  const { layers } = await client.call('explainPrompt', { characterId, prompt, askedAt }, signal);
  const answering = layers.flatMap((one) => one.memories).filter(({ answers }) => answers);
  const later = answering.find((one) => one.later);
  if (later || answering.length === 0) return later?.id;
  const again = {
    kind: 'hook',
    words: prompt.slice(0, maxWords),
    since: askedAt,
    helped: true,
    limit: looked,
  } as const;
  const { recalls } = await client.call('listRecalls', again, signal);
  const equal = recalls.filter(({ query, at }) => query === prompt && at > askedAt);
  const given = new Set(equal.flatMap(({ results, known = [] }) => [...results, ...known]).map((one) => one.memoryId));
  return answering.find(({ id }) => given.has(id))?.id;
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

/** A memory that was written or mended to answer a question. */
export interface Answer {
  memoryId: string;
  characterId: string;
}

/** What asking a question again came to; where it is answered, the question with its answer. */
export interface Settled extends AskedAgain {
  recall?: Recall;
}

/** How long it waits before it asks again what a person has just answered (ms): the meaning of a text is read behind its call. */
const waits = [1_500, 4_000];

/**
 * Asks a question again, and notes what answers it, if the user may. Throws Failures.
 * @param answer the memory that was written or mended for it
 */
export async function settle(client: Client, gap: Recall, answer: Answer | undefined, may: boolean): Promise<Settled> {
  const { characterId = gap.characterId, memoryId: writtenId } = answer ?? {};
  const asked = gap.kind === 'hook' ? gap : { query: gap.query, characterId };
  const settledBy = (memoryId: string) => client.call('dismissQuestion', { recallId: gap.id, memoryId });
  // Hooks give what a person says answers it, however well it fits.
  if (writtenId !== undefined && gap.kind === 'hook' && may) {
    const recall = await settledBy(writtenId);
    const { isAnswered, said } = await askAgain(client, asked, writtenId);
    return { isAnswered: true, said: isAnswered ? said : t('answered now'), memoryId: writtenId, recall };
  }
  let now = await askAgain(client, asked, writtenId);
  for (const ms of answer ? waits : []) {
    if (now.isAnswered) break;
    await new Promise((done) => setTimeout(done, ms));
    now = await askAgain(client, asked, writtenId);
  }
  if (now.memoryId === undefined || !may) return now;
  return { ...now, recall: await settledBy(now.memoryId) };
}

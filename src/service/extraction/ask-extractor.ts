import {
  type ExtractionAnswer,
  type ExtractionRequest,
  type Extractor,
  extractionFailed,
  noUsage,
  type Proposal,
  type SimilarMemory,
} from '../../domain/ai.ts';
import type { Category } from '../../domain/category.ts';
import { cancelled } from '../../domain/errors.ts';
import { turnsOfChat } from '../../text/turns.ts';
import { accounted, aiQuotaExceeded, requireAiQuota } from '../ai-usage.ts';
import { computed } from '../computed.ts';
import type { Context } from '../context.ts';
import { withDeadline } from '../deadline.ts';
import { judgeIn } from '../judging.ts';
import { findNearest, findSimilar } from '../retrieval/nearest.ts';
import { checkAnswer } from './check-answer.ts';

/** How many stored memories an extractor is shown for each of its queries, by words and by meaning. */
const similarShown = 10;
const nearestShown = 3;

/** A text and how it is to be read. */
export interface ExtractionQuestion
  extends Pick<ExtractionRequest, 'text' | 'own' | 'occurredAt' | 'overheard' | 'isDocument' | 'saidBy'> {
  /** The extractor does not see stored memories, so it can only add. */
  alone?: boolean | undefined;
}

export interface ExtractorAnswer {
  proposals: Proposal[];
  /** Why proposals were dropped, one sentence each. */
  dropped: string[];
  /** Who read the text. */
  kind: Extractor['kind'];
}

/**
 * Asks the extractor for the operations of a text and validates its answer; nothing is stored. A faulty answer is
 * requested once more, with its faults; then the faulty parts are dropped. The fallback reads a chat of which it answers
 * nothing valid. ExtractionFailed: the provider failed, refused, took too long or answered nothing valid.
 * TierLimitExceeded: the day's tokens are used.
 */
export async function askExtractor(
  context: Context,
  characterId: string,
  categories: Category[],
  asked: ExtractionQuestion,
): Promise<ExtractorAnswer> {
  if (context.extractor.kind === 'rules') return askRules(context, characterId, categories, asked);
  await requireAiQuota(context);
  return askHere(context, characterId, categories, asked);
}

/** Rules only compute, so they may run in a thread. Waiting for a provider would block a thread. */
export const askRules = computed('askRules', askHere);

async function askHere(
  context: Context,
  characterId: string,
  categories: Category[],
  { text, own, occurredAt, overheard, isDocument, saidBy, alone }: ExtractionQuestion,
): Promise<ExtractorAnswer> {
  const { extractor } = context;
  const mayRepair = extractor.kind === 'ai' && !extractor.isAskedOnce;
  const searched = alone ? [] : [characterId, ...(own?.characterId === undefined ? [] : [own.characterId])];
  const queries = alone ? [] : ((await extractor.lookUps?.(text)) ?? [text]);
  const similar = (await Promise.all(searched.map((id) => similarTo(context, id, queries)))).flat();
  const judge = extractor.kind === 'rules' && similar.length > 0 ? await judgeIn(context, characterId) : undefined;
  const ends = judge && ((newer: string, older: string) => judge(newer, older).relation === 'ends');
  const request = { text, categories, own, similar, occurredAt, overheard, isDocument, saidBy, ends };
  return withDeadline(context.signal, extractor.deadlineMs, async (signal) => {
    const asked = await ask(context, request, signal);
    if (!asked) throw aiQuotaExceeded(context);
    const first = checkAnswer(asked.answer, request);
    const refused = { answer: asked.answer, faults: first.faults };
    const isRepaired = first.faults.length > 0 && mayRepair;
    const repaired = isRepaired ? await ask(context, { ...request, refused }, signal) : undefined;
    const { proposals, faults } = repaired ? checkAnswer(repaired.answer, request) : first;
    const isUnusable = proposals.length === 0 && faults.length > 0;
    return isUnusable && extractor.fallback && turnsOfChat(text)
      ? byFallback(extractor.fallback, request, faults)
      : orFail(proposals, faults, extractor.kind);
  });
}

async function byFallback(
  fallback: Extractor,
  request: ExtractionRequest,
  dropped: string[],
): Promise<ExtractorAnswer> {
  const { proposals } = checkAnswer((await fallback.extract(request)).answer, request);
  return { proposals, dropped, kind: fallback.kind };
}

/** The memories that are similar in words or in meaning: a change often shares no word with what it changes. */
async function similarTo(context: Context, characterId: string, queries: readonly string[]): Promise<SimilarMemory[]> {
  const found = new Map<string, SimilarMemory>();
  for (const one of await findFor(context, characterId, queries)) found.set(one.id, one);
  for (const query of queries)
    for (const { memory } of await findNearest(context, characterId, query, nearestShown)) found.set(memory.id, memory);
  return [...found.values()];
}

/** The similar memories for an extractor. */
export const findFor = computed(
  'findFor',
  async (context: Context, characterId: string, queries: readonly string[]): Promise<SimilarMemory[]> => {
    const found = new Map<string, SimilarMemory>();
    for (const query of queries) {
      for (const memory of await findSimilar(context, characterId, query, similarShown)) found.set(memory.id, memory);
    }
    return [...found.values()];
  },
);

/** Undefined when the day's tokens do not suffice. */
async function ask(
  context: Context,
  request: ExtractionRequest,
  signal: AbortSignal,
): Promise<ExtractionAnswer | undefined> {
  const { extractor } = context;
  const { deadlineMs } = extractor;
  let answered: ExtractionAnswer | undefined;
  try {
    const estimate = extractor.estimate?.(request) ?? noUsage;
    answered = await accounted(context, { estimate, deadlineMs, signal }, () => extractor.extract(request, signal));
  } catch (error) {
    if (!signal.aborted) throw error;
    if (context.signal?.aborted) throw cancelled();
    throw extractionFailed(
      `The AI provider did not answer within ${deadlineMs / 1000} seconds; nothing was stored. Try again, or store the text with add_memory_direct.`,
    );
  }
  if (answered?.declined !== undefined) throw extractionFailed(`${answered.declined} Nothing was stored.`);
  return answered;
}

function orFail(proposals: Proposal[], dropped: string[], kind: Extractor['kind']): ExtractorAnswer {
  if (proposals.length > 0 || dropped.length === 0) return { proposals, dropped, kind };
  throw extractionFailed(`The model answered nothing usable; nothing was stored. ${dropped[0]}`);
}

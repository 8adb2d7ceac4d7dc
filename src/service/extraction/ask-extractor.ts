import {
  type ExtractionAnswer,
  type ExtractionRequest,
  extractionFailed,
  type Proposal,
  type SimilarMemory,
} from '../../domain/ai.ts';
import type { Category } from '../../domain/category.ts';
import { hasAiQuota, recordAiUsage, requireAiQuota } from '../ai-usage.ts';
import type { Context } from '../context.ts';
import { withDeadline } from '../deadline.ts';
import { findSimilar } from '../retrieval/search.ts';
import { checkAnswer } from './check-answer.ts';

/** How many stored memories an extractor is shown for each of its queries. */
const similarShown = 10;

/** A text and how it is to be read. */
export interface Asked extends Pick<ExtractionRequest, 'text' | 'occurredAt'> {
  /** Stored memories are not shown, so only additions can come of it. */
  alone?: boolean | undefined;
}

export interface ExtractorAnswer {
  proposals: Proposal[];
  /** Why proposals were dropped, one sentence each. */
  dropped: string[];
}

/**
 * Asks the extractor what a text means for the memory, and checks what it answers. An answer with faults is asked
 * for once more, naming them; what is wrong then is dropped. Nothing is stored here.
 * ExtractionFailed: the provider failed, refused, took too long or answered nothing valid. TierLimitExceeded: the
 * day's tokens are used up.
 */
export async function askExtractor(
  context: Context,
  characterId: string,
  categories: Category[],
  { text, occurredAt, alone }: Asked,
): Promise<ExtractorAnswer> {
  const { extractor } = context;
  const isAi = extractor.kind === 'ai';
  if (isAi) await requireAiQuota(context);
  const similar = alone ? [] : await findFor(context, characterId, extractor.lookUps?.(text) ?? [text]);
  const request = { text, categories, similar, occurredAt };
  return withDeadline(context.signal, extractor.deadlineMs, async (signal) => {
    const answer = await ask(context, request, signal);
    const first = checkAnswer(answer, request);
    if (first.faults.length === 0) return { proposals: first.proposals, dropped: [] };
    if (!isAi || !(await hasAiQuota(context))) return orFail(first.proposals, first.faults);
    const repaired = await ask(context, { ...request, refused: { answer, faults: first.faults } }, signal);
    const { proposals, faults } = checkAnswer(repaired, request);
    return orFail(proposals, faults);
  });
}

async function findFor(context: Context, characterId: string, queries: string[]): Promise<SimilarMemory[]> {
  const found = new Map<string, SimilarMemory>();
  for (const query of queries) {
    for (const memory of await findSimilar(context, characterId, query, similarShown)) found.set(memory.id, memory);
  }
  return [...found.values()];
}

async function ask(context: Context, request: ExtractionRequest, signal: AbortSignal): Promise<unknown> {
  const { extractor } = context;
  let answered: ExtractionAnswer;
  try {
    answered = await extractor.extract(request, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw extractionFailed(
      context.signal?.aborted
        ? 'The call was cancelled; nothing was stored.'
        : `The AI provider did not answer within ${extractor.deadlineMs / 1000} seconds; nothing was stored. Try again, or store the text with add_memory_direct.`,
    );
  }
  const { answer, declined, usage } = answered;
  await recordAiUsage(context, usage);
  if (declined !== undefined) throw extractionFailed(`${declined} Nothing was stored.`);
  return answer;
}

function orFail(proposals: Proposal[], dropped: string[]): ExtractorAnswer {
  if (proposals.length > 0 || dropped.length === 0) return { proposals, dropped };
  throw extractionFailed(
    `The AI provider answered nothing usable, also when asked again; nothing was stored. ${dropped[0]}`,
  );
}

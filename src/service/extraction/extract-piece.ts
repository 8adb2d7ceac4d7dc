import type { Proposal } from '../../domain/ai.ts';
import type { Category } from '../../domain/category.ts';
import type { MemoryChange, MemorySource } from '../../domain/memory.ts';
import { iso } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { bySalience, type GivenMemory } from '../memories.ts';
import { askExtractor } from './ask-extractor.ts';
import { toChange, withoutTouching } from './to-change.ts';

/** What one statement comes to: changes, and how many memories said it already. */
export interface Extracted {
  changes: MemoryChange[];
  known: number;
}

/**
 * Lets the extractor say what a statement of a document means for the memory; nothing is stored here. Without a
 * provider the statement is kept word for word, and the rules only weigh and sort it, or drop it as filler; where
 * `mayCorrect`, they may put it in the place of a stored memory that it corrects.
 * Of what was said in a conversation (`isSaid`) each statement is kept by itself, without what is none beside it.
 * What the document itself says (category, importance, …) wins. Errors as `askExtractor`.
 */
export async function extractPiece(
  context: Context,
  characterId: string,
  categories: Category[],
  given: GivenMemory,
  source: MemorySource,
  { mayCorrect, isSaid = false }: { mayCorrect: boolean; isSaid?: boolean },
): Promise<Extracted> {
  const { content, occurredAt = iso(context.now()) } = given;
  const isAi = context.extractor.kind === 'ai';
  const { proposals } = await askExtractor(context, characterId, categories, {
    text: content,
    occurredAt,
    alone: !isAi && !mayCorrect,
    isDocument: true,
  });
  const known = proposals.filter((one) => one.operation === 'NONE' && one.memory !== undefined).length;
  // A document belongs to no conversation but the one it names.
  const outside = { ...context, sessionId: undefined };
  const change = (proposal: Proposal) => toChange(outside, proposal, given, source) ?? [];
  if (isAi) return { changes: proposals.flatMap(change), known };
  const stated = proposals.filter((one) => one.operation !== 'NONE');
  const [only] = stated;
  if (only?.operation === 'UPDATE' && stated.length === 1)
    return { changes: [change({ ...only, content })].flat(), known };
  // More than one statement is kept as one memory, which corrects none of them.
  const additions = stated.map((one) => withoutTouching(one, 'kept beside what it may correct'));
  if (isSaid && proposals.length > 1) return { changes: additions.flatMap(change), known };
  const [best] = bySalience(additions.filter((one) => one.operation === 'ADD'));
  return { changes: best ? [change({ ...best, content })].flat() : [], known };
}

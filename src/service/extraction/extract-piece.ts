import type { Proposal } from '../../domain/ai.ts';
import type { Category } from '../../domain/category.ts';
import type { MemoryChange, MemorySource } from '../../domain/memory.ts';
import { iso } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { bySalience, type GivenMemory } from '../memories.ts';
import { askExtractor } from './ask-extractor.ts';
import { toChange, withoutTouching } from './to-change.ts';

/** The result of one statement: changes, and how many memories had it already. */
export interface Extracted {
  changes: MemoryChange[];
  known: number;
}

/**
 * Lets the extractor decide on a statement of a document; nothing is stored here. Without a provider the statement
 * stays as it is: the rules weigh and categorise it, or drop it as filler. With `mayCorrect` it may replace a memory.
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
  // Several statements are stored as one memory, which corrects none of the stored ones.
  const additions = stated.map((one) => withoutTouching(one, 'stored beside the memory that it may correct'));
  if (isSaid && proposals.length > 1) return { changes: additions.flatMap(change), known };
  const [best] = bySalience(additions.filter((one) => one.operation === 'ADD'));
  return { changes: best ? [change({ ...best, content })].flat() : [], known };
}

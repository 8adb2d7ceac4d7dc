import type { Proposal } from '../../domain/ai.ts';
import type { Category } from '../../domain/category.ts';
import type { MemoryChange, MemorySource } from '../../domain/memory.ts';
import { iso } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import type { GivenMemory } from '../memories.ts';
import { askExtractor } from './ask-extractor.ts';
import { toChange } from './to-change.ts';

/** What one statement comes to: changes, and how many memories said it already. */
export interface Extracted {
  changes: MemoryChange[];
  known: number;
}

/**
 * Lets the extractor say what a statement of a document means for the memory; nothing is stored here. Without a
 * provider the statement is kept word for word, and the rules only weigh and sort it, or drop it as filler.
 * What the document itself says (category, importance, …) wins. Errors as `askExtractor`.
 */
export async function extractPiece(
  context: Context,
  characterId: string,
  categories: Category[],
  given: GivenMemory,
  source: MemorySource,
): Promise<Extracted> {
  const { content, occurredAt = iso(context.now()) } = given;
  const { proposals } = await askExtractor(context, characterId, categories, { text: content, occurredAt });
  const known = proposals.filter((one) => one.operation === 'NONE' && one.memory !== undefined).length;
  // A document belongs to no conversation but the one it names.
  const outside = { ...context, sessionId: undefined };
  const change = (proposal: Proposal) => toChange(outside, proposal, given, source) ?? [];
  if (context.extractor.kind === 'ai') return { changes: proposals.flatMap(change), known };
  const [best] = proposals.filter((one) => one.operation === 'ADD').toSorted((a, b) => b.salience - a.salience);
  return { changes: best ? [change({ ...best, content })].flat() : [], known };
}

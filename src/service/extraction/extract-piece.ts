import type { Proposal, SaidBy } from '../../domain/ai.ts';
import type { Category } from '../../domain/category.ts';
import type { MemoryChange, MemorySource } from '../../domain/memory.ts';
import { iso } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { endsOf, type NamedEnds } from '../judging.ts';
import { bySalience, type GivenMemory } from '../memories.ts';
import { askExtractor } from './ask-extractor.ts';
import { onlyAdding, toChange } from './to-change.ts';

/** The result of one statement: changes, how many memories had it already, and which its new memories end. */
export interface Extracted {
  changes: MemoryChange[];
  known: number;
  ends: NamedEnds[];
}

/**
 * Lets the extractor decide on a statement of a document; nothing is stored here. Without a provider the statement
 * stays as it is: the rules weigh and categorise it, or drop it as filler. It changes no stored memory. With `mayEnd` it
 * may say of one that it has ended.
 */
export async function extractPiece(
  context: Context,
  characterId: string,
  categories: Category[],
  given: GivenMemory,
  source: MemorySource,
  { mayEnd, saidBy }: { mayEnd: boolean; saidBy?: SaidBy | undefined },
): Promise<Extracted> {
  const { content, occurredAt = iso(context.now()) } = given;
  const isAi = context.extractor.kind === 'ai';
  const { proposals } = await askExtractor(context, characterId, categories, {
    text: content,
    occurredAt,
    alone: !isAi && !mayEnd,
    isDocument: true,
    saidBy,
  });
  const known = proposals.filter((one) => one.operation === 'NONE' && one.memory !== undefined).length;
  // A document belongs to no conversation but the one it names.
  const outside = { ...context, sessionId: undefined };
  const extracted: Extracted = { changes: [], known, ends: [] };
  const add = (proposal: Proposal) => {
    const change = toChange(outside, proposal, given, source);
    if (change?.kind !== 'add') return;
    extracted.changes.push(change);
    extracted.ends.push(...endsOf(proposal, change.memory.id));
  };
  const additions = onlyAdding(proposals).filter((one) => one.operation === 'ADD');
  if (isAi || saidBy === 'user') additions.forEach(add);
  else {
    const [best] = bySalience(additions);
    // Several statements are stored as one memory, which ends none of the stored ones.
    if (best) add({ ...best, content, ...(additions.length > 1 && { ends: undefined }) });
  }
  return extracted;
}

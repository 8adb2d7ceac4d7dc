import type { Proposal } from '../../domain/ai.ts';
import type { MemoryChange, MemorySource } from '../../domain/memory.ts';
import type { Context } from '../context.ts';
import { changedEnd, type GivenMemory, newMemory } from '../memories.ts';

/**
 * The change for a checked proposal; undefined for NONE. The category, importance, salience, session and time in
 * `given` override the extractor's; the extractor may reword the content.
 */
export function toChange(
  context: Context,
  proposal: Proposal,
  given: GivenMemory,
  source: MemorySource,
): MemoryChange | undefined {
  if (proposal.operation === 'NONE') return undefined;
  if (proposal.operation === 'DELETE') return { kind: 'delete', memoryId: proposal.memory.id };
  const { content } = proposal;
  const fields = {
    content,
    category: given.category ?? proposal.category,
    importance: given.importance ?? proposal.importance,
    salience: given.salience ?? proposal.salience,
  };
  if (proposal.operation === 'ADD') {
    const { isProposed, isForeign } = proposal;
    const said = { isProposed, ...(isForeign && { wordsOf: 'other' as const }) };
    return { kind: 'add', memory: { ...newMemory(context, { ...given, ...fields }, source), ...said } };
  }
  const { id: memoryId, revision: expectedRevision, content: before } = proposal.memory;
  const { supersedes } = given;
  const validUntil = changedEnd(context, { ...given, content }, before);
  return { kind: 'update', memoryId, fields: { ...fields, validUntil }, supersedes, expectedRevision };
}

type Additive = Extract<Proposal, { operation: 'ADD' | 'NONE' }>;

/** The proposal without a change of stored memories: the statement is stored in any case. */
export function withoutTouching(proposal: Proposal, reason: string): Additive {
  if (proposal.operation === 'ADD' || proposal.operation === 'NONE') return proposal;
  if (proposal.operation === 'DELETE') return { operation: 'NONE', reason };
  const { content, memory, about } = proposal;
  const { category = memory.category, importance = memory.importance, salience = memory.salience } = proposal;
  return { operation: 'ADD', content, category, importance, salience, about, reason };
}

/**
 * What a document or an agent said changes no stored memory: one that a proposal corrects has ended, as its statement says,
 * and one that a proposal deletes, as the first statement says. `relate` then has a person asked.
 */
export function onlyAdding(proposals: readonly Proposal[]): Additive[] {
  const deleted = proposals.flatMap((one) => (one.operation === 'DELETE' ? [one.memory] : []));
  const additive = proposals.flatMap((one): Additive[] => {
    if (one.operation === 'DELETE') return [];
    const added = withoutTouching(one, 'stored beside the memory that it may correct');
    return [one.operation === 'UPDATE' && added.operation === 'ADD' ? { ...added, ends: [one.memory] } : added];
  });
  const first = additive.find(({ operation }) => operation === 'ADD');
  return additive.map((one) =>
    one === first && one.operation === 'ADD' ? { ...one, ends: [...(one.ends ?? []), ...deleted] } : one,
  );
}

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

/** The proposal without a change of stored memories: the statement is stored in any case. */
export function withoutTouching(proposal: Proposal, reason: string): Extract<Proposal, { operation: 'ADD' | 'NONE' }> {
  if (proposal.operation === 'ADD' || proposal.operation === 'NONE') return proposal;
  if (proposal.operation === 'DELETE') return { operation: 'NONE', reason };
  const { content, memory, about } = proposal;
  const { category = memory.category, importance = memory.importance, salience = memory.salience } = proposal;
  return { operation: 'ADD', content, category, importance, salience, about, reason };
}

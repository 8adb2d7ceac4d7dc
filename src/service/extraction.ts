import type { Proposal } from '../domain/ai.ts';
import type { Category } from '../domain/category.ts';
import { categoryNotConfigured } from '../domain/category.ts';
import type { Memory } from '../domain/memory.ts';
import type { ChangeOutcome, MemoryChange } from '../domain/store.ts';
import { foldCase, iso } from '../domain/text.ts';
import { findWritableCharacter } from './characters.ts';
import type { Context } from './context.ts';
import { author, bySalience, type GivenMemory, newMemory } from './memories.ts';

/** How a text is kept in which no extractor found anything worth storing. */
const residue = { importance: 'LOW', salience: 0.2 } as const;

export interface OperationReport {
  operation: Proposal['operation'];
  memoryId?: string;
  reason?: string;
}

/**
 * Lets the extractor turn a text into memory operations and applies them as one unit.
 * A text in which nothing is worth storing is stored itself, LOW: whoever asked to remember is never told "ok"
 * while nothing was kept.
 */
export async function remember(context: Context, reference: string, given: GivenMemory) {
  const { store, extractor, principal, now } = context;
  const { id } = await findWritableCharacter(context, reference);
  const categories = await store.categories.list(principal.tenantId, id);
  requireCategory(given.category, categories);
  const proposals = await extractor.extract(
    { text: given.content, categories, similar: [], occurredAt: given.occurredAt ?? iso(now()) },
    context.signal,
  );
  const changes = proposals.flatMap((proposal) => toChange(context, proposal, given));
  if (proposals.length === 0) {
    const kept = newMemory(
      context,
      { ...residue, ...given, importance: given.importance ?? residue.importance },
      source,
    );
    changes.push({ kind: 'add', memory: kept });
  }
  const outcomes = await store.memories.write(principal.tenantId, id, changes, author(context));
  return report(outcomes, extractor.kind);
}

const source = { kind: 'extraction' } as const;

function requireCategory(name: string | undefined, categories: Category[]): void {
  if (name === undefined || categories.some((known) => foldCase(known.name) === foldCase(name.trim()))) return;
  throw categoryNotConfigured(name, categories);
}

/** An explicit category or importance wins over the extractor's. */
function toChange(context: Context, proposal: Proposal, given: GivenMemory): MemoryChange[] {
  if (proposal.operation !== 'ADD') return [];
  const { content, category, importance, salience } = proposal;
  const chosen = { category: given.category ?? category, importance: given.importance ?? importance };
  return [{ kind: 'add', memory: newMemory(context, { ...given, ...chosen, content, salience }, source) }];
}

function report(outcomes: ChangeOutcome[], extraction: 'ai' | 'rules') {
  const memories: Memory[] = bySalience(outcomes.map((one) => one.memory));
  const [first] = memories;
  if (!first) throw new Error('an extraction led to no memory');
  const operations = outcomes.map(
    ({ operation, memory }): OperationReport => ({
      operation: operation === 'RESTORE' ? 'NONE' : operation,
      memoryId: memory.id,
      ...(operation === 'NONE' && { reason: 'stored already' }),
    }),
  );
  return { ...first, memories, operations, extraction };
}

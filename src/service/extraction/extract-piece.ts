import type { Proposal } from '../../domain/ai.ts';
import type { Category } from '../../domain/category.ts';
import type { MemoryChange, MemorySource } from '../../domain/memory.ts';
import { iso } from '../../domain/text.ts';
import type { Context } from '../context.ts';
import { type GivenMemory, newMemory } from '../memories.ts';
import { propose } from './propose.ts';

/** What one statement comes to: changes, and how many memories said it already. */
export interface Extracted {
  changes: MemoryChange[];
  known: number;
}

/**
 * Lets the extractor say what a statement of a document means for the memory; nothing is stored here. Without a
 * provider the statement is kept word for word, and the rules only weigh and sort it, or drop it as filler.
 * What the document itself says (category, importance, …) wins. Errors as `propose`.
 */
export async function extractPiece(
  context: Context,
  characterId: string,
  categories: Category[],
  given: GivenMemory,
  source: MemorySource,
): Promise<Extracted> {
  const { content, occurredAt = iso(context.now()) } = given;
  const { proposals } = await propose(context, characterId, categories, { text: content, occurredAt });
  const known = proposals.filter((one) => one.operation === 'NONE' && one.memory !== undefined).length;
  const add = (fields: GivenMemory): MemoryChange => ({
    kind: 'add',
    memory: newMemory({ ...context, sessionId: undefined }, { ...fields, ...stated(given) }, source),
  });
  if (context.extractor.kind === 'ai') return { changes: proposals.flatMap((one) => toChange(one, add)), known };
  const [best] = proposals.filter((one) => one.operation === 'ADD').toSorted((a, b) => b.salience - a.salience);
  return { changes: best ? [add({ ...best, content })] : [], known };
}

/** The fields in which the document has the last word. */
function stated({ category, importance, salience, sessionId, occurredAt }: GivenMemory): Partial<GivenMemory> {
  const fields = { category, importance, salience, sessionId, occurredAt };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function toChange(proposal: Proposal, add: (fields: GivenMemory) => MemoryChange): MemoryChange[] {
  if (proposal.operation === 'NONE') return [];
  if (proposal.operation === 'ADD') return [add(weights(proposal))];
  const { id: memoryId, revision: expectedRevision } = proposal.memory;
  if (proposal.operation === 'DELETE') return [{ kind: 'delete', memoryId }];
  return [{ kind: 'update', memoryId, fields: weights(proposal), expectedRevision }];
}

function weights<T extends GivenMemory>({ content, category, importance, salience }: T) {
  return { content, category, importance, salience };
}

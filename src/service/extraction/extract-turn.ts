import type { Category } from '../../domain/category.ts';
import type { MemoryChange } from '../../domain/memory.ts';
import { iso } from '../../domain/text.ts';
import type { Turn } from '../../domain/turn.ts';
import type { Context } from '../context.ts';
import type { GivenMemory } from '../memories.ts';
import { askExtractor } from './ask-extractor.ts';
import { toChange } from './to-change.ts';

/** How a transcript names who speaks: extractors know both. */
const speakers: Record<Turn['role'], string> = { user: 'User', assistant: 'Assistant' };

/**
 * Lets the extractor say what is worth remembering of a turn that was captured from a session; often that is nothing.
 * Nothing is stored here. Errors as `askExtractor`.
 */
export async function extractTurn(
  context: Context,
  characterId: string,
  categories: Category[],
  role: Turn['role'],
  given: GivenMemory,
): Promise<MemoryChange[]> {
  const { content, occurredAt = iso(context.now()) } = given;
  const { proposals } = await askExtractor(context, characterId, categories, {
    text: `${speakers[role]}: ${content}`,
    occurredAt,
    overheard: true,
  });
  return proposals.flatMap((proposal) => toChange(context, proposal, given, { kind: 'extraction' }) ?? []);
}

import * as z from 'zod';
import { memory } from '../domain/memory.ts';
import { maxPageSize } from '../domain/page.ts';
import { inputBounds, operation, reads, whole } from '../gate/operation.ts';
import { type FoundMemory, searchMemories as search } from '../service/retrieval/search.ts';
import { category, characterId, searchQuery } from './fields.ts';
import { legend, memoryLines } from './memory-lines.ts';
import { firstPart, partFields } from './parts.ts';

const share = z.number().optional();
const ranking = {
  match: z.object({ lexical: share, similarity: share }),
  explain: z.record(z.string(), z.unknown()).optional(),
};
const input = z.object({
  characterId,
  query: searchQuery,
  limit: z.int().min(1).max(maxPageSize).default(10),
  category: category.optional(),
  explain: z.boolean().default(false).describe('Add the parts of ranks'),
});

/** What a found memory leaves out for its agent, who asks for ten at a time; get_memory has it. */
const untold = { characterId: true, state: true, sessionId: true, createdAt: true, updatedAt: true } as const;

function told(found: FoundMemory): Omit<FoundMemory, keyof typeof untold> {
  const { characterId: _, state: _s, sessionId: _i, createdAt: _c, updatedAt: _u, ...kept } = found;
  return kept;
}

export const searchMemories = operation({
  name: 'search_memories',
  title: 'Search memories',
  description:
    'Recall from memory what is known: facts, preferences, decisions, what was said earlier or last time. Ask in plain words of any language; names, dates ("last week") and code identifiers work. Call it before you answer from memory or store something. Best first; salience is the relevance (0 to 1): low numbers or an empty list mean that nothing is known.',
  group: 'memories',
  core: true,
  input,
  maxInput: inputBounds.text,
  output: z.object({
    memories: z.array(memory.omit(untold).extend(ranking)),
    total: z.int(),
    ...partFields,
  }),
  hints: reads,
  rest: {
    method: 'POST',
    path: '/v1/characters/{id}/memories/search',
    status: 200,
    whole: whole({
      input,
      output: z.object({ memories: z.array(memory.extend(ranking)), total: z.int() }),
      run: (context, { characterId: reference, ...query }) => search(context, reference, query),
    }),
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  computes: true,
  errors: ['CharacterNotFound', 'CategoryNotConfigured'],
  async run(context, { characterId: reference, ...query }) {
    const { memories, total } = await search(context, reference, query);
    const { items, stop } = firstPart(
      memories.map(told),
      (count) => `Only the best ${count} fit into an answer. For others ask a narrower query or name a category.`,
    );
    return { memories: items, total, ...stop };
  },
  text: ({ memories, total, next }) => [
    memories.length === 0
      ? 'Nothing is known about this.'
      : `${total} found, best first ${legend('relevance')}:\n${memoryLines(memories)}${next ? `\n${next}` : ''}`,
  ],
});

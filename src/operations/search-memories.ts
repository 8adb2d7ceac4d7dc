import * as z from 'zod';
import { memory } from '../domain/memory.ts';
import { maxPageSize } from '../domain/page.ts';
import { text } from '../domain/text.ts';
import { inputBounds, operation, reads } from '../gate/operation.ts';
import { searchMemories as search } from '../service/retrieval/search.ts';
import { category, characterId } from './fields.ts';

const share = z.number().optional();

export const searchMemories = operation({
  name: 'search_memories',
  title: 'Search memories',
  description:
    'Find what is known about something: ask in plain words, in any language; names, dates ("in May 2023", "last week") and code identifiers work. Call it before answering from memory and before storing something that may be known. Returns the best matches, most relevant first; their salience is the relevance to this query (0 to 1). Low numbers or an empty list mean that nothing is known.',
  group: 'memories',
  core: true,
  input: z.object({
    characterId,
    query: text(10_000, 1).refine((query) => query.trim() !== '', 'must not be empty'),
    limit: z.int().min(1).max(maxPageSize).default(10),
    category: category.optional(),
    explain: z.boolean().default(false).describe('Add the parts of each rank'),
  }),
  maxInput: inputBounds.text,
  output: z.object({
    memories: z.array(
      memory.extend({
        match: z.object({ lexical: share, similarity: share }),
        explain: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
    total: z.int(),
  }),
  hints: reads,
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/search', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound', 'CategoryNotConfigured'],
  run: (context, { characterId: reference, ...query }) => search(context, reference, query),
});

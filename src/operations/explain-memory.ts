import * as z from 'zod';
import { inputBounds, operation, reads } from '../gate/operation.ts';
import { explainMemory as explain } from '../service/retrieval/explain.ts';
import { characterId, memoryId, searchQuery as query } from './fields.ts';

export const explainMemory = operation({
  name: 'explain_memory',
  title: 'Explain a rank',
  description: 'Why a search finds a memory at its rank, or not.',
  group: 'memories',
  input: z.object({ characterId, memoryId, query }),
  maxInput: inputBounds.text,
  output: z.object({
    rank: z.int().optional(),
    relevance: z.number(),
    parts: z.array(z.object({ part: z.string(), value: z.number(), of: z.string().optional() })),
    why: z.string(),
  }),
  hints: reads,
  rest: { method: 'POST', path: '/v1/characters/{id}/memories/{memId}/explain', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  computes: true,
  errors: ['CharacterNotFound', 'MemoryNotFound'],
  run: (context, { characterId: reference, ...given }) => explain(context, reference, given),
});

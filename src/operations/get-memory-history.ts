import * as z from 'zod';
import { revision } from '../domain/memory.ts';
import { operation, reads } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { characterId, memoryId } from './fields.ts';

export const getMemoryHistory = operation({
  name: 'get_memory_history',
  title: "Get a memory's history",
  description: 'See every version of a memory, oldest first, with who changed it and when; works for deleted ones too.',
  group: 'memories',
  input: z.object({ characterId, memoryId }),
  output: z.object({ memoryId: z.string(), revisions: z.array(revision), total: z.int() }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}/memories/{memId}/history', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound', 'MemoryNotFound'],
  async run(context, input) {
    const { id } = await findCharacter(context, input.characterId);
    const revisions = await context.store.memories.history(context.principal, id, input.memoryId);
    return { memoryId: input.memoryId, revisions, total: revisions.length };
  },
});

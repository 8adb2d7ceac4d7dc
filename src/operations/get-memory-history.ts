import * as z from 'zod';
import { revision } from '../domain/memory.ts';
import { operation, reads, whole } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { characterId, memoryId } from './fields.ts';
import { offset, partFields, partFrom } from './parts.ts';

const input = z.object({ characterId, memoryId });
const output = z.object({ memoryId: z.string(), revisions: z.array(revision), total: z.int() });

export const getMemoryHistory = operation({
  name: 'get_memory_history',
  title: 'Memory history',
  description: 'See every version of a memory, oldest first, with author and time; of deleted ones too.',
  group: 'memories',
  input: input.extend({ offset }),
  output: output.extend(partFields),
  hints: reads,
  rest: {
    method: 'GET',
    path: '/v1/characters/{id}/memories/{memId}/history',
    status: 200,
    whole: whole({ input, output, run: history }),
  },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound', 'MemoryNotFound'],
  async run(context, given) {
    const { revisions, ...memory } = await history(context, given);
    const { items, stop } = partFrom(context, revisions, given.offset);
    return { ...memory, revisions: items, ...stop };
  },
});

async function history(context: Context, { characterId: reference, memoryId: id }: z.output<typeof input>) {
  const character = await findCharacter(context, reference);
  const { store, principal } = context;
  const stored = await store.memories.history(principal, character.id, id);
  const others = new Set(stored.flatMap(({ moved }) => moved ?? []));
  for (const other of others) if (!(await store.characters.find(principal, other))) others.delete(other);
  const revisions = stored.map(({ moved, ...one }) => (moved && others.has(moved) ? { ...one, moved } : one));
  return { memoryId: id, revisions, total: revisions.length };
}

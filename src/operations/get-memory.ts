import * as z from 'zod';
import { memory, personal, shownEnds } from '../domain/memory.ts';
import { operation, reads } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { withPersonal } from '../service/personal.ts';
import { choiceOf } from '../service/retrieval/held.ts';
import { withEnd } from '../service/retrieval/holding.ts';
import { characterId, memoryId } from './fields.ts';

const flag = z.boolean().optional();

export const getMemory = operation({
  name: 'get_memory',
  title: 'Get a memory',
  description: 'One memory by its id.',
  group: 'memories',
  input: z.object({ characterId, memoryId }),
  output: memory.extend({
    personal,
    doubt: shownEnds.doubt,
    lost: shownEnds.lost,
    muted: flag,
    held: flag,
    trusted: flag,
  }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}/memories/{memId}', status: 200, etag: true },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound', 'MemoryNotFound'],
  async run(context, input) {
    const { store, principal } = context;
    const { id } = await findCharacter(context, input.characterId);
    const [found, chosen] = await Promise.all([
      store.memories.get(principal, id, input.memoryId),
      store.recalls.chosen(principal, id),
    ]);
    const { ended: _, holdsUntil: __, ...seen } = await withEnd(context, found, undefined);
    const [shown = seen] = await withPersonal(context, [seen]);
    return { ...shown, ...choiceOf(found, chosen) };
  },
});

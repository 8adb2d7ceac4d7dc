import * as z from 'zod';
import { memory } from '../../../domain/memory.ts';
import { pageAsked, pagedFields, pageFields } from '../../../domain/page.ts';
import { iso } from '../../../domain/text.ts';
import { operation, reads } from '../../../gate/operation.ts';
import { characterId } from '../../../operations/fields.ts';
import { pagedOf } from '../../../operations/parts.ts';
import { findCharacter } from '../../../service/characters.ts';
import { atConnections } from '../service/connections.ts';

const refused = memory
  .pick({ id: true, content: true, category: true, state: true })
  .extend({ reason: z.string(), refusedAt: z.string(), isAtServer: z.boolean() });

export const listRefusedMemories = operation({
  name: 'list_refused_memories',
  title: 'List refused memories',
  description: 'See which memories of a connected character have a change that its server did not take, and why.',
  group: 'admin',
  input: z.object({ characterId, ...pageFields }),
  output: z.object({ memories: z.array(refused), ...pagedFields }),
  hints: reads,
  rest: { method: 'GET', path: '/v1/connections/refused', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound', 'CharacterNotFound', 'ConflictUnresolved'],
  async run(context, { characterId: reference, ...page }) {
    const asked = pageAsked(page);
    const { store, principal } = atConnections(context);
    const { id } = await findCharacter(context, reference);
    const found = await store.replicas.refused(principal, id, asked);
    const memories = found.memories.map((one) => ({ ...one, refusedAt: iso(one.refusedAt) }));
    return { memories, ...pagedOf(found, asked) };
  },
});

import * as z from 'zod';
import { operation, sets } from '../../../gate/operation.ts';
import { characterId, maxMemories, memoryId } from '../../../operations/fields.ts';
import { findCharacter } from '../../../service/characters.ts';
import { author } from '../../../service/memories.ts';
import { atConnections } from '../service/connections.ts';

export const withdrawChanges = operation({
  name: 'withdraw_changes',
  title: 'Withdraw refused changes',
  description:
    'Take back changes that a server refused, so that the memories are as at the server again; what they say moves, with its history, to a character of this machine alone.',
  group: 'admin',
  input: z.object({
    characterId,
    memoryIds: z.array(memoryId).min(1).max(maxMemories),
    toCharacterId: characterId.optional(),
  }),
  output: z.object({ moved: z.int(), withdrawn: z.int() }),
  hints: sets,
  rest: { method: 'POST', path: '/v1/connections/withdraw', status: 200 },
  bucket: 'WRITE',
  role: 'OWNER',
  errors: ['NotFound', 'CharacterNotFound', 'CharacterArchived', 'ConflictUnresolved'],
  async run(context, { characterId: reference, memoryIds, toCharacterId }) {
    const { store, principal, newId } = atConnections(context);
    const { id } = await findCharacter(context, reference);
    const target = toCharacterId === undefined ? undefined : await findCharacter(context, toCharacterId);
    const into = target && { characterId: target.id, newId };
    return store.replicas.withdraw(principal, id, memoryIds, into, author(context));
  },
});

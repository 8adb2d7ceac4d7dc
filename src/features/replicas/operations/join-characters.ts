import * as z from 'zod';
import { ServiceError } from '../../../domain/errors.ts';
import { operation, sets } from '../../../gate/operation.ts';
import { batchAnswer, characterId } from '../../../operations/fields.ts';
import { findCharacter } from '../../../service/characters.ts';
import { atConnections } from '../service/connections.ts';
import { joinCharacters as join } from '../service/joining.ts';

export const joinCharacters = operation({
  name: 'join_characters',
  title: 'Join the memories of two machines',
  description:
    'Join a character that began on this machine with the one of the same project, or person, from another machine, which gets its memories and folders; undo_batch takes it back. Or say that they are apart.',
  group: 'admin',
  callers: 'members',
  input: z.object({
    characterId,
    otherId: characterId
      .optional()
      .describe('The one from another machine; absent: the folder that characterId got by name'),
    answer: z.enum(['join', 'apart', 'ask']).describe('ask: takes apart back'),
  }),
  output: batchAnswer,
  hints: { ...sets, idempotent: false },
  rest: { method: 'POST', path: '/v1/connections/join', status: 200, progress: true },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound', 'CharacterNotFound', 'CharacterArchived'],
  async run(given, { characterId: reference, otherId, answer }) {
    if (answer === 'join') {
      if (otherId === undefined) throw new ServiceError('InvalidInput', 'otherId: a join needs it.');
      return join(given, reference, otherId);
    }
    const context = atConnections(given);
    const { store, principal, now } = context;
    const { id } = await findCharacter(context, reference);
    const other = otherId === undefined ? undefined : (await findCharacter(context, otherId)).id;
    const [one, another] = other === undefined ? [id, undefined] : [other, id];
    await store.projects.keepApart(principal, one, another, answer === 'apart', now());
    return { changed: 0, failed: [] };
  },
});

import * as z from 'zod';
import { operation, sets } from '../../../gate/operation.ts';
import { characterIds } from '../../../operations/fields.ts';
import { disconnectNamed } from '../service/connections.ts';

export const disconnectCharacters = operation({
  name: 'disconnect_characters',
  title: 'Disconnect characters',
  description:
    'End the connection of characters with their server: their memories stay on this machine, or are deleted here.',
  group: 'admin',
  input: z.object({ characterIds, remove: z.boolean().default(false) }),
  output: z.object({ disconnected: z.array(z.string()), problems: z.array(z.string()) }),
  hints: sets,
  rest: { method: 'POST', path: '/v1/connections/disconnect', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound', 'CharacterNotFound', 'ConflictUnresolved'],
  run: (context, { characterIds: references, remove }) => disconnectNamed(context, references, remove),
});

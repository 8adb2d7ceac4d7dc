import * as z from 'zod';
import { operation, sets } from '../../../gate/operation.ts';
import { characterId } from '../../../operations/fields.ts';
import { findCharacter } from '../../../service/characters.ts';
import { atConnections } from '../service/connections.ts';

export const keepCharacter = operation({
  name: 'keep_character',
  title: 'Keep a connected character',
  description: 'Keep a connected character on this machine, or not, when its server shares it no more.',
  group: 'admin',
  input: z.object({ characterId, keeps: z.boolean() }),
  output: z.object({ characterId: z.string(), keeps: z.boolean() }),
  hints: { ...sets, destructive: false },
  rest: { method: 'PUT', path: '/v1/connections/keep', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'OWNER',
  errors: ['NotFound', 'CharacterNotFound', 'ConflictUnresolved'],
  async run(context, { characterId: reference, keeps }) {
    const { store, principal, now } = atConnections(context);
    const { id } = await findCharacter(context, reference);
    await store.replicas.keep(principal, id, keeps, now());
    return { characterId: id, keeps };
  },
});

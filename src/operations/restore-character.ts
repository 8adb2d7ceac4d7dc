import * as z from 'zod';
import { character, characterNotFound } from '../domain/character.ts';
import { operation, sets } from '../gate/operation.ts';
import { characterId } from './fields.ts';

export const restoreCharacter = operation({
  name: 'restore_character',
  title: 'Restore a character',
  description: 'Bring a deleted character back as it was, with all its memories; an active one counts for the tier.',
  group: 'review',
  callers: 'members',
  input: z.object({ characterId }),
  output: character,
  hints: { ...sets, destructive: false },
  rest: { method: 'POST', path: '/v1/characters/{id}/restore', status: 200 },
  bucket: 'WRITE',
  role: 'ADMIN',
  errors: ['CharacterNotFound', 'CharacterLimitExceeded'],
  async run({ store, principal, now }, { characterId: reference }) {
    const { characters } = store;
    const found = (await characters.findDeleted(principal, reference)) ?? (await characters.find(principal, reference));
    if (!found) throw characterNotFound(reference);
    return characters.restore(principal, found.id, principal.tier, now());
  },
});

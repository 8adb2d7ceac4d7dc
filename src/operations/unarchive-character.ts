import * as z from 'zod';
import { character } from '../domain/character.ts';
import { operation, sets } from '../gate/operation.ts';
import { changeCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const unarchiveCharacter = operation({
  name: 'unarchive_character',
  title: 'Take a character out of the archive',
  description: 'Make an archived character active again, with all its memories; it counts for the tier.',
  group: 'review',
  input: z.object({ characterId }),
  output: character,
  hints: sets,
  rest: { method: 'POST', path: '/v1/characters/{id}/unarchive', status: 200 },
  bucket: 'WRITE',
  role: 'ADMIN',
  errors: ['CharacterNotFound', 'CharacterLimitExceeded'],
  run: (context, input) => changeCharacter(context, input.characterId, () => ({ status: 'ACTIVE' })),
});

import * as z from 'zod';
import { character, tags } from '../domain/character.ts';
import { operation, sets } from '../gate/operation.ts';
import { changeCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const setTags = operation({
  name: 'set_tags',
  title: 'Set tags',
  description: 'Replace the tags of a character, by which list_characters filters memory owners.',
  group: 'characters',
  input: z.object({ characterId, tags }),
  output: character,
  hints: sets,
  rest: { method: 'PUT', path: '/v1/characters/{id}/tags', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived'],
  run: (context, input) => changeCharacter(context, input.characterId, () => ({ tags: input.tags })),
});

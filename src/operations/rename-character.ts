import * as z from 'zod';
import { character, newCharacterName } from '../domain/character.ts';
import { operation, sets } from '../gate/operation.ts';
import { changeCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const renameCharacter = operation({
  name: 'rename_character',
  title: 'Rename a character',
  description: 'Give a character another name; its id, aliases and memories stay.',
  group: 'review',
  input: z.object({ characterId, name: newCharacterName }),
  output: character,
  hints: sets,
  rest: { method: 'POST', path: '/v1/characters/{id}/rename', status: 200 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'DuplicateCharacterName'],
  run: (context, input) => changeCharacter(context, input.characterId, () => ({ name: input.name })),
});

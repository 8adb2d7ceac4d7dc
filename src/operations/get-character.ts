import * as z from 'zod';
import { character } from '../domain/character.ts';
import { operation, reads } from '../gate/operation.ts';
import { readCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const getCharacter = operation({
  name: 'get_character',
  title: 'Get a character',
  description: 'Read one character, the owner of a memory: profile, agent config, aliases, tags, memory count.',
  group: 'characters',
  input: z.object({ characterId }),
  output: character,
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  run: (context, input) => readCharacter(context, input.characterId),
});

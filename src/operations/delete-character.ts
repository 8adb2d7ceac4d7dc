import * as z from 'zod';
import { character } from '../domain/character.ts';
import { operation, sets } from '../gate/operation.ts';
import { changeCharacter, findCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const deleteCharacter = operation({
  name: 'delete_character',
  title: 'Delete a character',
  description:
    'Delete a character with its memories: they are hidden until restore_character, and the name stays taken.',
  group: 'review',
  callers: 'members',
  input: z.object({ characterId }),
  output: character,
  hints: { ...sets, idempotent: false },
  rest: { method: 'DELETE', path: '/v1/characters/{id}', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'ADMIN',
  errors: ['CharacterNotFound'],
  async confirm(context, input) {
    const { name, memoryCount } = await findCharacter(context, input.characterId, 'WRITE');
    return `Delete "${name}" (memories: ${memoryCount})? It can be restored.`;
  },
  run: (context, input) => changeCharacter(context, input.characterId, () => ({ status: 'DELETED' })),
});

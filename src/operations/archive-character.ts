import * as z from 'zod';
import { character } from '../domain/character.ts';
import { operation, sets } from '../gate/operation.ts';
import { changeCharacter, findCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const archiveCharacter = operation({
  name: 'archive_character',
  title: 'Archive a character',
  description:
    'Retire a character: its memory is readable and exportable, no more writes, its name stays taken until unarchived.',
  group: 'characters',
  input: z.object({ characterId }),
  output: character,
  hints: sets,
  rest: { method: 'POST', path: '/v1/characters/{id}/archive', status: 200 },
  bucket: 'WRITE',
  role: 'ADMIN',
  errors: ['CharacterNotFound'],
  async confirm(context, input) {
    const { name, memoryCount, status } = await findCharacter(context, input.characterId, 'WRITE');
    if (status === 'ARCHIVED') return undefined;
    return `Archive "${name}" (memories: ${memoryCount})? It stays readable; nothing more can be stored until it is taken out again.`;
  },
  run: (context, input) => changeCharacter(context, input.characterId, () => ({ status: 'ARCHIVED' })),
});

import * as z from 'zod';
import { type Alias, aliasInput, character } from '../domain/character.ts';
import { limits } from '../domain/limits.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { changeCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const setAliases = operation({
  name: 'set_aliases',
  title: 'Set aliases',
  description: 'Replace the other names (aliases) that the owner of a memory answers to; every characterId takes them.',
  group: 'characters',
  input: z.object({ characterId, aliases: z.array(aliasInput).max(limits.aliases) }),
  maxInput: inputBounds.text,
  output: character,
  hints: sets,
  rest: { method: 'PUT', path: '/v1/characters/{id}/aliases', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived', 'NameTaken'],
  async run(context, { characterId: reference, aliases }) {
    const records = aliases.map((one): Alias => (typeof one === 'string' ? { alias: one } : one));
    return changeCharacter(context, reference, () => ({ aliases: records }));
  },
});

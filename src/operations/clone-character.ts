import * as z from 'zod';
import { character, characterName, externalId } from '../domain/character.ts';
import { ServiceError } from '../domain/errors.ts';
import { adds, operation } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const cloneCharacter = operation({
  name: 'clone_character',
  title: 'Clone a character',
  description:
    'Copy the profile and categories of a character, not its memories, to a new one. DEVELOPER tier and above.',
  group: 'characters',
  input: z.object({
    characterId,
    name: characterName,
    externalId: externalId.optional(),
    copyTags: z.boolean().default(false),
    copyMemories: z
      .boolean()
      .default(false)
      .meta({ enum: [false], description: 'Not available' }),
  }),
  output: z.object({ character, memoriesCopied: z.int() }),
  hints: adds,
  rest: { method: 'POST', path: '/v1/characters/{id}/clone', status: 201 },
  bucket: 'WRITE',
  role: 'MEMBER',
  feature: 'cloning',
  errors: ['CharacterNotFound', 'DuplicateCharacterName', 'CharacterLimitExceeded', 'NotImplemented'],
  async run(context, { characterId: reference, copyMemories, ...given }) {
    const { store, principal, newId, now } = context;
    if (copyMemories) throw new ServiceError('NotImplemented', 'Copying memories to a clone is not available.');
    const source = await findCharacter(context, reference);
    const copy = { ...given, id: newId() };
    const clone = await store.characters.clone(principal, source.id, copy, principal.tier, now());
    return { character: clone, memoriesCopied: 0 };
  },
});

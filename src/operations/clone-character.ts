import * as z from 'zod';
import { character, externalId, newCharacterName } from '../domain/character.ts';
import { ServiceError } from '../domain/errors.ts';
import { adds, operation } from '../gate/operation.ts';
import { findCharacter } from '../service/characters.ts';
import { copyAll } from '../service/memories.ts';
import { characterId } from './fields.ts';

export const cloneCharacter = operation({
  name: 'clone_character',
  title: 'Clone a character',
  description:
    'Copy the profile, categories and, when asked, memories of a character to a new one. DEVELOPER tier and above.',
  group: 'characters',
  input: z.object({
    characterId,
    name: newCharacterName,
    externalId: externalId.optional(),
    copyTags: z.boolean().default(false),
    copyMemories: z.boolean().default(false),
    memories: z.enum(['copy']).optional().describe('Its memories too'),
  }),
  output: z.object({ character, memoriesCopied: z.int() }),
  hints: adds,
  rest: { method: 'POST', path: '/v1/characters/{id}/clone', status: 201 },
  bucket: 'WRITE',
  role: 'MEMBER',
  feature: 'cloning',
  errors: ['CharacterNotFound', 'DuplicateCharacterName', 'CharacterLimitExceeded', 'NotImplemented'],
  async run(context, { characterId: reference, copyMemories, memories, ...given }) {
    // The specification demands the refusal, so copying has a field of its own.
    if (copyMemories) throw new ServiceError('NotImplemented', 'copyMemories is not available: give memories "copy".');
    const { store, principal, newId, now } = context;
    const source = await findCharacter(context, reference);
    const copy = { ...given, id: newId() };
    const clone = await store.characters.clone(principal, source.id, copy, principal.tier, now());
    if (memories !== 'copy') return { character: clone, memoriesCopied: 0 };
    const memoriesCopied = await copyAll(context, source.id, clone.id);
    return { character: (await store.characters.find(principal, clone.id)) ?? clone, memoriesCopied };
  },
});

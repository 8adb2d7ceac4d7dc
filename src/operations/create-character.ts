import * as z from 'zod';
import type { CategoryPreset } from '../domain/category.ts';
import {
  categoryPreset,
  character,
  emptyProfile,
  externalId,
  newCharacterName,
  patchProfile,
  profileFields,
  tags,
} from '../domain/character.ts';
import { visibilities } from '../domain/sharing.ts';
import { requireFeature } from '../domain/tier.ts';
import { adds, inputBounds, operation } from '../gate/operation.ts';
import { newCharacter } from '../service/characters.ts';

export const createCharacter = operation({
  name: 'create_character',
  title: 'Create a character',
  description: 'Make a memory for one person, agent or project (preset developer). Use list_characters first.',
  group: 'characters',
  core: true,
  input: z.object({
    name: newCharacterName,
    categoryPreset: categoryPreset.optional(),
    visibility: z.enum(visibilities).optional(),
    externalId: externalId.optional(),
    tags: tags.optional(),
    profile: z.strictObject(profileFields).partial().optional(),
  }),
  maxInput: inputBounds.profile,
  output: character,
  hints: adds,
  rest: { method: 'POST', path: '/v1/characters', status: 201 },
  bucket: 'WRITE',
  role: 'MEMBER',
  errors: ['DuplicateCharacterName', 'InvalidPreset', 'CharacterLimitExceeded', 'FeatureNotAvailable'],
  async run(context, { profile, categoryPreset: preset, ...given }) {
    const { store, principal, now } = context;
    if (given.visibility === 'PRIVATE') requireFeature(principal.tier, 'teamSharing');
    const made = newCharacter(context, {
      ...given,
      categoryPreset: preset as CategoryPreset | undefined,
      profile: patchProfile(emptyProfile, profile ?? {}),
    });
    return store.characters.create(principal, made, principal.tier, now());
  },
});

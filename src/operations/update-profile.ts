import * as z from 'zod';
import { character, patchProfile, profilePatch } from '../domain/character.ts';
import { inputBounds, operation, sets } from '../gate/operation.ts';
import { changeCharacter } from '../service/characters.ts';
import { characterId } from './fields.ts';

export const updateProfile = operation({
  name: 'update_profile',
  title: 'Update a profile',
  description:
    'Change who a character is to its memory: prompt, personality, background, rules, custom fields. Null clears a field; lists and customFields are replaced whole.',
  group: 'characters',
  input: z.object({ characterId, ...profilePatch }),
  maxInput: inputBounds.profile,
  changes: Object.keys(profilePatch),
  output: character,
  hints: sets,
  rest: { method: 'PATCH', path: '/v1/characters/{id}/profile', status: 200 },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived'],
  async run(context, { characterId: reference, ...patch }) {
    return changeCharacter(context, reference, ({ profile }) => ({ profile: patchProfile(profile, patch) }));
  },
});

import * as z from 'zod';
import { character, patchProfile, profilePatch } from '../domain/character.ts';
import { inputBounds, operation, sets, whole } from '../gate/operation.ts';
import { changeCharacter } from '../service/characters.ts';
import type { Context } from '../service/context.ts';
import { characterId } from './fields.ts';

const inWhole = z.object({ characterId, ...profilePatch });
/** A person decides about personal data, not an agent. */
const input = inWhole.omit({ personalData: true });

export const updateProfile = operation({
  name: 'update_profile',
  title: 'Update a profile',
  description:
    'Change whose memory it is: prompt, personality, background, rules, custom fields. Null clears; lists and customFields are replaced.',
  group: 'characters',
  input,
  maxInput: inputBounds.profile,
  changes: Object.keys(profilePatch),
  output: character,
  hints: sets,
  rest: {
    method: 'PATCH',
    path: '/v1/characters/{id}/profile',
    status: 200,
    whole: whole({ input: inWhole, output: character, run: change }),
  },
  bucket: 'MANAGEMENT',
  role: 'MEMBER',
  errors: ['CharacterNotFound', 'CharacterArchived'],
  run: change,
});

function change(context: Context, { characterId: reference, ...patch }: z.output<typeof inWhole>) {
  return changeCharacter(context, reference, ({ profile }) => ({ profile: patchProfile(profile, patch) }));
}
